/** Signatures as `cosign sign-blob --key` makes them: ECDSA with P-256 over SHA-256, in DER, in base64. */
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';

/** From a key in PEM, which is not encrypted. Throws if it is of another kind. */
export function signingKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('the key is not one of ECDSA on the curve P-256');
  return key;
}

export const signatureOf = (content: Buffer, key: KeyObject): string => sign('sha256', content, key).toString('base64');

/** The file that cosign calls `cosign.pub`. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
