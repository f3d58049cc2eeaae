/** A notice: one event of a job for one webhook. It is saved before it is sent, and sent until the webhook answers 2xx. */
import type { NoticeBody, NoticeEvent } from '../spec/notify.js';
import type { JobId, TenantId } from '../domain/ids.js';
import type { Instant } from './run.js';

export interface Notice {
  /** Derived from event and webhook, so that the same notice is never saved twice. */
  readonly id: string;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly shard: number;
  readonly on: NoticeEvent;
  /** Encrypted, as stored in the job. */
  readonly webhook: string;
  /** Stands for the webhook where notices are counted by it; a notice of an older release has none. */
  readonly to?: string;
  readonly body: NoticeBody;
  readonly decidedAt: Instant;
  readonly tries: number;
  /** Null once it is delivered or given up. */
  readonly nextTryAt: Instant | null;
  readonly outcome: 'delivered' | 'gaveUp' | null;
  readonly lastError: string | null;
}
