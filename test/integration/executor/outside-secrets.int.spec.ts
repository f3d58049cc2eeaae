/**
 * Secrets that are kept outside, in a local Vault and in files: given to workers, hidden in what these say, stored nowhere; leases that
 * outlive the executor that got them; providers that are slow or away. @promise S3
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { LogReader } from '#common/mongo/log-reader.js';
import { MembersStore } from '#common/mongo/members.store.js';
import type { Run } from '#common/run/run.js';
import { ROLE, VaultServer } from '#testing/vault/vault-server.js';
import { storedTexts } from '#testing/stored-texts.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { World } from './support/world.js';

jest.setTimeout(300_000);
const LIMIT_MS = 90_000;
/** On a busy machine it takes half of that until another executor has taken over. */
const LEASE_SECONDS = 16;
const TOKEN_SECONDS = 20;

const KV = 'kv-password/"of" the tenant';
const OF_FILE = 'value-of-the-file-of-ibm';

let world: World;
let vault: VaultServer;
let slow: VaultServer;
let folder: string;
let env: Record<string, string>;
let executor: ServiceProcess;
let collector: ServiceProcess;

beforeAll(async () => {
  world = await World.create();
  [vault, slow] = await Promise.all([
    VaultServer.start({ leaseSeconds: LEASE_SECONDS, tokenSeconds: TOKEN_SECONDS }),
    VaultServer.start(),
  ]);
  vault.put('secret/ibm/db', { password: KV });
  vault.put('secret/acme/db', { password: 'of-another-tenant' });
  slow.put('secret/ibm/db', { password: KV });
  slow.delayMs = 60_000;
  folder = await mkdtemp(join(tmpdir(), 'carillon-outside-'));
  // The user that commands run under looks for a file in it.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'ibm'));
  await Promise.all([
    writeFile(join(folder, 'ibm', 'key'), OF_FILE),
    writeFile(join(folder, 'role'), ROLE.role_id),
    writeFile(join(folder, 'secret'), ROLE.secret_id),
  ]);
  const auth = { method: 'approle', roleIdFile: join(folder, 'role'), secretIdFile: join(folder, 'secret') };
  const ofVault = { kind: 'vault', auth, paths: ['secret/data/{tenant}/*', 'database/creds/{tenant}'] };
  const providers = {
    vault: { ...ofVault, address: vault.address },
    slow: { ...ofVault, address: slow.address, timeoutSeconds: 2 },
    files: { kind: 'files', folder, paths: ['{tenant}/*'] },
  };
  env = { ...world.env, SECRET_PROVIDERS: JSON.stringify(providers) };
  [executor, collector] = await Promise.all([startService('executor', env), startService('log-collector', env)]);
});
afterAll(async () => {
  await Promise.all([executor.stop(), collector.stop()]);
  await Promise.all([vault.close(), slow.close(), rm(folder, { recursive: true })]);
  await world.close();
});

const FROM_KV = { as: 'KV', from: 'vault', path: 'secret/data/ibm/db', key: 'password' };
const FROM_FILE = { as: 'FILE', from: 'files', path: 'ibm/key' };
const DYNAMIC = [
  { as: 'DB_USER', from: 'vault', path: 'database/creds/ibm', key: 'username' },
  { as: 'DB_PASSWORD', from: 'vault', path: 'database/creds/ibm', key: 'password' },
];

async function logOf(run: Run): Promise<string> {
  const lines: string[] = [];
  for await (const block of new LogReader(world.mongo).read({ run: run.id }))
    lines.push(...block.map(({ text }) => text));
  return lines.join('\n');
}

test('a process is given them, its output hides them in every form, and nothing of them is stored', async () => {
  const says =
    'echo "kv $KV file $FILE user $DB_USER"; printf "x:%s" "$DB_PASSWORD" | base64 -w0; echo; printf "%s" "$KV" >&2; exit 3';
  const run = await world.begin(['sh', '-c', says], { job: { secretsFrom: [FROM_KV, FROM_FILE, ...DYNAMIC] } });
  const ended = await world.ended(run.id, LIMIT_MS);
  expect(ended).toMatchObject({ phase: 'Failed', exitCode: 3 });
  const log = await logOf(run);
  expect(log).toContain('kv *** file *** user ***');
  await until('the lease to be revoked', () => vault.gone.length === 1, LIMIT_MS);
  const { values } = vault.gone[0]!;
  const clear = [KV, OF_FILE, values['username']!, values['password']!];
  const forms = clear.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    Buffer.from(`x:${value}`).toString('base64'),
  ]);
  const everything = `${await storedTexts(world.mongo)}\n${log}\n${executor.output()}\n${collector.output()}\n${JSON.stringify(ended)}`;
  expect(forms.filter((form) => everything.includes(form))).toEqual([]);
});

test('a web service finds them beside its job', async () => {
  const called: string[] = [];
  const worker = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      called.push(text);
      response.writeHead(401).end(`no ${KV} here`);
    });
  });
  await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve));
  const { port } = worker.address() as { port: number };
  const run = await world.begin([], {
    worker: { engine: 'webservice', url: `http://127.0.0.1:${port}/` },
    job: { secretsFrom: [FROM_KV] },
  });
  const ended = await world.ended(run.id, LIMIT_MS);
  worker.closeAllConnections();
  worker.close();
  expect(JSON.parse(called[0] ?? '{}')).toMatchObject({ secrets: { KV } });
  expect(JSON.stringify([ended, await world.attempts(run.id)])).not.toContain('kv-password');
});

test('a lease is renewed while its run lives, by the executor that takes over, and revoked at the end', async () => {
  const before = vault.gone.length;
  const run = await world.begin(['sh', '-c', 'while [ ! -e "$STOP" ]; do sleep 0.2; done; echo "$DB_PASSWORD"'], {
    job: { secretsFrom: DYNAMIC, env: { STOP: join(folder, 'stop') } },
  });
  await world.reaches(run.id, 'running', ({ phase }) => phase === 'Running', LIMIT_MS);
  const [lease] = vault.living;
  if (lease === undefined) throw new Error('a lease was expected');
  await until('a renewal', () => lease.renewals > 0, LIMIT_MS);
  await executor.kill();
  const then = lease.renewals;
  executor = await startService('executor', env);
  const isRenewed = (): boolean => {
    if (vault.gone.includes(lease)) throw new Error('the lease has ended before anybody renewed it');
    return lease.renewals > then;
  };
  await until('a renewal by the next executor', isRenewed, LIMIT_MS);
  // Longer than the token of the first executor lived: the second one has renewed that, too.
  const madeAt = lease.maxEndsAt - 86_400_000;
  await until('the first token to be over', () => Date.now() > madeAt + (TOKEN_SECONDS + 2) * 1_000, LIMIT_MS);
  expect([vault.living.map(({ id }) => id), vault.gone.length]).toEqual([[lease.id], before]);
  await writeFile(join(folder, 'stop'), '');
  await world.ended(run.id, LIMIT_MS);
  await until('the lease to be revoked', () => vault.gone.length === before + 1, LIMIT_MS);
  expect(await logOf(run)).toBe('***');
});

test('S1: a reference to what is of another tenant is refused when the attempt starts, whoever has saved it', async () => {
  const asked = vault.requests.length;
  const run = await world.begin(['true'], { job: { secretsFrom: [{ ...FROM_KV, path: 'secret/data/acme/db' }] } });
  const ended = await world.ended(run.id, LIMIT_MS);
  const [attempt] = await world.attempts(run.id);
  expect([ended.phase, attempt?.end.reason]).toEqual(['Failed', 'SecretRefused']);
  expect(vault.requests.slice(asked).join()).not.toContain('acme');
});

test('what does not exist fails the attempt with a reason of its own', async () => {
  const run = await world.begin(['true'], { job: { secretsFrom: [{ ...FROM_KV, key: 'no-such-key' }] } });
  await world.ended(run.id, LIMIT_MS);
  const [attempt] = await world.attempts(run.id);
  expect(attempt?.end).toMatchObject({
    reason: 'SecretMissing',
    message: expect.stringContaining('no-such-key') as string,
  });
});

test('a provider that answers late delays no run but those that need it; these fail with their reason and are tried again', async () => {
  const late = await Promise.all(
    Array.from({ length: 30 }, () =>
      world.begin(['true'], {
        job: { secretsFrom: [{ ...FROM_KV, from: 'slow' }], startDeadlineSeconds: 8, maxAttempts: 2 },
      }),
    ),
  );
  const others = await Promise.all([1, 2, 3].map(() => world.begin(['true'], { job: { secretsFrom: [FROM_FILE] } })));
  const ended = await Promise.all(others.map(({ id }) => world.ended(id, LIMIT_MS)));
  expect(ended.map(({ phase }) => phase)).toEqual(['Completed', 'Completed', 'Completed']);
  // None of those that need it has ended or started meanwhile.
  const [first] = late;
  expect((await world.load(first!.id)).phase).toBe('Pending');
  slow.delayMs = 0;
  slow.isSealed = true;
  const failed = await world.ended(first!.id, LIMIT_MS);
  const attempts = await world.attempts(first!.id);
  expect([failed.phase, attempts.map(({ end }) => end.reason)]).toEqual([
    'Failed',
    ['SecretsUnavailable', 'SecretsUnavailable'],
  ]);
  await Promise.all(late.map(({ id }) => world.ended(id, LIMIT_MS)));
});

test('a provider that is back is used again, and what was found of each is told to the doctor', async () => {
  slow.isSealed = true;
  const members = new MembersStore(world.mongo);
  const told = async (): Promise<Record<string, boolean>> => {
    const heard = await members.heardSince('executor', 0);
    return Object.fromEntries(
      heard.flatMap(({ providers = [] }) => providers).map((each) => [each.provider, each.trouble === null]),
    );
  };
  await until('the doctor to know', async () => (await told())['slow'] === false, LIMIT_MS);
  expect(await told()).toEqual({ vault: true, files: true, slow: false });
  slow.isSealed = false;
  const run = await world.begin(['true'], { job: { secretsFrom: [{ ...FROM_KV, from: 'slow' }] } });
  expect(await world.ended(run.id, LIMIT_MS)).toMatchObject({ phase: 'Completed' });
});
