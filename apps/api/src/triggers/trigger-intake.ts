/** Accepts deliveries to triggers: only from known senders, and only a limited number per trigger at once. */
import { randomBytes, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { MAX_TRIGGER_DELIVERIES_PER_SECOND, MAX_MESSAGE_ID_LENGTH } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { TriggersStore } from '#common/mongo/triggers.store.js';
import { RateLimiter } from '../http/core/rate-limiter.js';
import type { NotedRefusals } from './noted-refusals.js';
import type { Fired, TriggerFiring } from './trigger-firing.js';
import type { TriggerKeeper } from './trigger.keeper.js';
import type { TriggerWebhook } from '#common/spec/trigger.js';
import { signatureProblem } from '#worker-sdk/signature.js';

export interface ReceivedDelivery extends Delivery {
  readonly uid: string;
  readonly address: string;
}

const MS = 1_000;
const RATE = { perSecond: MAX_TRIGGER_DELIVERIES_PER_SECOND, burst: 2 * MAX_TRIGGER_DELIVERIES_PER_SECOND };
/** The secrets against which messages to unknown triggers are checked, so that they take as long and get the same answer. */
const NOBODYS = { signature: 'standard', secrets: [`whsec_${randomBytes(32).toString('base64')}`] } as const;
const UNKNOWN = 'no trigger has this address and a secret with which the message was signed';

export class TriggerIntake {
  private readonly limiter = new RateLimiter(RATE);

  constructor(
    private readonly stores: {
      readonly triggers: Pick<TriggersStore, 'byUid'>;
      readonly keeper: Pick<TriggerKeeper, 'secretsOf'>;
    },
    private readonly firing: Pick<TriggerFiring, 'fire'>,
    private readonly noted: Pick<NotedRefusals, 'note' | 'unknown'>,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {}

  /**
   * Resolves when the run is admitted. Throws UNAUTHENTICATED for an unknown address as for a wrong signature, TOO_MANY_REQUESTS, and the
   * refusal of the run.
   */
  async take({ uid, address, ...delivery }: ReceivedDelivery): Promise<Fired> {
    const stored = await this.stores.triggers.byUid(uid);
    const webhook = stored?.spec.webhook;
    const trigger = webhook ? stored : null;
    const { signature, secrets } =
      trigger && webhook ? { signature: webhook.signature, secrets: this.stores.keeper.secretsOf(trigger) } : NOBODYS;
    const judged = judgeDelivery(signature, secrets, delivery, this.clock.now());
    if (!trigger || !judged.ok) {
      if (trigger && !judged.ok) this.noted.note(trigger, 'unsigned', address, judged.why);
      else this.noted.unknown();
      throw new AppError('UNAUTHENTICATED', UNKNOWN);
    }
    const standing = this.limiter.take(uid, this.clock.monotonic());
    if (!standing.allowed) {
      const detail = `the limit of ${MAX_TRIGGER_DELIVERIES_PER_SECOND} messages a second is exceeded`;
      this.noted.note(trigger, 'limited', address, detail);
      throw new AppError('TOO_MANY_REQUESTS', detail, { retryAfterSeconds: Math.ceil(standing.resetMs / MS) });
    }
    return this.firing.fire(trigger, { ...delivery, ...judged, address, via: 'webhook' });
  }
}

/* Checks whether a delivery is signed by one of a trigger's secrets, and derives the id of its message: only signed parts count. */

interface Delivery {
  /** The headers by names in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text of the body. */
  readonly text: string;
}

export type JudgedDelivery =
  | {
      readonly ok: true;
      /** The id of the message that is shown to people. */
      readonly message: string;
      /** The id by which repeats are found: the same in each repeat; a sender without the secret cannot choose it. */
      readonly key: string;
      readonly digest: string;
    }
  | { readonly ok: false; readonly why: string };

export function judgeDelivery(
  signature: TriggerWebhook['signature'],
  secrets: readonly string[],
  { headers, text }: Delivery,
  now: number,
): JudgedDelivery {
  const digest = createHash('sha256').update(text).digest('hex');
  const why =
    signature === 'standard'
      ? signatureProblem(headers, text, { secrets, now })
      : githubProblem(headers, text, secrets);
  if (why !== null) return { ok: false, why };
  // GitHub signs only the body: its id of the delivery could be different in each replay.
  const [message, key] =
    signature === 'standard'
      ? [headers['webhook-id'] ?? '', headers['webhook-id'] ?? '']
      : [headers['x-github-delivery'] ?? headers['x-request-uuid'] ?? digest, digest];
  if (!isShowable(message))
    return { ok: false, why: `the id of the message must be 1 to ${MAX_MESSAGE_ID_LENGTH} visible ASCII characters` };
  return { ok: true, message, key: createHash('sha256').update(key).digest('hex'), digest };
}

const isShowable = (id: string): boolean => id.length <= MAX_MESSAGE_ID_LENGTH && /^[\x21-\x7e]+$/.test(id);

function githubProblem(headers: Delivery['headers'], text: string, secrets: readonly string[]): string | null {
  // Bitbucket signs in the same way under the name that GitHub used for SHA-1.
  const header = headers['x-hub-signature-256'] ?? headers['x-hub-signature'] ?? '';
  const signature = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (signature === undefined) return 'the message is not signed: the header X-Hub-Signature-256 is required';
  const bytes = Buffer.from(signature, 'hex');
  const digests = secrets.map((secret) => createHmac('sha256', secret).update(text).digest());
  return digests.some((digest) => timingSafeEqual(digest, bytes))
    ? null
    : 'the signature was made with none of the secrets';
}
