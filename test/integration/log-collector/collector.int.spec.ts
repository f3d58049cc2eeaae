import { jest } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { SecretBox } from '#common/crypto/secret-box.js';
import { mapSealedTexts } from '#common/domain/sealed-text.js';
import { contracts } from '#common/messages/registry.js';
import type { ReplyOf } from '#common/messages/contract.js';
import { asJobId, asRunId, parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LogReader } from '#common/mongo/log-reader.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import type { Nats } from '#common/nats/nats.js';
import { recordRun, TEST_SECRET_KEYS } from '#testing/recorded-run.js';
import { freshMongo, ownNats } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { attempt, freshSpool, SpoolFolder, storedTexts } from './support/world.js';

// Enough for a busy machine.
jest.setTimeout(60_000);

let mongo: Mongo;
let mongoUri: string;
let nats: Nats;
let natsUrl: string;
let spool: string;
let collector: ServiceProcess;
const closers: (() => Promise<unknown>)[] = [];

const start = (): Promise<ServiceProcess> =>
  startService('log-collector', {
    MONGODB_URI: mongoUri,
    NATS_URL: natsUrl,
    SPOOL_DIR: spool,
    SECRET_KEYS: TEST_SECRET_KEYS,
  });

beforeAll(async () => {
  const database = await freshMongo();
  closers.push(database.drop);
  const server = await ownNats();
  closers.push(server.stop);
  ({ mongo, uri: mongoUri } = database);
  ({ nats, url: natsUrl } = server);
  spool = await freshSpool();
  closers.push(() => rm(spool, { recursive: true, force: true }));
  collector = await start();
  closers.push(() => collector.stop());
}, 120_000);

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const shard = (id: AttemptId): { shard: number } => ({ shard: shardOf(parseAttemptId(id)!.run) });

function seal(
  id: AttemptId,
  question: Partial<{ engine: 'process' | 'webservice'; startedAt: number | null }> = {},
): Promise<ReplyOf<typeof contracts.sealOutput>> {
  const payload = { v: 1, attempt: id, engine: 'process', host: hostname(), startedAt: 1_000, ...question } as const;
  return nats.request(contracts.sealOutput, shard(id), payload, 2_000);
}

const sealed = (id: AttemptId): Promise<ReplyOf<typeof contracts.sealOutput>> =>
  until('the output to be sealed', async () => {
    const answer = await seal(id).catch(() => null);
    return answer?.ok && answer.sealed ? answer : null;
  });

/** Shows the first difference of two long lists, instead of printing both. */
function expectSame(lines: readonly string[], expected: readonly string[]): void {
  const at = lines.findIndex((line, i) => line !== expected[i]);
  expect({ first: lines[at], at, count: lines.length }).toEqual({ at: -1, count: expected.length });
}

const chunksOf = (id: AttemptId): ReturnType<LogsStore['heads']> => new LogsStore(mongo).heads(id);

describe('the output of a process', () => {
  it('is stored with its times and streams in one document, sealed, and a repeated request gets the same answer', async () => {
    const id = attempt('plain/0/main/0/1');
    await recordRun(mongo, 'plain');
    const folder = await SpoolFolder.create(spool, id);
    await folder.write(['one', 'two'], 1_000);
    await folder.write(['oops'], 1_500, 'e');
    await folder.end();
    expect(await sealed(id)).toEqual({ ok: true, sealed: true, complete: true, reason: null });
    const lines = await new LogReader(mongo).tail({ run: asRunId('plain') }, 10);
    expect(lines).toEqual([
      { attempt: id, seq: 1, at: 1_000, stream: 'stdout', text: 'one' },
      { attempt: id, seq: 2, at: 1_000, stream: 'stdout', text: 'two' },
      { attempt: id, seq: 3, at: 1_500, stream: 'stderr', text: 'oops' },
    ]);
    expect(await chunksOf(id)).toHaveLength(1);
    await folder.remove();
    expect(await seal(id)).toEqual({ ok: true, sealed: true, complete: true, reason: null });
  });

  it('that may contain a secret whose key is missing is stored as masks, and sealed', async () => {
    const id = attempt('unknown/0/main/0/1');
    await recordRun(mongo, 'unknown', { secureParameters: { password: 'hunter2' } });
    const gone = new SecretBox([{ id: 'gone', key: Buffer.alloc(32, 9) }]);
    const specs = mongo.collection<{ _id: string; sealed: object }>('specs');
    const { sealed: before } = (await specs.findOne({ _id: 'spec-unknown' }))!;
    await specs.updateOne({ _id: 'spec-unknown' }, { $set: { sealed: mapSealedTexts(before, () => gone.seal('{}')) } });
    const folder = await SpoolFolder.create(spool, id);
    await folder.write(['the password is hunter2', 'two'], 1_000);
    await folder.end();
    expect(await sealed(id)).toMatchObject({ sealed: true, complete: true });
    const lines = await new LogReader(mongo).tail({ run: asRunId('unknown') }, 10);
    expect(lines.map(({ text }) => text)).toEqual(['***', '***']);
  });

  it('that is empty needs no document and is complete', async () => {
    const id = attempt('silent/0/main/0/1');
    await recordRun(mongo, 'silent');
    const folder = await SpoolFolder.create(spool, id);
    await folder.end();
    expect(await sealed(id)).toMatchObject({ complete: true });
    expect(await chunksOf(id)).toEqual([]);
  });

  it('of an attempt that never started is complete without a spool', async () => {
    await recordRun(mongo, 'unborn');
    expect(await seal(attempt('unborn/0/main/0/1'), { startedAt: null })).toMatchObject({
      sealed: true,
      complete: true,
    });
  });

  it('that is missing is reported as missing, in the log as well', async () => {
    const id = attempt('gone/0/main/0/1');
    await recordRun(mongo, 'gone');
    expect(await sealed(id)).toMatchObject({ complete: false, reason: 'SourceGone' });
    expect(await storedTexts(mongo, id)).toEqual(['[gap: the output was removed before all of it had been read]']);
    expect(await seal(id)).toMatchObject({ sealed: true, complete: false, reason: 'SourceGone' });
  });

  it('of a start that was undone and made again under the same attempt is complete', async () => {
    const id = attempt('again/0/main/0/1');
    await recordRun(mongo, 'again');
    await (await SpoolFolder.create(spool, id)).remove();
    // Longer than the collector's interval: it has seen that the folder is missing.
    await delay(1_500);
    const folder = await SpoolFolder.create(spool, id);
    await folder.write(['printed after all'], 1_000);
    await folder.end();
    expect(await sealed(id)).toMatchObject({ complete: true });
    expect(await storedTexts(mongo, id)).toEqual(['printed after all']);
  });

  it('whose supervisor died is stored as far as it was written', async () => {
    const id = attempt('orphan/0/main/0/1');
    await recordRun(mongo, 'orphan');
    const folder = await SpoolFolder.create(spool, id);
    await folder.append('1000 o whole\n1001 o hal');
    expect(await sealed(id)).toMatchObject({ complete: false, reason: 'SupervisorLost' });
    expect((await storedTexts(mongo, id)).slice(0, 2)).toEqual(['whole', 'hal']);
  });

  it('is live within moments and stored within seconds while the process continues', async () => {
    const id = attempt('live/0/main/0/1');
    await recordRun(mongo, 'live');
    const seen: string[] = [];
    const end = nats.listen(contracts.liveLog, { run: 'live' }, ({ lines }) => {
      seen.push(...lines.map(({ seq, text }) => `${seq} ${text}`));
    });
    await nats.flush();
    const folder = await SpoolFolder.create(spool, id);
    await folder.write(['first']);
    await until('the first line', () => seen.length === 1);
    await folder.write(['second', 'third']);
    await until('all lines', () => seen.length === 3);
    end();
    expect(seen).toEqual(['1 first', '2 second', '3 third']);
    await until('the lines to be stored', async () => (await storedTexts(mongo, id)).length === 3);
    await folder.end();
    expect(await sealed(id)).toMatchObject({ complete: true });
    expect(await chunksOf(id)).toHaveLength(1);
  });

  it('hides secrets, saves storage in order, and warns of a malformed save', async () => {
    const id = attempt('secret/0/main/0/1');
    await recordRun(mongo, 'secret', { job: 'keeper', secureParameters: { password: 'hunter2-very-secret' } });
    const folder = await SpoolFolder.create(spool, id);
    await folder.write([
      'connecting with hunter2-very-secret',
      '[saveJobStorage] {"page": 1}',
      '[saveJobStorage] {page: 2}',
      '[saveJobStorage] {"page": 3, "a.b": {"$x": "é"}}',
    ]);
    await folder.end();
    expect(await sealed(id)).toMatchObject({ complete: true });
    expect(await storedTexts(mongo, id)).toEqual([
      'connecting with ***',
      '[saveJobStorage] {page: 2}',
      '[job storage not changed: [saveJobStorage]: the text after it is not valid JSON]',
    ]);
    const storage = new JobStorageStore(mongo);
    expect(await storage.current(asJobId('keeper'))).toMatchObject({
      version: 2,
      value: { page: 3, 'a.b': { $x: 'é' } },
    });
    expect((await storage.versions(asJobId('keeper'))).map(({ source }) => source)).toEqual([
      { attempt: id, line: 4 },
      { attempt: id, line: 2 },
    ]);
  });

  it('of a run that is not in this database is not stored', async () => {
    const folder = await SpoolFolder.create(spool, attempt('foreign/0/main/0/1'));
    await folder.write(['not ours']);
    await folder.end();
    expect(await seal(attempt('foreign/0/main/0/1'))).toMatchObject({
      sealed: true,
      complete: false,
      reason: 'UnknownRun',
    });
    expect(await storedTexts(mongo, attempt('foreign/0/main/0/1'))).toEqual([]);
  });
});

describe('a collector that is killed repeatedly', () => {
  it('stores every line once and in order, and the newest storage', async () => {
    const id = attempt('killed/0/main/0/1');
    await recordRun(mongo, 'killed', { job: 'killed-job' });
    const folder = await SpoolFolder.create(spool, id);
    const expected: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (let burst = 0; burst < 20; burst++) {
        const lines = Array.from({ length: 500 }, (_, i) => `line ${expected.length + i} ${'x'.repeat(i % 100)}`);
        expected.push(...lines);
        await folder.write([...lines, `[saveJobStorage] {"lines": ${expected.length}}`]);
      }
      const before = expected.length - 10_000;
      await until('something of this round to be stored', async () => {
        const stored = (await chunksOf(id)).at(-1)?.lastSeq ?? 0;
        return stored > before;
      });
      await collector.kill();
      collector = await start();
    }
    await folder.end();
    expect(await sealed(id)).toMatchObject({ complete: true });
    expectSame(await storedTexts(mongo, id), expected);
    expect((await new JobStorageStore(mongo).current(asJobId('killed-job')))?.value).toEqual({
      lines: expected.length,
    });
  }, 120_000);

  it('stores what it has read when it is stopped in order', async () => {
    const id = attempt('stopped/0/main/0/1');
    await recordRun(mongo, 'stopped');
    const seen: string[] = [];
    const end = nats.listen(contracts.liveLog, { run: 'stopped' }, ({ lines }) =>
      seen.push(...lines.map((l) => l.text)),
    );
    await nats.flush();
    const folder = await SpoolFolder.create(spool, id);
    await folder.write(['kept']);
    await until('the line to be read', () => seen.length === 1);
    end();
    const code = await collector.stop();
    expect(code === 0 ? 'in order' : collector.output().slice(-4_000)).toBe('in order');
    expect(await storedTexts(mongo, id)).toEqual(['kept']);
    collector = await start();
  });
});

describe('two collectors on one host', () => {
  it('share the spools and store every line once, also when one of them is killed', async () => {
    const second = await start();
    const ids = Array.from({ length: 12 }, (_, i) => attempt(`shared${i}/0/main/0/1`));
    for (const id of ids) await recordRun(mongo, parseAttemptId(id)!.run);
    const folders = await Promise.all(ids.map((id) => SpoolFolder.create(spool, id)));
    const lines = Array.from({ length: 300 }, (_, i) => `line ${i}`);
    for (let part = 0; part < 3; part++) {
      for (const folder of folders) await folder.write(lines.slice(part * 100, part * 100 + 100));
      if (part === 1) await second.kill();
    }
    for (const folder of folders) await folder.end();
    for (const id of ids) {
      await sealed(id);
      expect(await storedTexts(mongo, id)).toEqual(lines);
    }
  }, 60_000);
});
