import { createPrivateKey, createPublicKey } from 'node:crypto';
import { makePrivateKey, publicKeyLine } from './ssh-keys.js';

/** The fields of a public key's line, as RFC 4253 lays them out. */
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

test('a key is RSA of 2048 bits in the form that old clients read, and its line says the same key', async () => {
  const privateKey = await makePrivateKey();
  expect(privateKey).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
  expect(createPrivateKey(privateKey).asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  const line = publicKeyLine(privateKey);
  expect(line).toMatch(/^ssh-rsa [A-Za-z0-9+/]+=* carillon\n$/);
  const [type, e, n] = fieldsOf(line);
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  expect(type!.toString()).toBe('ssh-rsa');
  expect(e!.toString('base64url')).toBe(jwk.e);
  // A modulus of 2048 bits begins with a set bit, which a zero before it keeps from being a sign.
  expect(n![0]).toBe(0);
  expect(n!.subarray(1).toString('base64url')).toBe(jwk.n);
});

test('no two keys are equal', async () => {
  expect(await makePrivateKey()).not.toBe(await makePrivateKey());
});
