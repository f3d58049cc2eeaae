/** @promise S6 */
import { isAccessToken } from './access-token.js';

const CLIENT = 'carillon-ui';
const LOGOUT = { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } };

test.each<[string, boolean, object, object]>([
  ['an access token as RFC 9068 defines it', true, { typ: 'at+jwt' }, {}],
  ['an access token with the long form of its type', true, { typ: 'application/at+jwt' }, {}],
  ['an access token without a type', true, {}, { aud: 'api' }],
  ['an access token of type JWT', true, { typ: 'JWT' }, { aud: 'api', scope: 'openid' }],
  ['an access token of Keycloak, which repeats the nonce', true, { typ: 'JWT' }, { typ: 'Bearer', nonce: 'n' }],
  ['an access token for the client of the UI, with a scope', true, {}, { aud: [CLIENT, 'api'], scope: 'openid' }],
  ['an ID token with a nonce', false, { typ: 'JWT' }, { nonce: 'n' }],
  ['an ID token with the hash of an access token', false, {}, { at_hash: 'h' }],
  [
    'an ID token for the client of the UI that has neither a nonce nor a hash',
    false,
    {},
    { aud: CLIENT, auth_time: 1 },
  ],
  ['an ID token of Keycloak', false, { typ: 'JWT' }, { typ: 'ID' }],
  ['a refresh token of Keycloak', false, { typ: 'JWT' }, { typ: 'Refresh' }],
  ['a logout token', false, { typ: 'logout+jwt' }, LOGOUT],
  ['a logout token without a type', false, {}, LOGOUT],
  ['a logout token whose type is that of an access token', false, { typ: 'at+jwt' }, LOGOUT],
  ['a proof of possession', false, { typ: 'dpop+jwt' }, {}],
])('%s is an access token: %s', (_what, expected, header, claims) => {
  expect(isAccessToken(header, { sub: 'u', ...claims }, CLIENT)).toBe(expected);
});
