import { Writable } from 'node:stream';
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type GenerateKeyPairResult,
  type JWTPayload,
} from 'jose';
import { createLogger } from '#common/logging/logger.js';
import { NO_CLAIM_RULES } from './core/oidc-claims.js';
import { OidcVerifier } from './oidc-verifier.js';

const issuer = 'https://issuer.test';
const audience = 'carillon';
const HOUR_SECONDS = 3_600;
const now = Math.floor(Date.now() / 1_000);
const right = { iss: issuer, aud: audience, sub: 'secret-subject', exp: now + HOUR_SECONDS };

let keys: GenerateKeyPairResult;
let strange: GenerateKeyPairResult;
let published: object;
beforeAll(async () => {
  [keys, strange] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  published = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256' };
});

const signed = async (claims: object, header: object = {}, by = keys): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify({ ...right, ...claims })) as JWTPayload)
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header })
    .sign(by.privateKey);

const refusals: Record<string, [token: () => Promise<string>, reason: string]> = {
  'has expired': [async () => signed({ exp: now - HOUR_SECONDS }), 'it has expired'],
  'never expires': [async () => signed({ exp: undefined }), 'it has no claim exp'],
  'is for another audience': [async () => signed({ aud: 'secret-audience' }), 'its claim aud is not OIDC_AUDIENCE'],
  'is for no audience': [async () => signed({ aud: undefined }), 'it has no claim aud'],
  'is of another issuer': [async () => signed({ iss: `${issuer}/` }), 'its claim iss is not OIDC_ISSUER'],
  'names nobody': [async () => signed({ sub: undefined }), 'it has no claim sub'],
  'names nobody by an empty text': [async () => signed({ sub: '' }), 'its claim sub is empty'],
  'begins later': [
    async () => signed({ nbf: now + HOUR_SECONDS }),
    'its claim nbf lies ahead: compare the clocks of the issuer and of the api',
  ],
  'has a time that is none': [async () => signed({ exp: 'tomorrow' }), 'its claim exp is not valid'],
  'is an ID token': [
    async () => signed({ nonce: 'n' }),
    'it is no access token, but an ID token, a logout token or of another type',
  ],
  'is signed by another key': [async () => signed({}, {}, strange), 'no key of the issuer has signed it'],
  'names another key': [
    async () => signed({}, { kid: 'secret-kid' }),
    'it names a key that the issuer does not publish',
  ],
  'is signed by a shared secret': [
    async () => new SignJWT(right).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('s'.repeat(32))),
    'its algorithm is not accepted',
  ],
  'is garbage': [() => Promise.resolve('secret.text.none'), 'it cannot be read'],
};

/** What the verifier makes of a token, and the lines that it logs meanwhile. */
async function verified(token: string): Promise<{ readonly caller: unknown; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const destination = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString());
      done();
    },
  });
  const log = createLogger('api', 'info', { destination });
  const find = createLocalJWKSet({ keys: [published] });
  const source = { find, readAt: 0, renewedSince: () => Promise.resolve(false) };
  const verifier = new OidcVerifier({ issuer, audience, clientId: 'ui', claims: NO_CLAIM_RULES }, source, log);
  return { caller: await verifier.verify(token), lines };
}

test.each(Object.entries(refusals))(
  'the log says why a token is refused that %s, and nothing of its content',
  async (_what, [token, reason]) => {
    const { caller, lines } = await verified(await token());
    expect(caller).toBeNull();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        level: 'warn',
        time: expect.any(String) as string,
        service: 'api',
        msg: `an OIDC token was refused: ${reason}`,
      },
    ]);
    expect(lines.join()).not.toContain('secret');
  },
);

test.each([
  ['has its groups left out', { hasgroups: true }, 1],
  ['has its groups at another place', { _claim_names: { groups: 'src1' } }, 1],
  ['has its groups left out, but a role', { hasgroups: true, carillon_roles: ['ibm:viewer'] }, 0],
  ['has no groups', {}, 0],
])('a token that %s is accepted, and the log says if it gives no role for that', async (_what, claims, warnings) => {
  const { caller, lines } = await verified(await signed(claims));
  expect(caller).not.toBeNull();
  expect(lines.filter((line) => line.includes('the issuer has left out its groups'))).toHaveLength(warnings);
  expect(lines).toHaveLength(warnings);
});
