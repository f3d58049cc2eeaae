/** Checks that a call is from Carillon, is whole, and is new: the form of Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** A call that is older, or of a clock that is further ahead, may be a repeat by somebody who has listened. */
const TOLERANCE_SECONDS = 300;
const MS_PER_SECOND = 1_000;

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why the call is not to be trusted; null if it is. `body` is its exact text; any of the secrets may have signed it. */
export function signatureProblem(
  headers: Headers,
  body: string,
  { secrets, now = Date.now() }: { readonly secrets: readonly string[]; readonly now?: number },
): string | null {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]);
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string')
    return 'it is not signed: webhook-id, webhook-timestamp and webhook-signature are needed';
  if (!/^\d+$/.test(time) || Math.abs(now / MS_PER_SECOND - Number(time)) > TOLERANCE_SECONDS)
    return 'its webhook-timestamp is not of the last five minutes';
  const wanted = secrets.map((secret) => digestOf(secret, `${id}.${time}.${body}`));
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  const isSigned = given.some((each) => wanted.some((digest) => equal(digest, Buffer.from(each, 'base64'))));
  return isSigned ? null : 'its signature is by none of the secrets';
}

const digestOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64'))
    .update(text)
    .digest();

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
