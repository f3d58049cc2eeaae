/**
 * Secrets that are kept outside, in a local Vault and in files: given to workers, hidden in their output, stored nowhere; providers
 * that are unavailable. @promise S3
 */
import { createServer } from 'node:http';
import { jest } from '@jest/globals';
import { MembersStore } from '#common/mongo/members.store.js';
import { storedTexts } from '#testing/stored-texts.js';
import { until } from '#testing/until.js';
import type { ServiceProcess } from '../support/service-process.js';
import { DYNAMIC, FROM_FILE, FROM_KV, KV, OF_FILE, OPEN, OutsideSecrets } from './support/outside-secrets.js';

jest.setTimeout(300_000);
const LIMIT_MS = 90_000;

let outside: OutsideSecrets;
let executor: ServiceProcess;
let collector: ServiceProcess;

beforeAll(async () => {
  outside = await OutsideSecrets.create();
  [executor, collector] = await Promise.all([outside.start('executor'), outside.start('log-collector')]);
});
afterAll(async () => {
  await Promise.all([executor.stop(), collector.stop()]);
  await outside.close();
});

test('a process gets them, its output hides them in every form, and they are not stored', async () => {
  const says =
    'echo "kv $KV file $FILE user $DB_USER"; printf "x:%s" "$DB_PASSWORD" | base64 -w0; echo; printf "%s" "$KV" >&2; exit 3';
  const run = await outside.world.begin(['sh', '-c', says], {
    worker: OPEN,
    job: { secretsFrom: [FROM_KV, FROM_FILE, ...DYNAMIC] },
  });
  const ended = await outside.world.ended(run.id, LIMIT_MS);
  expect(ended).toMatchObject({ phase: 'Failed', exitCode: 3 });
  const log = await outside.logOf(run);
  expect(log).toContain('kv *** file *** user ***');
  await until('the lease to be revoked', () => outside.vault.gone.length === 1, LIMIT_MS);
  const { values } = outside.vault.gone[0]!;
  const clear = [KV, OF_FILE, values['username']!, values['password']!];
  const forms = clear.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    Buffer.from(`x:${value}`).toString('base64'),
  ]);
  const everything = `${await storedTexts(outside.world.mongo)}\n${log}\n${executor.output()}\n${collector.output()}\n${JSON.stringify(ended)}`;
  expect(forms.filter((form) => everything.includes(form))).toEqual([]);
});

test('a web service gets them in its invocation', async () => {
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
  const run = await outside.world.begin([], {
    worker: { engine: 'webservice', url: `http://127.0.0.1:${port}/` },
    job: { secretsFrom: [FROM_KV] },
  });
  const ended = await outside.world.ended(run.id, LIMIT_MS);
  worker.closeAllConnections();
  worker.close();
  expect(JSON.parse(called[0] ?? '{}')).toMatchObject({ secrets: { KV } });
  expect(JSON.stringify([ended, await outside.world.attempts(run.id)])).not.toContain('kv-password');
});

test('S1: a reference to a secret of another tenant is refused when the attempt starts, whoever has saved it', async () => {
  const asked = outside.vault.requests.length;
  const run = await outside.world.begin(['true'], {
    worker: OPEN,
    job: { secretsFrom: [{ ...FROM_KV, path: 'secret/data/acme/db' }] },
  });
  const ended = await outside.world.ended(run.id, LIMIT_MS);
  const [attempt] = await outside.world.attempts(run.id);
  expect([ended.phase, attempt?.end.reason]).toEqual(['Failed', 'SecretRefused']);
  expect(outside.vault.requests.slice(asked).join()).not.toContain('acme');
});

test('S1: a job that was saved before its variables were judged fails at its start, and its secrets are not read', async () => {
  const asked = outside.vault.requests.length;
  const run = await outside.world.begin(['true'], { job: { secretsFrom: [{ ...FROM_KV, as: 'LD_PRELOAD' }] } });
  const ended = await outside.world.ended(run.id, LIMIT_MS);
  const [attempt] = await outside.world.attempts(run.id);
  expect([ended.phase, attempt?.end.reason]).toEqual(['Failed', 'SecretVariableRefused']);
  expect(attempt?.end.message).toContain('secretsFrom.0.as');
  expect(outside.vault.requests).toHaveLength(asked);
});

test('a missing secret fails the attempt with a reason of its own', async () => {
  const run = await outside.world.begin(['true'], {
    worker: OPEN,
    job: { secretsFrom: [{ ...FROM_KV, key: 'no-such-key' }] },
  });
  await outside.world.ended(run.id, LIMIT_MS);
  const [attempt] = await outside.world.attempts(run.id);
  expect(attempt?.end).toMatchObject({
    reason: 'SecretMissing',
    message: expect.stringContaining('no-such-key') as string,
  });
});

test('a provider that is available again is used again, and the state of each is reported to the doctor', async () => {
  outside.slow.isSealed = true;
  const members = new MembersStore(outside.world.mongo);
  const statesOfProviders = async (): Promise<Record<string, boolean>> => {
    const heard = await members.heardSince('executor', 0);
    return Object.fromEntries(
      heard.flatMap(({ providers = [] }) => providers).map((each) => [each.provider, each.trouble === null]),
    );
  };
  await until('the doctor to know', async () => (await statesOfProviders())['slow'] === false, LIMIT_MS);
  expect(await statesOfProviders()).toEqual({ vault: true, files: true, slow: false });
  outside.slow.isSealed = false;
  const run = await outside.world.begin(['true'], {
    worker: OPEN,
    job: { secretsFrom: [{ ...FROM_KV, from: 'slow' }] },
  });
  expect(await outside.world.ended(run.id, LIMIT_MS)).toMatchObject({ phase: 'Completed' });
});
