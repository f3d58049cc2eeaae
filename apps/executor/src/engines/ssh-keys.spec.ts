import { createPrivateKey, createPublicKey } from 'node:crypto';
import { makePrivateKey, publicKeyLine } from './ssh-keys.js';

/** The fields in the line of a public key, in the order of RFC 4253. */
function fieldsOf(line: string): Buffer[] {
  let rest = Buffer.from(line.split(' ')[1]!, 'base64');
  const fields: Buffer[] = [];
  while (rest.length > 0) {
    const length = rest.readUInt32BE(0);
    fields.push(rest.subarray(4, 4 + length));
    rest = rest.subarray(4 + length);
  }
  return fields;
}

test('a key has 2048 bits of RSA in the form that old clients read, and its public line has the same key', async () => {
  const privateKey = await makePrivateKey();
  expect(privateKey).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
  expect(createPrivateKey(privateKey).asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  const line = publicKeyLine(privateKey);
  expect(line).toMatch(/^ssh-rsa [A-Za-z0-9+/]+=* carillon\n$/);
  const [type, e, n] = fieldsOf(line);
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  expect(type!.toString()).toBe('ssh-rsa');
  expect(e!.toString('base64url')).toBe(jwk.e);
  // The first bit of a modulus of 2048 bits is set; a zero before it prevents its reading as a sign.
  expect(n![0]).toBe(0);
  expect(n!.subarray(1).toString('base64url')).toBe(jwk.n);
});

test('every key is different', async () => {
  expect(await makePrivateKey()).not.toBe(await makePrivateKey());
});
