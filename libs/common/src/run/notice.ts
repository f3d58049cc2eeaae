/** A notice: one event of a job, or one step of an incident, for one webhook. It is saved before it is sent, and sent until the webhook answers 2xx. */
import type { NoticeBody } from '../spec/notify.js';
import type { NoticeEvent } from '../notices/notice-events.js';
import type { IncidentStep } from '../watch/incident-steps.js';
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import type { Instant } from './run.js';

/** One try to deliver a notice, and its result. */
export interface DeliveryTry {
  readonly at: Instant;
  readonly tookMs: number;
  /** The HTTP status of the answer; null where none came. */
  readonly status: number | null;
  /** Why it was not delivered, or not to all recipients of a mail; null where it was. It never contains text of the receiver. */
  readonly reason: string | null;
}

/** What a mail server has answered to a recipient: 250, or the status of its refusal. */
export interface RecipientAnswer {
  readonly address: string;
  readonly status: number;
}

export interface Notice {
  /** Derived from event and webhook, so that the same notice is never saved twice. */
  readonly id: string;
  readonly tenant: TenantId;
  /** Null where it is about an incident. */
  readonly job: JobId | null;
  /** The incident that it is about. */
  readonly incident?: string;
  readonly shard: number;
  readonly on: NoticeEvent | IncidentStep;
  /** Encrypted, as stored in the job. */
  readonly webhook: string;
  /** A digest of the webhook, by which its notices are counted. */
  readonly to: string;
  /** The run that it is about, by which it is found; null for slots. */
  readonly run?: RunId | null;
  readonly body: NoticeBody;
  readonly decidedAt: Instant;
  readonly tries: number;
  /** Null once it is delivered or given up. */
  readonly nextTryAt: Instant | null;
  readonly outcome: 'delivered' | 'gaveUp' | null;
  readonly lastError: string | null;
  /** The newest tries, oldest first. */
  readonly log?: readonly DeliveryTry[];
  /** Recipients of a mail that are not sent to in further tries: they have got it, or were refused for good. Left out where all or none are. */
  readonly recipients?: readonly RecipientAnswer[];
  /** Tries before it was sent again by request: they do not count towards giving it up. */
  readonly triesBefore?: number;
  /** When it was last requested to be sent again. */
  readonly askedAnewAt?: Instant;
}
