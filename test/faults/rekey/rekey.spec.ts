/** `npm run rekey` over every kind of document with secrets, beside users who edit them, and stopped at any moment. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { SecretBox } from '#common/crypto/secret-box.js';
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId, attemptId } from '#common/domain/ids.js';
import { keyIdOf, sealedTextsIn } from '#common/domain/sealed-text.js';
import { BulksStore } from '#common/mongo/bulks.store.js';
import { ChannelsStore } from '#common/mongo/channels.store.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { IdempotencyStore } from '#common/mongo/idempotency.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { MonitorsStore } from '#common/mongo/monitors.store.js';
import { HeldSecretsStore } from '#common/mongo/held-secrets.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SealedValuesStore, SEALED_FIELDS } from '#common/mongo/sealed-values.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TriggersStore } from '#common/mongo/triggers.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { freshMongo } from '#testing/servers.js';
import { CallbacksUnderWay } from '../../../tools/rekey/src/callbacks-under-way.js';
import { check, rekey, type RekeyParts } from '../../../tools/rekey/src/rekey.js';
import { verdictOf } from '../../../tools/rekey/src/verdict.js';
import { liveAttempt, storeRun } from '../../integration/api/stored-runs.js';

const OLD = { id: 'k1', key: Buffer.alloc(32, 1) };
const NEW = { id: 'k2', key: Buffer.alloc(32, 2) };
const old = new SecretBox([OLD]);
const both = new SecretBox([NEW, OLD]);
const tenant = asTenantId('ibm');
const about = { createdAt: 1, updatedAt: 1, updatedBy: 'test' };
/** Names that users choose, which are not field names everywhere. */
const HEADERS = ['Authorization', 'x.dotted', '$dollar'];

let mongo: Mongo;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ mongo, drop } = await freshMongo());
});
afterEach(async () => drop());

const headers = (): Record<string, string> => Object.fromEntries(HEADERS.map((name) => [name, old.seal(`of ${name}`)]));
const job = (change: Partial<StoredJob> = {}): StoredJob => ({
  id: asJobId('j1'),
  tenant,
  version: 1,
  rev: 1,
  ...about,
  paused: null,
  deletedAt: null,
  spec: {
    tenant: 'ibm',
    name: 'first',
    worker: 'w1',
    parameters: { 'a.b': { $set: 'x' } },
    notify: [{ on: ['failed'], webhook: old.seal('https://hooks.test/1') }],
  },
  sealed: { secureParameters: old.seal('{"p":1}'), httpHeaders: headers(), options: old.seal('{"o":"s"}') },
  ...change,
});
const worker = (): StoredWorker => ({
  id: asWorkerId('w1'),
  version: 1,
  ...about,
  spec: { name: 'w', engine: 'webservice', url: 'http://w.test' },
  sealed: { httpHeaders: headers() },
});

/** Every kind of document with secrets, as its owner stores it. */
async function storeAll(): Promise<void> {
  const jobs = new JobsStore(mongo);
  const workers = new WorkersStore(mongo);
  const notices = new NoticesStore(mongo);
  await jobs.insert(job(), 'a');
  await jobs.save(job({ version: 2, rev: 2 }), job(), 'b');
  await workers.insert(worker(), 'a');
  await workers.save({ ...worker(), version: 2 }, worker(), 'b');
  const { spec, sealed } = job();
  await new SpecsStore(mongo).put({
    hash: asSpecHash('s1'),
    jobId: 'j1',
    jobVersion: 1,
    workerId: 'w1',
    workerVersion: 1,
    engine: 'webservice',
    job: spec,
    worker: worker().spec,
    sealed,
    taskWorkers: [{ id: asWorkerId('w2'), version: 1, worker: worker().spec, httpHeaders: headers() }],
  });
  const overrides = { secureParameters: old.seal('{"r":1}'), secretOptions: old.seal('{"o":"r"}') };
  await storeRun(mongo, 'r1', { overrides });
  await storeRun(mongo, 'r2');
  const idempotency = new IdempotencyStore(mongo);
  await idempotency.claim({ key: 'i1', fingerprint: 'f', seed: 's', now: Date.now() });
  await idempotency.answer('i1', { status: 200, headers: {}, body: old.seal('{"body":1}') });
  const bulk = {
    id: 'b1',
    rev: 0,
    kind: 'jobs',
    action: 'pause',
    given: '{}',
    subject: 's',
    requestedBy: 'test',
  } as const;
  const progress = { total: 1, position: 0, refused: 0, refusals: [], state: 'Running', message: '' } as const;
  const times = { createdAt: 1, finishedAt: null, leaseUntil: 0 };
  await new ChannelsStore(mongo).insert(
    {
      tenant,
      id: 'c1',
      rev: 1,
      updatedAt: 1,
      updatedBy: 'test',
      spec: { target: { type: 'slack', url: old.seal('https://slack.test/1') } },
    },
    'a',
  );
  await new MonitorsStore(mongo).insert(
    {
      tenant,
      id: 'm1',
      uid: 'u1',
      shard: 0,
      rev: 1,
      since: 1,
      updatedAt: 1,
      updatedBy: 'test',
      pingToken: old.seal('token-of-m1'),
      pingHash: 'h',
      spec: { schedule: { every: 60 } },
    },
    'a',
  );
  await new TriggersStore(mongo).insert(
    {
      tenant,
      id: 't1',
      uid: 'u1',
      owner: 'bootstrap',
      hears: null,
      rev: 1,
      updatedAt: 1,
      updatedBy: 'test',
      spec: { job: 'j1', webhook: { signature: 'github', secrets: { now: old.seal('only-for-this-test') } } },
    },
    'a',
  );
  const credential = old.seal('cts_id_secret');
  await new BulksStore(mongo).insert({ ...bulk, ...progress, ...times, address: '127.0.0.1', credential }, ['j1']);
  const attempt = attemptId({ run: asRunId('r1'), generation: 0, task: 'main', index: 0, attempt: 1 });
  await new InboxStore(mongo, old).put({
    id: 'c1',
    kind: 'status',
    service: 'executor',
    attempt,
    shard: 0,
    at: Date.now(),
    payload: { message: 'hello' },
  });
  const saved = { source: { attempt, line: 1 }, at: 1, value: old.seal('{"t":"x"}'), secret: true } as const;
  await new JobStorageStore(mongo).save({ job: asJobId('j1'), tenant }, [saved]);
  const entry = {
    at: Date.now(),
    actor: 'a',
    subject: 's',
    role: null,
    address: null,
    tenant,
    action: 'x',
    object: 'o',
  };
  await new AuditStore(mongo, old).add({ ...entry, id: 'a1', detail: null, refusedWith: null });
  await new HeldSecretsStore(mongo).add({
    id: `${attempt}#a`,
    attempt,
    run: asRunId('r1'),
    shard: 0,
    mapped: [],
    leases: [],
    nextAt: null,
    prints: old.seal('{"key":"x"}'),
  });
  await notices.add([
    {
      id: 'n1',
      tenant,
      job: asJobId('j1'),
      shard: 0,
      on: 'failed',
      webhook: old.seal('https://hooks.test/1'),
      to: 'hook',
      body: { id: 'n1', on: 'failed', at: '', tenant, job: 'j1', jobName: '', message: '', run: null, missed: null },
      decidedAt: Date.now(),
      tries: 0,
      nextTryAt: 1,
      outcome: null,
      lastError: null,
    },
  ]);
}

const said: string[] = [];
const parts = (secrets = both, store = new SealedValuesStore(mongo)): RekeyParts => ({
  store,
  secrets,
  database: mongo,
  callbacks: new CallbacksUnderWay(new RunReads(mongo), mongo.shards),
  say: (line) => void said.push(line),
});
const everything = async (): Promise<Record<string, unknown[]>> =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(SEALED_FIELDS).map(async (name) => {
        const found = mongo.collection(name as 'jobs').find({}, { sort: { _id: 1 } });
        return [name, await found.toArray()] as const;
      }),
    ),
  );
/** The decrypted values, in their places, whatever key encrypted them. */
const opened = (documents: unknown): unknown => {
  const text = JSON.stringify(documents, (name, value: unknown) => (name === 'rev' ? undefined : value));
  return sealedTextsIn(text).reduce(
    (all, sealed) => all.replaceAll(sealed, `(${both.open(sealed).replaceAll('"', "'")})`),
    text,
  );
};

test('every kind of document is encrypted again, and only the revision of runs changes beside that', async () => {
  await storeAll();
  const before = await everything();
  for (const [name, documents] of Object.entries(before)) {
    expect([name, [...new Set(sealedTextsIn(documents).map(keyIdOf))]]).toEqual([name, ['k1']]);
  }
  const counted = await check(parts());
  expect(Object.keys(counted.values)).toEqual(['k1']);
  expect(await everything()).toEqual(before);

  const rest = await rekey(parts(), 1);
  const after = await everything();
  for (const [name, documents] of Object.entries(after)) {
    expect([name, [...new Set(sealedTextsIn(documents).map(keyIdOf))]]).toEqual([name, ['k2']]);
    expect([name, opened(documents)]).toEqual([name, opened(before[name])]);
  }
  expect(rest).toEqual({ values: { k2: counted.values['k1'] }, damaged: {}, callbacks: 0 });
  expect(verdictOf(rest, both)).toMatchObject({ isClean: true });
  expect(verdictOf(rest, both).lines).toContain('key k1 may be removed');
  const justNew = new SecretBox([NEW]);
  for (const sealed of sealedTextsIn(after)) expect(() => justNew.open(sealed)).not.toThrow();
  expect((await new RunReads(mongo).load([asRunId('r1')])).get(asRunId('r1'))?.rev).toBe(2);

  await rekey(parts(), 1);
  expect(await everything()).toEqual(after);
});

test('a rekey that dies in the middle is simply started again', async () => {
  await storeAll();
  const store = new SealedValuesStore(mongo);
  let writes = 0;
  store.replace = async (...args): Promise<number> => {
    if (++writes === 4) throw new Error('died');
    return SealedValuesStore.prototype.replace.apply(store, args);
  };
  await expect(rekey(parts(both, store), 1)).rejects.toThrow('died');
  const half = await check(parts());
  expect(Object.keys(half.values).sort()).toEqual(['k1', 'k2']);
  expect(verdictOf(half, both).lines).toContain(
    'key k1 must stay: secrets are encrypted with it; npm run rekey encrypts them again',
  );
  expect(Object.keys((await rekey(parts(), 1)).values)).toEqual(['k2']);
});

test('an edit at the same time is not lost, and what it wrote with the old key is found', async () => {
  await storeAll();
  const jobs = new JobsStore(mongo);
  const store = new SealedValuesStore(mongo);
  let edits = 0;
  // Between the reading and the writing of the jobs, a user edits one that was read before.
  store.replace = async (name, changed): Promise<number> => {
    if (name === 'jobs' && edits < 3) {
      const present = (await jobs.load(asJobId('j1')))!;
      const next = { ...present, rev: present.rev + 1, spec: { ...present.spec, labels: { edit: String(++edits) } } };
      const secureParameters = old.seal(`{"edit":${edits}}`);
      await jobs.save({ ...next, sealed: { ...present.sealed, secureParameters } }, present, `edit ${edits}`);
    }
    return SealedValuesStore.prototype.replace.call(store, name, changed);
  };
  const rest = await rekey(parts(both, store), 1);
  const stored = (await jobs.load(asJobId('j1')))!;
  expect(stored.spec.labels).toEqual({ edit: '3' });
  expect(both.open(stored.sealed.secureParameters!)).toBe('{"edit":3}');
  expect(Object.keys(rest.values)).toEqual(['k2']);
});

test('a process that has a run in memory notices that it was written', async () => {
  await storeAll();
  const runs = new RunsStore(mongo);
  const held = (await new RunReads(mongo).load([asRunId('r1')])).get(asRunId('r1'))!;
  await rekey(parts(), 1);
  expect(await runs.save({ ...held, rev: held.rev + 1 }, held.rev)).toBe(false);
});

test('a notice that is being sent meanwhile stays encrypted with the new key', async () => {
  await storeAll();
  const notices = new NoticesStore(mongo);
  const [held] = await notices.due([0], Date.now(), { tenants: [], webhooks: [] }, 1);
  await rekey(parts(), 1);
  await notices.save({ ...held!, tries: 1, nextTryAt: null, outcome: 'delivered' }, 0);
  const stored = await mongo.collection('notices').findOne({ _id: 'n1' });
  expect(stored).toMatchObject({ tries: 1, outcome: 'delivered' });
  expect(stored).not.toHaveProperty('open');
  expect(sealedTextsIn(stored).map(keyIdOf)).toEqual(['k2']);
});

test('a key stays while web services may call back with its tokens', async () => {
  const attempt = attemptId({ run: asRunId('r1'), generation: 0, task: 'main', index: 0, attempt: 1 });
  await storeRun(mongo, 'r1', { live: [liveAttempt(attempt)], phase: 'Running', wakeAt: 1 });
  const rest = await rekey(parts(), 1);
  expect(rest.callbacks).toBe(1);
  expect(verdictOf(rest, both)).toMatchObject({ isClean: false });
  await mongo.collection<{ _id: string; live: unknown }>('runs').updateOne({ _id: 'r1' }, { $set: { live: [] } });
  expect(verdictOf(await check(parts()), both)).toMatchObject({ isClean: true });
});

test('a missing key is named, and values that no key decrypts do not need any key', async () => {
  await storeAll();
  const fake = new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 9) }]);
  const lost = new SecretBox([{ id: 'k0', key: Buffer.alloc(32, 9) }]);
  const made = job({
    id: asJobId('j2'),
    sealed: { secureParameters: fake.seal('{}'), httpHeaders: { X: lost.seal('h') } },
  });
  await new JobsStore(mongo).insert({ ...made, spec: { ...made.spec, name: 'second' } }, 'a');
  const rest = await rekey(parts(), 1);
  expect(rest.damaged).toEqual({ k1: { jobs: 1 } });
  expect(rest.values['k0']).toEqual({ jobs: 1 });
  const { lines, isClean } = verdictOf(rest, both);
  expect(isClean).toBe(false);
  expect(lines).toContain('key k1 may be removed');
  expect(lines.join('\n')).toContain('key k0 is MISSING');
});

test('the command prints what it found, and stores it for the services', async () => {
  const { mongo: own, uri, drop: dropOwn } = await freshMongo();
  await new JobsStore(own).insert(job(), 'a');
  const SECRET_KEYS = [NEW, OLD].map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
  const run = async (keys: string, ...args: string[]): Promise<{ code: number | null; output: string }> => {
    const entry = resolve(import.meta.dirname, '../../../dist/tools/rekey/src/main.js');
    const child = spawn(process.execPath, [entry, ...args], {
      env: { ...process.env, NODE_OPTIONS: '', MONGODB_URI: uri, SECRET_KEYS: keys },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    return { code: await new Promise((done) => child.once('close', done)), output };
  };
  const missing = await run(SECRET_KEYS.split(',')[0]!, '--check');
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.output).toContain('key k1 is MISSING');
  const counted = await run(SECRET_KEYS, '--check');
  expect(counted).toMatchObject({ code: 1 });
  expect(counted.output).toMatch(/jobs +k1 +6/);
  const done = await run(SECRET_KEYS);
  expect(done).toMatchObject({ code: 0 });
  expect(done.output).toMatch(/jobs +k2 +6/);
  expect(done.output).toContain('key k1 may be removed');
  expect((await new SealedValuesStore(own).census())?.values).toEqual({ k2: { jobs: 6 } });
  await dropOwn();
});
