import { basicProofs } from './client-proof.js';

test.each([
  ['my-client_1', 'a.b-c', ['my-client_1:a.b-c']],
  ['my:client', 'p+a/b:% ü', ['my%3Aclient:p%2Ba%2Fb%3A%25+%C3%BC', 'my:client:p+a/b:% ü']],
])('the secret of %s is proved form-encoded, and then as it is, if that differs', (id, secret, expected) => {
  const texts = basicProofs(id, secret).map((proof) => Buffer.from(proof.slice('Basic '.length), 'base64').toString());
  expect(texts).toEqual(expected);
});
