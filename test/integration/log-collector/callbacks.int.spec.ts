import { jest } from '@jest/globals';
import { rm } from 'node:fs/promises';
import type { JsonValue } from '#common/spec/fields.js';
import type { ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { asJobId, parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { parseSecretKeys, SecretBox } from '#common/crypto/secret-box.js';
import { InboxStore, type InboxKind } from '#common/mongo/inbox.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import type { Nats } from '#common/nats/nats.js';
import { recordRun, TEST_SECRET_KEYS } from '#testing/recorded-run.js';
import { freshMongo, ownNats } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { attempt, freshSpool, storedTexts } from './support/world.js';

type Answer = ReplyOf<typeof contracts.appendLog>;

// Enough for a busy machine.
jest.setTimeout(60_000);

let mongo: Mongo;
let nats: Nats;
let collector: ServiceProcess;
let start: () => Promise<ServiceProcess>;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const database = await freshMongo();
  closers.push(database.drop);
  const server = await ownNats();
  closers.push(server.stop);
  mongo = database.mongo;
  nats = server.nats;
  const spool = await freshSpool();
  closers.push(() => rm(spool, { recursive: true, force: true }));
  const env = { MONGODB_URI: database.uri, NATS_URL: server.url, SPOOL_DIR: spool, SECRET_KEYS: TEST_SECRET_KEYS };
  start = async () => {
    const started = await startService('log-collector', env);
    // A killed collector counts as alive, and as owner of its shards, for three seconds more.
    await until('the collector to own every shard', () => started.output().includes('"shards":64'));
    return started;
  };
  collector = await start();
  closers.push(() => collector.stop());
}, 120_000);

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const shard = (id: AttemptId): { shard: number } => ({ shard: shardOf(parseAttemptId(id)!.run) });
const now = (): number => Date.now();

function append(
  id: AttemptId,
  lines: string[],
  call: { seq?: number; key?: string; at?: number } = {},
): Promise<Answer> {
  const { seq = null, key = lines.join(), at = now() } = call;
  return nats.request(contracts.appendLog, shard(id), { v: 1, attempt: id, at, lines, seq, key }, 5_000);
}

function save(id: AttemptId, value: JsonValue, key: string, at = now()): Promise<Answer> {
  return nats.request(contracts.saveStorage, shard(id), { v: 1, attempt: id, at, value, key }, 5_000);
}

const box = new SecretBox(parseSecretKeys(TEST_SECRET_KEYS));

function leaveInInbox(id: AttemptId, kind: InboxKind, payload: JsonValue): Promise<void> {
  const { shard: number } = shard(id);
  return new InboxStore(mongo, box).put({
    id: `${kind}:${id}:${JSON.stringify(payload)}`,
    kind,
    service: 'log-collector',
    attempt: id,
    shard: number,
    at: now(),
    payload,
  });
}

async function webserviceAttempt(run: string, options: Parameters<typeof recordRun>[2] = {}): Promise<AttemptId> {
  await recordRun(mongo, run, { engine: 'webservice', ...options });
  return attempt(`${run}/0/main/0/1`);
}

async function end(id: AttemptId, at: number): Promise<void> {
  const key = parseAttemptId(id)!;
  await new AttemptsStore(mongo).recordEnd({
    ...key,
    id,
    tenant: 'ibm' as never,
    startedAt: 1,
    end: { result: 'succeeded', at, exitCode: 0, reason: 'Succeeded', message: '' },
    node: null,
    logComplete: null,
    logReason: null,
  });
}

describe('log lines by callback', () => {
  it('are stored before they are answered', async () => {
    const id = await webserviceAttempt('direct');
    expect(await append(id, ['one', 'two\nthree\r\n'])).toEqual({ ok: true });
    expect(await storedTexts(mongo, id)).toEqual(['one', 'two', 'three', '']);
  });

  it('with a number are stored once, in any order of the numbers', async () => {
    const id = await webserviceAttempt('numbered');
    for (const seq of [2, 1, 2, 1, 3]) await append(id, [`call ${seq}`], { seq, key: `${Math.random()}` });
    expect(await storedTexts(mongo, id)).toEqual(['call 2', 'call 1', 'call 3']);
  });

  it('without a number are stored once per key', async () => {
    const id = await webserviceAttempt('keyed');
    for (const key of ['a', 'b', 'a', 'b']) await append(id, ['same words'], { key });
    expect(await storedTexts(mongo, id)).toEqual(['same words', 'same words']);
  });

  it('of many calls at once are all stored, each call without interruption', async () => {
    const id = await webserviceAttempt('crowd');
    const calls = Array.from({ length: 200 }, (_, i) => i);
    await Promise.all(calls.map((i) => append(id, [`${i} first`, `${i} second`], { seq: i })));
    const texts = await storedTexts(mongo, id);
    expect(texts).toHaveLength(400);
    expect(new Set(texts).size).toBe(400);
    for (const i of calls) expect(texts[texts.indexOf(`${i} first`) + 1]).toBe(`${i} second`);
  });

  it('hide secrets and save storage like any other output', async () => {
    const id = await webserviceAttempt('callback-secret', { job: 'cb', secureParameters: { token: 'tok-123456' } });
    await append(id, ['token tok-123456', '[saveJobStorage] {"at": 7}'], { seq: 1 });
    await append(id, ['token tok-123456', '[saveJobStorage] {"at": 7}'], { seq: 1 });
    expect(await storedTexts(mongo, id)).toEqual(['token ***']);
    expect(await new JobStorageStore(mongo).current(asJobId('cb'))).toMatchObject({ version: 1, value: { at: 7 } });
  });

  it('are accepted for a minute after the end and refused later', async () => {
    const id = await webserviceAttempt('late');
    await end(id, 1_000_000);
    expect(await append(id, ['in time'], { at: 1_060_000 })).toEqual({ ok: true });
    expect(await append(id, ['too late'], { at: 1_060_001 })).toMatchObject({ ok: false, code: 'ATTEMPT_ENDED' });
    expect(await save(id, 1, 'k', 1_060_001)).toMatchObject({ ok: false, code: 'ATTEMPT_ENDED' });
    expect(await storedTexts(mongo, id)).toEqual(['in time']);
  });

  it('of a run that does not exist are refused', async () => {
    expect(await append(attempt('nobody/0/main/0/1'), ['hello'])).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  });

  it('that are sent again after the collector was killed are stored once', async () => {
    const id = await webserviceAttempt('survivor');
    const calls = Array.from({ length: 60 }, (_, i) => i);
    const deliver = async (seq: number): Promise<void> => {
      await until(
        'the call to be taken',
        async () => (await append(id, [`call ${seq}`], { seq }).catch(() => null))?.ok,
      );
    };
    const delivered = Promise.all(calls.map(deliver));
    await until('some calls to be stored', async () => (await storedTexts(mongo, id)).length > 0);
    await collector.kill();
    collector = await start();
    await delivered;
    const texts = await storedTexts(mongo, id);
    expect([...texts].sort()).toEqual(calls.map((seq) => `call ${seq}`).sort());
  }, 60_000);
});

describe('job storage by callback', () => {
  it('is saved once per call, and the last call wins', async () => {
    const id = await webserviceAttempt('storing', { job: 'stored' });
    await save(id, { page: 1 }, 'a');
    await save(id, { page: 2 }, 'b');
    await save(id, { page: 1 }, 'a');
    expect(await new JobStorageStore(mongo).current(asJobId('stored'))).toMatchObject({
      version: 2,
      value: { page: 2 },
    });
  });

  it('of an earlier attempt does not replace that of a later one', async () => {
    const id = await webserviceAttempt('retried', { job: 'retried-job' });
    await save(attempt('retried/0/main/0/2'), 'second', 'x');
    expect(await save(id, 'first', 'y')).toEqual({ ok: true });
    expect((await new JobStorageStore(mongo).current(asJobId('retried-job')))?.value).toBe('second');
  });

  describe('of an ended attempt', () => {
    const ENDED = { ok: false, code: 'ATTEMPT_ENDED' };
    const valueOf = async (job: string): Promise<JsonValue | undefined> =>
      (await new JobStorageStore(mongo).current(asJobId(job)))?.value;

    it('is saved for a minute where nothing newer exists, also beside an older run that has saved since', async () => {
      const older = await webserviceAttempt('older', { job: 'alone', createdAt: 1_000 });
      const id = await webserviceAttempt('alone', { job: 'alone', createdAt: 2_000 });
      await end(id, 100_000);
      await save(older, 'of the older run', 'o', 101_000);
      expect(await save(id, 'late', 'k', 102_000)).toEqual({ ok: true });
      expect(await valueOf('alone')).toBe('late');
    });

    it('is refused once a newer run was created since the end, directly and as a line of the log', async () => {
      const id = await webserviceAttempt('ended-1', { job: 'created', createdAt: 1_000 });
      await end(id, 100_000);
      await webserviceAttempt('next-1', { job: 'created', createdAt: 101_000 });
      expect(await save(id, 'early', 'j', 100_500)).toEqual({ ok: true });
      expect(await save(id, 'late', 'k', 102_000)).toMatchObject(ENDED);
      expect(await append(id, ['[saveJobStorage] "line"'], { at: 102_000 })).toMatchObject(ENDED);
      expect(await append(id, ['a line of output'], { at: 102_000 })).toEqual({ ok: true });
      expect(await valueOf('created')).toBe('early');
    });

    it('is refused once a newer run has saved since the end, though it was created before', async () => {
      const id = await webserviceAttempt('ended-2', { job: 'saved', createdAt: 1_000 });
      const next = await webserviceAttempt('next-2', { job: 'saved', createdAt: 99_000 });
      await end(id, 100_000);
      expect(await save(id, 'first', 'j', 100_500)).toEqual({ ok: true });
      expect(await save(next, 'newer', 'n', 101_000)).toEqual({ ok: true });
      expect(await save(id, 'late', 'k', 102_000)).toMatchObject(ENDED);
      expect(await append(id, ['[saveJobStorage] "line"'], { at: 102_000 })).toMatchObject(ENDED);
      expect(await valueOf('saved')).toBe('newer');
    });
  });

  it('that is too large is refused by name', async () => {
    const id = await webserviceAttempt('oversize');
    expect(await save(id, 'x'.repeat(98_304), 'a')).toMatchObject({ ok: false, code: 'BODY_TOO_LARGE' });
  });

  it('that is nested too deeply is not a valid message: the error names the field', async () => {
    const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) as JsonValue;
    await expect(async () => save(await webserviceAttempt('deep'), deep, 'a')).rejects.toThrow(/"value"[^]*64 levels/);
  });
});

describe('callbacks in the inbox', () => {
  it('are applied without a request, and only once', async () => {
    const id = await webserviceAttempt('boxed', { job: 'boxed-job' });
    const log = { v: 1, attempt: id, at: now(), lines: ['from the inbox'], seq: 1, key: 'k' };
    expect(await append(id, log.lines, { seq: 1 })).toEqual({ ok: true });
    await leaveInInbox(id, 'log', log);
    await leaveInInbox(id, 'job_storage', { v: 1, attempt: id, at: now(), value: 5, key: 's' });
    await leaveInInbox(id, 'log', { nonsense: true });
    await until('the inbox to be empty', async () => {
      const waiting = await new InboxStore(mongo, box).ofAttempts('log-collector', [id]);
      return waiting.length === 0;
    });
    expect(await storedTexts(mongo, id)).toEqual(['from the inbox']);
    expect((await new JobStorageStore(mongo).current(asJobId('boxed-job')))?.value).toBe(5);
  });

  it('are applied before what the worker sent later', async () => {
    const id = await webserviceAttempt('in-order');
    const stored = ['first', 'second', 'third'].map((text, i) => ({
      lines: [text],
      seq: i + 1,
      key: text,
      at: now() + i,
    }));
    for (const call of stored) await leaveInInbox(id, 'log', { v: 1, attempt: id, ...call });
    const later = {
      v: 1 as const,
      attempt: id,
      at: now() + 9,
      lines: ['fourth'],
      seq: 4,
      key: 'k',
      behindInbox: true as const,
    };
    expect(await nats.request(contracts.appendLog, shard(id), later, 5_000)).toEqual({ ok: true });
    expect(await storedTexts(mongo, id)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('of a removed run are dropped, and delay no others', async () => {
    const gone = attempt('retired/0/main/0/1');
    const id = await webserviceAttempt('still-there');
    for (let i = 0; i < 30; i++)
      await leaveInInbox(gone, 'log', { v: 1, attempt: gone, at: now(), lines: ['lost'], seq: i, key: `${i}` });
    await leaveInInbox(id, 'log', { v: 1, attempt: id, at: now(), lines: ['kept'], seq: 1, key: 'k' });
    await until('the inbox to be empty', async () => {
      const left = await new InboxStore(mongo, box).ofAttempts('log-collector', [gone, id]);
      return left.length === 0;
    });
    expect(await storedTexts(mongo, id)).toEqual(['kept']);
    expect(await storedTexts(mongo, gone)).toEqual([]);
  });

  it('are in the log before it is reported as sealed', async () => {
    const id = await webserviceAttempt('sealed-box');
    await leaveInInbox(id, 'log', { v: 1, attempt: id, at: now(), lines: ['last words'], seq: 9, key: 'k' });
    const question = { v: 1, attempt: id, engine: 'webservice', host: 'elsewhere', startedAt: 1 } as const;
    const answer = await nats.request(contracts.sealOutput, shard(id), question, 5_000);
    expect(answer).toEqual({ ok: true, sealed: true, complete: true, reason: null });
    expect(await storedTexts(mongo, id)).toEqual(['last words']);
  });
});

describe("people's edits of job storage", () => {
  const edit = { v: 1, job: 'edited', tenant: 'ibm', actor: 'anna' } as const;
  const storage = (): Promise<unknown> =>
    new JobStorageStore(mongo).current(asJobId('edited')).then((version) => version?.value);

  it('are new versions; a deletion keeps the earlier ones, which can be restored', async () => {
    const ask = { timeout: 5_000 };
    const put = (value: JsonValue, expectedVersion: number | null): Promise<unknown> =>
      nats.request(contracts.putStorage, {}, { ...edit, value, expectedVersion }, ask.timeout);
    expect(await put({ page: 1 }, 0)).toEqual({ ok: true, version: 1 });
    expect(await put({ page: 2 }, 1)).toEqual({ ok: true, version: 2 });
    expect(await put({ page: 3 }, 1)).toMatchObject({ ok: false, code: 'PRECONDITION_FAILED' });
    expect(await storage()).toEqual({ page: 2 });
    const remove = { ...edit, expectedVersion: null };
    expect(await nats.request(contracts.deleteStorage, {}, remove, ask.timeout)).toEqual({ ok: true, version: 3 });
    expect(await storage()).toBeUndefined();
    const restore = { ...edit, expectedVersion: null, version: 1 };
    expect(await nats.request(contracts.restoreStorage, {}, restore, ask.timeout)).toEqual({ ok: true, version: 4 });
    expect(await storage()).toEqual({ page: 1 });
    expect(await nats.request(contracts.restoreStorage, {}, { ...restore, version: 99 }, ask.timeout)).toMatchObject({
      ok: false,
      code: 'NOT_FOUND',
    });
  });
});
