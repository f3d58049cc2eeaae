/**
 * Signatures as `cosign sign-blob --key` makes them: ECDSA with P-256 over SHA-256, in DER, in base64. Cosign 2 verifies these alone, and newer
 * versions in a bundle of Sigstore (https://docs.sigstore.dev/about/bundle, version 0.3), here without an entry in a public log.
 */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';

const BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** From a key in PEM, which is not encrypted. Throws if it is of another kind. */
export function signingKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('the key is not one of ECDSA on the curve P-256');
  return key;
}

export const signatureOf = (content: Buffer, key: KeyObject): string => sign('sha256', content, key).toString('base64');

/** `signature` is that of the content by the key. */
export function bundleOf(content: Buffer, key: KeyObject, signature: string): string {
  const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
  const hint = digestOf(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  return JSON.stringify({
    mediaType: BUNDLE,
    verificationMaterial: { publicKey: { hint }, tlogEntries: [] },
    messageSignature: { messageDigest: { algorithm: 'SHA2_256', digest: digestOf(content) }, signature },
  });
}

/** The file that cosign calls `cosign.pub`. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
