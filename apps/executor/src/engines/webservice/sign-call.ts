/**
 * Signs calls in the form of Standard Webhooks, so that a web service can check that a call is from here, is new, and is complete. The
 * secrets are in the header that is sent with the signature, `webhook-signature: whsec_… whsec_…`: sealed and masked like every other
 * header, the worker's unless the job has its own. If there are two secrets, each signs, so that a secret can be changed without a gap.
 */
import { createHash, createHmac } from 'node:crypto';
import { SIGNATURE_HEADER, SIGNING_SECRET_PREFIX } from '#common/spec/fields.js';

const MS_PER_SECOND = 1_000;

export interface SignedCall {
  /** The id of this call, the same in each repeat. */
  readonly key: string;
  readonly body: string;
  readonly at: number;
}

/** Puts the signature in place of the secrets. Headers, in lower case, that contain no such secrets stay as they are. */
export function signCall(
  headers: Readonly<Record<string, string>>,
  { key, body, at }: SignedCall,
): Record<string, string> {
  const { [SIGNATURE_HEADER]: secrets, ...others } = headers;
  if (secrets?.startsWith(SIGNING_SECRET_PREFIX) !== true) return { ...headers };
  // Full stops separate the signed parts; an id contains none.
  const id = `msg_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  const timestamp = String(Math.floor(at / MS_PER_SECOND));
  const sign = (secret: string): string => {
    const bytes = Buffer.from(secret.slice(SIGNING_SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  const signature = secrets.trim().split(/\s+/).map(sign).join(' ');
  return { ...others, 'webhook-id': id, 'webhook-timestamp': timestamp, [SIGNATURE_HEADER]: signature };
}
