import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#common/clock/clock.js';
import type { VaultConfig } from '#common/config/secret-providers.js';
import { JWT, ROLE, VaultServer } from '#testing/vault/vault-server.js';
import { VaultClient } from './vault-client.js';
import { VaultProvider } from './vault-provider.js';

let folder: string;
let vault: VaultServer;
const made: VaultProvider[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-vault-'));
  await Promise.all([
    writeFile(join(folder, 'role'), `${ROLE.role_id}\n`),
    writeFile(join(folder, 'secret'), ROLE.secret_id),
    writeFile(join(folder, 'wrong'), 'wrong'),
    writeFile(join(folder, 'jwt'), JWT),
  ]);
});
beforeEach(async () => {
  vault = await VaultServer.start();
  vault.put('secret/ibm/db', { user: 'anna', password: 'first', port: 5432, nested: { no: 'text' } });
  vault.put('secret/ibm/db', { user: 'anna', password: 'second' });
  await writeFile(join(folder, 'token'), `${vault.rootToken}\n`);
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((provider) => provider.close()));
  await vault.close();
});
afterAll(() => rm(folder, { recursive: true }));

type Auth = VaultConfig['auth'];
const byToken = (): Auth => ({ method: 'token', file: join(folder, 'token') });
const byRole = (secret = 'secret'): Auth => ({
  method: 'approle',
  mount: 'approle',
  roleIdFile: join(folder, 'role'),
  secretIdFile: join(folder, secret),
});
const byCluster = (): Auth => ({
  method: 'kubernetes',
  role: 'carillon',
  mount: 'kubernetes',
  file: join(folder, 'jwt'),
});

function provider(auth: Auth, timeoutSeconds = 5, address = vault.address): VaultProvider {
  const client = new VaultClient({ address, auth, timeoutSeconds }, systemClock);
  const one = new VaultProvider(client, systemClock);
  made.push(one);
  return one;
}
const asked = (path: string, version: number | null = null) => ({ tenant: 'ibm', namespace: null, path, version });

test.each<[string, () => Auth]>([
  ['a token in a file', byToken],
  ['AppRole', () => byRole()],
  ['Kubernetes', byCluster],
])('the provider signs in by %s and reads the newest version, or the requested one', async (_, auth) => {
  const one = provider(auth());
  await one.probe();
  expect([...(await one.read(asked('secret/data/ibm/db'))).values]).toEqual([
    ['user', 'anna'],
    ['password', 'second'],
  ]);
  const former = await one.read(asked('secret/data/ibm/db', 1));
  expect([former.values.get('password'), former.values.get('port'), former.values.has('nested'), former.lease]).toEqual(
    ['first', '5432', false, null],
  );
  const logins = vault.requests.filter((each) => each.endsWith('/login'));
  expect(logins.length).toBeLessThanOrEqual(1);
});

test('missing, deleted and forbidden secrets are distinguished from an unavailable provider', async () => {
  const one = provider(byRole());
  const reasonOf = (path: string, version?: number): Promise<unknown> =>
    one.read(asked(path, version)).then(
      () => 'read',
      (error: unknown) => (error as { reason: string }).reason,
    );
  expect(await reasonOf('secret/data/ibm/none')).toBe('SecretMissing');
  expect(await reasonOf('secret/data/ibm/db', 7)).toBe('SecretMissing');
  vault.put('secret/ibm/db', null);
  expect(await reasonOf('secret/data/ibm/db')).toBe('SecretMissing');
  expect(await reasonOf('secret/data/forbidden')).toBe('SecretRefused');
  vault.isSealed = true;
  expect(await reasonOf('secret/data/ibm/db', 1)).toBe('SecretsUnavailable');
  await expect(one.probe()).rejects.toThrow('503');
});

test('repeated reads of a denied path do not sign in again', async () => {
  const one = provider(byRole());
  for (let i = 0; i < 3; i++)
    await expect(one.read(asked('secret/data/forbidden'))).rejects.toThrow('permission denied');
  expect(vault.requests.filter((each) => each.endsWith('/login'))).toHaveLength(1);
});

test('a refused sign-in is reported, and the next read signs in again', async () => {
  await expect(provider(byRole('wrong')).read(asked('secret/data/ibm/db'))).rejects.toMatchObject({
    reason: 'SecretRefused',
    message: expect.stringContaining('sign in by approle: invalid role or secret ID') as string,
  });
  await expect(provider({ method: 'token', file: join(folder, 'none') }).read(asked('x/y'))).rejects.toMatchObject({
    reason: 'SecretsUnavailable',
  });
});

test('a provider that does not answer in time, or cannot be reached, is unavailable', async () => {
  vault.delayMs = 5_000;
  await expect(provider(byToken(), 0.2).read(asked('secret/data/ibm/db'))).rejects.toMatchObject({
    reason: 'SecretsUnavailable',
    message: expect.stringContaining('no answer within 0.2 s') as string,
  });
  await expect(provider(byToken(), 1, 'http://127.0.0.1:1').probe()).rejects.toMatchObject({
    reason: 'SecretsUnavailable',
  });
});

test('the token is not sent to another address after a redirect', async () => {
  const standby = createServer((_, response) => response.writeHead(307, { location: vault.address }).end());
  await new Promise<void>((resolve) => standby.listen(0, '127.0.0.1', resolve));
  const { port } = standby.address() as { port: number };
  const before = vault.requests.length;
  await expect(provider(byToken(), 5, `http://127.0.0.1:${port}`).read(asked('secret/data/ibm/db'))).rejects.toThrow(
    'active node',
  );
  expect(vault.requests).toHaveLength(before);
  standby.closeAllConnections();
  await new Promise((resolve) => standby.close(resolve));
});

test('a lease is renewed and revoked with any token of the executor; a lease that no longer exists is lost', async () => {
  const one = provider(byRole());
  const { values, lease } = await one.read(asked('database/creds/ibm'));
  if (lease === null) throw new Error('a lease was expected');
  expect(values.get('password')).toBe(vault.living[0]?.values['password']);
  expect(lease).toMatchObject({ seconds: 3_600, accessor: expect.any(String) as string });
  const held = { provider: 'vault', ...lease };
  // Another executor takes the lease over with its own token.
  const other = provider(byCluster());
  expect(await other.renew(held)).toEqual({ type: 'renewed', seconds: 3_600, isRenewable: true });
  expect(vault.living[0]?.renewals).toBe(1);
  await other.revoke(held);
  await other.revoke(held);
  expect([vault.living.length, vault.gone.length]).toEqual([0, 1]);
  expect(await other.renew(held)).toEqual({ type: 'lost', message: 'lease not found' });
  vault.revokeTokens();
  expect(await provider(byToken()).renew(held)).toMatchObject({
    type: 'lost',
    message: expect.stringContaining('token') as string,
  });
});
