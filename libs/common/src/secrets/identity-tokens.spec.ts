import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { SecretBox, type SecretKey } from '../crypto/secret-box.js';
import type { PublicJwk } from '../crypto/identity-key.js';
import { asAttemptId, asJobId, asRunId, asTenantId } from '../domain/ids.js';
import { issuerOf, subjectOf } from '../spec/identity.js';
import { IdentityTokens, IDENTITY_CLAIMS } from './identity-tokens.js';

const [K1, K2] = [1, 2].map((n): SecretKey => ({ id: `k${n}`, key: Buffer.alloc(32, n) })) as [SecretKey, SecretKey];
const ISSUER = 'https://carillon.test/prefix';
const NOW = 1_796_119_200_000;
const HOUR_MS = 3_600_000;

/** The store of all services, by the ids of keys; writes fail while it is down. */
function world() {
  const stored = new Map<string, { jwk: PublicJwk; until: number }>();
  const state = { now: NOW, isDown: false, writes: 0 };
  const store = {
    keep: async (jwk: PublicJwk, until: number) => {
      state.writes += 1;
      await Promise.resolve();
      if (state.isDown) throw new Error('the database is down');
      stored.set(jwk.kid, { jwk, until });
    },
    published: (now: number) =>
      state.isDown
        ? Promise.reject(new Error('the database is down'))
        : Promise.resolve([...stored.values()].filter(({ until }) => until > now).map(({ jwk }) => jwk)),
  };
  const outcomes: string[] = [];
  const metrics = { identityTokens: { inc: ({ outcome }: { outcome: string }) => outcomes.push(outcome) } } as never;
  const service = (keys: readonly SecretKey[], issuer: string | null = ISSUER): IdentityTokens =>
    new IdentityTokens(
      new SecretBox(keys),
      store,
      { now: () => state.now, monotonic: () => state.now },
      { issuer, metrics },
    );
  return { state, service, outcomes };
}

const tenant = { id: asTenantId('ibm'), createdAt: NOW - 5_000, identityAudiences: ['vault', 'sts.amazonaws.com'] };
const subject = subjectOf(tenant, { id: 'ibm-nightly', createdAt: NOW - 1_000 });
const request = {
  run: {
    id: asRunId('ibm-nightly-1'),
    tenant: tenant.id,
    job: asJobId('ibm-nightly'),
    jobVersion: 4,
    trigger: 'manual' as const,
    requestedBy: 'ann',
  },
  attempt: asAttemptId('ibm-nightly-1/0/main/0/1'),
  job: { identity: { audience: ['vault', 'sts.amazonaws.com'] }, identitySubject: subject },
  tenant,
  audience: null,
  seconds: 600,
};

async function tokenOf(service: IdentityTokens, more: Partial<Parameters<IdentityTokens['issue']>[1]> = {}) {
  const issued = await service.issue('given', { ...request, ...more });
  if ('message' in issued) throw new Error(`${issued.path} ${issued.message}`);
  return issued;
}

/** As a stranger does, who has nothing but the keys that are served. */
async function verified(token: string, by: IdentityTokens, at = NOW, audience = 'vault'): Promise<JWTPayload> {
  const keys = createLocalJWKSet({ keys: (await by.publicKeys()).map((jwk) => ({ ...jwk })) });
  const rules = { issuer: ISSUER, audience, currentDate: new Date(at), algorithms: ['ES256'] };
  return (await jwtVerify(token, keys, rules)).payload;
}

test('a stranger verifies a token by the published keys, and reads what it says', async () => {
  const { service } = world();
  const { token, expiresAt } = await tokenOf(service([K1]));
  const claims = await verified(token, service([K1]));
  expect(claims).toEqual({
    jti: expect.any(String) as string,
    iss: ISSUER,
    sub: subject,
    aud: ['vault', 'sts.amazonaws.com'],
    iat: NOW / 1_000 - 30,
    nbf: NOW / 1_000 - 30,
    exp: NOW / 1_000 + 600,
    tenant: 'ibm',
    job: 'ibm-nightly',
    version: 4,
    run: 'ibm-nightly-1',
    trigger: 'manual',
    requester: 'ann',
    attempt: 'ibm-nightly-1/0/main/0/1',
  });
  expect([Object.keys(claims).sort(), expiresAt]).toEqual([[...IDENTITY_CLAIMS].sort(), NOW + 600_000]);
  await expect(verified(token, service([K2]), NOW, 'vault')).resolves.toMatchObject({ sub: subject });
  await expect(verified(token, service([K1]), NOW, 'other')).rejects.toThrow('aud');
  await expect(verified(token, service([K1]), NOW - 20_000)).resolves.toMatchObject({ sub: subject });
  await expect(verified(token, service([K1]), NOW + 601_000)).rejects.toThrow('exp');
  await expect(verified(`${token.slice(0, -4)}AAAA`, service([K1]))).rejects.toThrow('signature');
});

test('a token lives for an hour at most, and one for a single audience names no other', async () => {
  const { service } = world();
  const { token, expiresAt } = await tokenOf(service([K1]), { seconds: 1e9, audience: 'vault' });
  expect([(await verified(token, service([K1]))).aud, expiresAt]).toEqual([['vault'], NOW + HOUR_MS]);
});

test('keys rotate like SECRET_KEYS: each is published before it signs, and until its last token has expired', async () => {
  const { service, state } = world();
  const before = service([K1]);
  const { token } = await tokenOf(before, { seconds: 3_600 });
  const behind = service([K1, K2]);
  const front = service([K2, K1]);
  const next = await tokenOf(front);
  expect(decodeProtectedHeader(next.token).kid).not.toBe(decodeProtectedHeader(token).kid);
  for (const replica of [behind, front]) {
    await expect(verified(token, replica)).resolves.toBeDefined();
    await expect(verified(next.token, replica)).resolves.toBeDefined();
  }
  // The former key is taken out at once: what it has signed stays valid.
  state.now = NOW + HOUR_MS - 1_000;
  await expect(verified(token, service([K2]), state.now)).resolves.toBeDefined();
  state.now = NOW + 3 * HOUR_MS;
  expect(await service([K2]).publicKeys()).toHaveLength(1);
});

test('that a key is in use is stored about once an hour, and a token that could outlive its key is not given', async () => {
  const { service, state } = world();
  const tokens = service([K1]);
  await Promise.all([tokenOf(tokens), tokenOf(tokens), tokenOf(tokens)]);
  expect(state.writes).toBe(1);
  state.now = NOW + HOUR_MS / 2;
  await tokenOf(tokens, { seconds: 3_600 });
  expect(state.writes).toBe(1);
  state.now = NOW + 1.5 * HOUR_MS;
  state.isDown = true;
  await expect(tokenOf(tokens, { seconds: 3_600 })).rejects.toThrow('down');
  expect(await tokens.publicKeys()).toHaveLength(1);
});

test.each([
  ['the tenant allows no audience', { tenant: null }, 'identity.audience.0 "vault" is not among'],
  ['the job has no such audience', { audience: 'other' }, 'save the job again'],
  ['the job has no subject', { job: { identity: { audience: ['vault'] } } }, 'save the job again'],
  ['the worker says who it is itself', { headers: { Authorization: 'x' } }, 'sets Authorization itself'],
])('no token is given where %s', async (_why, more, message) => {
  const { service, outcomes } = world();
  await expect(tokenOf(service([K1]), more)).rejects.toThrow(message);
  expect(outcomes).toEqual(['refused']);
});

test('no token is given by an issuer that nobody could trust', async () => {
  await expect(tokenOf(world().service([K1], null))).rejects.toThrow('PUBLIC_URL');
  const of = (PUBLIC_URL: string): string | null => issuerOf({ PUBLIC_URL, PATH_PREFIX: '/c' });
  expect(['https://c.test', 'http://127.0.0.1:8080', 'http://[::1]:1', 'http://localhost'].map(of)).toEqual([
    ...['https://c.test/c', 'http://127.0.0.1:8080/c', 'http://[::1]:1/c', 'http://localhost/c'],
  ]);
  expect(['http://c.test', 'http://127.0.0.1.c.test', 'http://10.0.0.1', 'http://localhost.c.test'].map(of)).toEqual(
    Array(4).fill(null),
  );
});

test('the subject holds ids and when they were made: an id that is used again is another subject', () => {
  expect(subjectOf({ id: 'ibm', createdAt: 0 }, { id: 'ibm-a', createdAt: 35 })).toBe('tenant:ibm:0:job:ibm-a:z');
  const others = [
    subjectOf({ id: 'ibm', createdAt: 1 }, { id: 'ibm-a', createdAt: 35 }),
    subjectOf({ id: 'ibm', createdAt: 0 }, { id: 'ibm-a', createdAt: 36 }),
  ];
  expect(new Set(others).has('tenant:ibm:0:job:ibm-a:z')).toBe(false);
});
