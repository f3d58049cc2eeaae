import { SecretBox } from '#common/crypto/secret-box.js';
import { asAttemptId, asTenantId } from '#common/domain/ids.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import type { HeldSecrets } from '#common/mongo/held-secrets.store.js';
import { printMask } from '#common/secrets/secret-prints.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import { ProviderGuard } from './provider-guard.js';
import { unavailable, type SecretProvider, type SecretRequest } from './provider.js';
import type { KnownProvider } from './providers.js';
import { SecretGiver } from './secret-giver.js';

const box = new SecretBox([{ id: 'k', key: Buffer.alloc(32, 1) }]);
const run = { ...aRun(aPlan()), tenant: asTenantId('ibm') };
const clock = { now: () => 1_000, monotonic: () => 0 };

interface World {
  readonly giver: SecretGiver;
  readonly held: Map<string, HeldSecrets>;
  readonly revoked: string[];
  readonly asked: SecretRequest[];
}

function world(change: Partial<SecretProvider> = {}, canRevoke = true): World {
  const held = new Map<string, HeldSecrets>();
  const revoked = [] as string[];
  const asked = [] as SecretRequest[];
  const provider: SecretProvider = {
    read: (request) => {
      asked.push(request);
      const lease = { id: `lease-${asked.length}`, accessor: 'a', seconds: 60, expiresAt: 61_000, renewAt: 31_000 };
      return Promise.resolve({
        values: new Map([
          ['user', 'v-user-1'],
          ['password', 'v-password-1'],
        ]),
        lease,
      });
    },
    probe: () => Promise.resolve(),
    ...change,
  };
  const known: KnownProvider = {
    name: 'vault',
    config: { kind: 'vault', paths: ['db/{tenant}'], tenants: null } as never,
    provider,
    guard: new ProviderGuard('vault', clock, new Metrics('executor', '0.0.0')),
  };
  const giver = new SecretGiver({
    providers: new Map([['vault', known]]),
    held: {
      add: (each) => Promise.resolve(void held.set(each.id, each)),
      remove: (id) => Promise.resolve(void held.delete(id)),
    },
    leases: {
      revokeAll: (leases: readonly HeldLease[]) => {
        if (canRevoke) revoked.push(...leases.map(({ id }) => id));
        return Promise.resolve(canRevoke || leases.length === 0);
      },
    },
    box,
    clock,
  });
  return { giver, held, revoked, asked };
}

const references = ['user', 'password'].map((key) => ({ as: key.toUpperCase(), from: 'vault', path: 'db/ibm', key }));
const launch = aContainerLaunch({
  attempt: asAttemptId(`${run.id}/0/main/0/1`),
  env: { plain: { USER: 'nobody', A: 'b' }, secret: { JOB_SECURE_PARAMS: '' } },
  outside: { references, namespace: 'ibm' },
});

test('values of one path come from one read and override variables of the same name', async () => {
  const { giver, held, asked } = world();
  const given = await giver.give(run, launch);
  if ('failed' in given) throw new Error('secrets were expected');
  expect(given.launch).toMatchObject({
    env: { plain: { A: 'b' }, secret: { JOB_SECURE_PARAMS: '', USER: 'v-user-1', PASSWORD: 'v-password-1' } },
  });
  expect(asked).toEqual([{ tenant: 'ibm', namespace: 'ibm', path: 'db/ibm', version: null }]);
  const [stored] = [...held.values()];
  expect(stored).toMatchObject({
    run: run.id,
    mapped: [],
    leases: [{ provider: 'vault', id: 'lease-1' }],
    nextAt: 31_000,
  });
  expect(JSON.stringify(stored)).not.toContain('v-password-1');
  expect(printMask(box.open(stored?.prints ?? '')).hideIn('got v-password-1')).toBe('got ***');
});

test('a start that did not happen returns its leases; a lease that cannot be revoked now is kept and revoked later', async () => {
  for (const canRevoke of [true, false]) {
    const { giver, held, revoked } = world({}, canRevoke);
    const given = await giver.give(run, launch);
    if ('failed' in given) throw new Error('secrets were expected');
    await giver.takeBack(given);
    expect([held.size, revoked]).toEqual(canRevoke ? [0, ['lease-1']] : [1, []]);
  }
});

test('if one of several secrets cannot be read, the leases of the others are returned and nothing is stored', async () => {
  const { giver, held, revoked } = world();
  const outside = {
    references: [...references, { as: 'X', from: 'vault', path: 'db/ibm', key: 'none' }],
    namespace: null,
  };
  expect(await giver.give(run, { ...launch, outside })).toMatchObject({
    failed: { type: 'refused', retryable: false, reason: 'SecretMissing' },
  });
  expect([held.size, revoked]).toEqual([0, ['lease-1']]);
});

test('a provider that is unavailable refuses the start only for now', async () => {
  const { giver } = world({ read: () => Promise.reject(unavailable('no answer')) });
  expect(await giver.give(run, launch)).toEqual({
    failed: { type: 'refused', retryable: true, reason: 'SecretsUnavailable', message: 'no answer' },
  });
});

test('S1: a secret that the tenant may not read is not requested from the provider', async () => {
  const { giver, asked } = world();
  const foreign = await giver.give({ ...run, tenant: asTenantId('acme') }, launch);
  expect([foreign, asked]).toMatchObject([{ failed: { reason: 'SecretRefused', retryable: false } }, []]);
});

test('a pod that refers to a Secret itself gets the reference, without a read', async () => {
  const { giver, held, asked } = world({ refersTo: () => Promise.resolve(true) });
  const given = await giver.give(run, launch);
  if ('failed' in given) throw new Error('secrets were expected');
  const mapped = references.map(({ as, path, key }) => ({ as, secret: path, key }));
  expect(given.launch).toMatchObject({ envFrom: mapped, env: { plain: { A: 'b' } } });
  expect(asked).toEqual([]);
  expect([...held.values()]).toMatchObject([
    { prints: null, leases: [], nextAt: null, mapped: [{ key: 'user' }, { key: 'password' }] },
  ]);
});

test('a web service gets the values in its call', async () => {
  const { giver } = world();
  const call = { ...launch, engine: 'webservice', body: { runId: 'r' }, call: null } as never;
  expect(await giver.give(run, call)).toMatchObject({
    launch: { body: { runId: 'r', secrets: { USER: 'v-user-1', PASSWORD: 'v-password-1' } } },
  });
});
