/**
 * Signs messages between services, so that a foreign message is recognised even where the NATS server lets every client
 * publish. The key is derived from `SECRET_KEYS`, which every service has: the first one signs, all of them verify.
 */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { SecretKey } from '../crypto/secret-box.js';

/** The signature header: `v1.<key id>.<time of signing in epoch milliseconds>.<base64url of HMAC-SHA-256>`. */
export const SIGNATURE_HEADER = 'Carillon-Signature';
/** A message outside of a stream is refused when its signature is older than this, or lies further than this in the future. */
export const MAX_SIGNATURE_AGE_MS = 60_000;

const VERSION = 'v1';
const KEY_BYTES = 32;

/** The signed parts of a message: everything that its receiver uses. */
export interface SignedParts {
  readonly subject: string;
  /** The text of the deadline header; empty where there is none. */
  readonly deadline: string;
  readonly data: Uint8Array | string;
}

/** Why a message is refused. */
export type SignatureFault = 'unsigned' | 'forged' | 'stale';

export class MessageSigner {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly current: readonly [id: string, key: KeyObject];

  constructor(secretKeys: readonly SecretKey[]) {
    const entries = secretKeys.map((each) => [each.id, signingKeyOf(each)] as const);
    const [first] = entries;
    if (!first) throw new Error('at least one secret key is required');
    this.current = first;
    this.keys = new Map(entries);
  }

  /** The text of the signature header; `now` in epoch milliseconds. */
  sign(parts: SignedParts, now: number): string {
    const [id, key] = this.current;
    return `${VERSION}.${id}.${now}.${macOf(key, parts, String(now)).digest('base64url')}`;
  }

  /**
   * The problem of the signature, or null. `now` in epoch milliseconds is null where age does not matter (a stream delivers
   * stored messages) or the time is not known.
   */
  faultOf(signature: string, parts: SignedParts, now: number | null): SignatureFault | null {
    if (signature === '') return 'unsigned';
    const [version, id = '', signedAt = '', mac = ''] = signature.split('.');
    const key = version === VERSION ? this.keys.get(id) : undefined;
    if (!key) return 'forged';
    const actual = Buffer.from(mac, 'base64url');
    const expected = macOf(key, parts, signedAt).digest();
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged';
    return now !== null && Math.abs(now - Number(signedAt)) > MAX_SIGNATURE_AGE_MS ? 'stale' : null;
  }
}

const signingKeyOf = ({ key }: SecretKey): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'carillon message', KEY_BYTES)));

/** No part before the data contains a line end: subjects and headers cannot. A text is hashed in one piece, which costs a third less. */
function macOf(
  key: KeyObject,
  { subject, deadline, data }: SignedParts,
  signedAt: string,
): ReturnType<typeof createHmac> {
  const head = `${VERSION}\n${subject}\n${signedAt}\n${deadline}\n`;
  const mac = createHmac('sha256', key);
  return typeof data === 'string' ? mac.update(head + data) : mac.update(head).update(data);
}
