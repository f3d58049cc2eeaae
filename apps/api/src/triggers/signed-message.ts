/** Checks whether a delivery is signed by one of a trigger's secrets, and derives the id of its message: only signed parts count. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_MESSAGE_ID_LENGTH } from '#common/domain/limits.js';
import type { TriggerWebhook } from '#common/spec/trigger.js';
import { signatureProblem } from '#worker-sdk/signature.js';

export interface Delivery {
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
