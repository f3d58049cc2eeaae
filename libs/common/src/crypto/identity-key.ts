/**
 * The keys that sign identity tokens (ES256): one for each of `SECRET_KEYS` and derived from it, so that all replicas have the same
 * keys and none is stored (ADR 27).
 */
import { createECDH, createHash, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A public key as JWKS shows it (RFC 7517). */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

export interface IdentityKey {
  readonly jwk: PublicJwk;
  readonly privateKey: KeyObject;
}

/** The order of the curve P-256 (FIPS 186-5): a private key is a number from 1 to one less. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const COORDINATE_BYTES = 32;
/** 128 bits more than the order has, so that the remainder is uniform (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;

export function identityKeyOf(secret: Buffer): IdentityKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'carillon identity token', SEED_BYTES));
  const number = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const scalar = Buffer.from(number.toString(16).padStart(2 * COORDINATE_BYTES, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const [x, y] = [1, 1 + COORDINATE_BYTES].map((from) =>
    point.subarray(from, from + COORDINATE_BYTES).toString('base64url'),
  ) as [string, string];
  const plain = { crv: 'P-256', kty: 'EC', x, y } as const;
  // The thumbprint of RFC 7638: it says nothing of the ids of SECRET_KEYS.
  const kid = createHash('sha256').update(JSON.stringify(plain)).digest('base64url');
  const privateKey = createPrivateKey({ key: { ...plain, d: scalar.toString('base64url') }, format: 'jwk' });
  return { jwk: { ...plain, kid, alg: 'ES256', use: 'sig' }, privateKey };
}
