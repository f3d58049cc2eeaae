/** The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677): a password is proven without being sent. Pure. */
import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
/** base64 of `n,,`: no channel binding. */
const NO_CHANNEL_BINDING = 'c=biws';
const MAX_NONCE_CHARS = 256;

/** The data that the server stores instead of a password. */
export interface ScramSecret {
  readonly user: string;
  readonly salt: Buffer;
  readonly iterations: number;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** The state between the first message of a client and its last. */
export interface ScramExchange {
  readonly nonce: string;
  /** The text that both sides sign, up to the client's last message. */
  readonly signedSoFar: string;
}

export function scramSecret(user: string, password: string, salt: Buffer, iterations: number): ScramSecret {
  const salted = pbkdf2Sync(password, salt, iterations, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256').update(mac(salted, 'Client Key')).digest();
  return { user, salt, iterations, storedKey, serverKey: mac(salted, 'Server Key') };
}

/** The answer to a client's first message; null where it is invalid, or names another user. */
export function beginScram(
  secret: ScramSecret,
  message: string,
  serverNonce: string,
): { readonly exchange: ScramExchange; readonly answer: string } | null {
  const [, bare, user, clientNonce] = /^n,,(n=([^,]*),r=([^,]+))$/.exec(message) ?? [];
  if (bare === undefined || clientNonce === undefined || clientNonce.length > MAX_NONCE_CHARS) return null;
  if (user !== secret.user) return null;
  const nonce = clientNonce + serverNonce;
  const answer = `r=${nonce},s=${secret.salt.toString('base64')},i=${secret.iterations}`;
  return { exchange: { nonce, signedSoFar: `${bare},${answer}` }, answer };
}

/** The server's own proof, if the client's proof is correct; null otherwise. */
export function finishScram(secret: ScramSecret, exchange: ScramExchange, message: string): string | null {
  const [, withoutProof, proof] = /^(.*),p=([^,]+)$/.exec(message) ?? [];
  if (withoutProof !== `${NO_CHANNEL_BINDING},r=${exchange.nonce}` || proof === undefined) return null;
  const signed = `${exchange.signedSoFar},${withoutProof}`;
  const clientSignature = mac(secret.storedKey, signed);
  const bytes = Buffer.from(proof, 'base64');
  if (bytes.length !== clientSignature.length) return null;
  const clientKey = bytes.map((byte, at) => byte ^ (clientSignature[at] ?? 0));
  if (!timingSafeEqual(createHash('sha256').update(clientKey).digest(), secret.storedKey)) return null;
  return `v=${mac(secret.serverKey, signed).toString('base64')}`;
}

const mac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
