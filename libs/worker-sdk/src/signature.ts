/** Checks that a call is from Carillon, complete and new, by Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** A call that is older, or of a clock that is further ahead, may be a replay by an attacker. */
const TOLERANCE_SECONDS = 300;
const MS_PER_SECOND = 1_000;
/** A call may be of a clock that is ahead, and is accepted until it has expired by our own clock. */
export const VALID_MS = 2 * TOLERANCE_SECONDS * MS_PER_SECOND;
/** As in Carillon: 24 to 64 bytes. A text that is no Base64 would be no bytes at all, with which anybody can sign. */
const SECRET = /^(?:whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/;

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why the call is not valid; null if it is. `body` is its exact text; any of the secrets may have signed it. */
export function signatureProblem(
  headers: Headers,
  body: string,
  { secrets, now = Date.now() }: { readonly secrets: readonly string[]; readonly now?: number },
): string | null {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]);
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string')
    return 'the request is not signed: the headers webhook-id, webhook-timestamp and webhook-signature are required';
  if (!/^\d+$/.test(time) || Math.abs(now / MS_PER_SECOND - Number(time)) > TOLERANCE_SECONDS)
    return 'the webhook-timestamp differs by more than five minutes';
  const wanted = secrets.map((secret) => digestOf(secret, `${id}.${time}.${body}`));
  const values = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  const isSigned = values.some((each) => wanted.some((digest) => equal(digest, Buffer.from(each, 'base64'))));
  return isSigned ? null : 'the signature was made with none of the secrets';
}

/** Throws where one of the secrets is too weak; the message does not contain it. */
export function requireSecrets(secrets: readonly unknown[]): void {
  for (const [at, secret] of secrets.entries()) {
    if (typeof secret !== 'string' || !SECRET.test(secret))
      throw new Error(`secrets[${at}] must be whsec_ followed by 24 to 64 bytes as Base64`);
  }
}

/** True for a call that was signed in an earlier second than that of `since` (milliseconds); its signature is valid. */
export const wasSignedBefore = (headers: Headers, since: number): boolean =>
  Number(headers['webhook-timestamp']) < Math.floor(since / MS_PER_SECOND);

const digestOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64'))
    .update(text)
    .digest();

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
