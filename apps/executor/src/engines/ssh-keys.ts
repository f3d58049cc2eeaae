/** Key pairs for the plugin ssh: RSA of 2048 bits, as Volcano makes them (1.10), so that old clients can read them. */
import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const BITS = 2_048;
const KEY_TYPE = 'ssh-rsa';

/** The private key in PEM (PKCS #1), the content of `id_rsa`. */
export async function makePrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return privateKey;
}

/** The public key's line, the content of `id_rsa.pub` and `authorized_keys` (RFC 4253, 6.6). */
export function publicKeyLine(privateKey: string): string {
  const { e = '', n = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const fields = [Buffer.from(KEY_TYPE), positive(e), positive(n)].map(withLength);
  return `${KEY_TYPE} ${Buffer.concat(fields).toString('base64')} carillon\n`;
}

/** Integers are signed in this format: a leading 1 bit would make the number negative. */
function positive(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
