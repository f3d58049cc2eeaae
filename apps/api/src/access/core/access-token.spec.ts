/** @promise S6 */
import { isAccessToken } from './access-token.js';

const CLIENT = 'carillon-ui';
const LOGOUT = { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } };

test.each<[string, boolean, object, object]>([
  ['an access token by RFC 9068', true, { typ: 'at+jwt' }, {}],
  ['one with the long form of its type', true, { typ: 'application/at+jwt' }, {}],
  ['an access token without a type', true, {}, { aud: 'api' }],
  ['one of the type JWT', true, { typ: 'JWT' }, { aud: 'api', scope: 'openid' }],
  ["Keycloak's, which repeats the nonce", true, { typ: 'JWT' }, { typ: 'Bearer', nonce: 'n' }],
  ["one for the UI's client with a scope", true, {}, { aud: [CLIENT, 'api'], scope: 'openid' }],
  ['an ID token with a nonce', false, { typ: 'JWT' }, { nonce: 'n' }],
  ['an ID token with the hash of an access token', false, {}, { at_hash: 'h' }],
  ["an ID token of the UI's client that has neither", false, {}, { aud: CLIENT, auth_time: 1 }],
  ["Keycloak's ID token", false, { typ: 'JWT' }, { typ: 'ID' }],
  ["Keycloak's refresh token", false, { typ: 'JWT' }, { typ: 'Refresh' }],
  ['a logout token', false, { typ: 'logout+jwt' }, LOGOUT],
  ['a logout token without a type', false, {}, LOGOUT],
  ['a logout token that says it is an access token', false, { typ: 'at+jwt' }, LOGOUT],
  ['a proof of possession', false, { typ: 'dpop+jwt' }, {}],
])('%s: %s', (_what, expected, header, claims) => {
  expect(isAccessToken(header, { sub: 'u', ...claims }, CLIENT)).toBe(expected);
});
