/** Logs and audit are shipped from stored runs to a target over HTTP. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asRunId, asTenantId, attemptId, type AttemptId } from '#common/domain/ids.js';
import { USAGE_LAG_MS } from '#common/domain/limits.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { LogExportStore } from '#common/mongo/log-export.store.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunLeftoversStore } from '#common/mongo/run-leftovers.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import type { Run } from '#common/run/run.js';
import { authority } from '#testing/authority.js';
import { everythingCounted } from '#testing/everything-counted.js';
import { LogTargetServer } from '#testing/log-target.js';
import { freshMongo, silentLog } from '#testing/servers.js';
import { shardOf } from '#testing/shards.js';
import { until } from '#testing/until.js';
import { AddressGuard } from '../../../apps/executor/src/engines/webservice/address-guard.js';
import { HttpCaller } from '../../../apps/executor/src/engines/webservice/http-caller.js';
import { AuditBatches, LogBatches } from '../../../apps/executor/src/export/batches.js';
import { ExportHealth } from '../../../apps/executor/src/export/export-health.js';
import { Exporter } from '../../../apps/executor/src/export/exporter.js';
import { LogTarget } from '../../../apps/executor/src/export/log-target.js';
import { exportOf, unshippedOf } from '../../../apps/executor/src/export/make-export.js';
import { UnshippedLogs } from '../../../apps/executor/src/export/unshipped-logs.js';
import { RunRemover } from '../../../apps/executor/src/sweeps/run-remover.js';
import { firstAttempt, storeLines, storeRun } from '../api/stored-runs.js';

const BEGIN = Date.parse('2026-11-30T12:00:00.000Z');
const box = new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 7) }]);

let mongo: Mongo;
let drop: () => Promise<void>;
let store: LogExportStore;
let audit: AuditStore;
let target: LogTargetServer;
let metrics: Metrics;
let now = BEGIN;
const closers: (() => Promise<void>)[] = [];
const clock = { now: () => now, monotonic: () => now };

beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
});
afterAll(() => drop());
beforeEach(async () => {
  for (const name of ['runs', 'logs', 'audit', 'auditHeads', 'logExports', 'members'] as const)
    await mongo.collection<{ _id: string }>(name).deleteMany({ _id: { $gt: '' } });
  [store, audit, metrics] = [new LogExportStore(mongo), new AuditStore(mongo, box), new Metrics('executor', '0')];
  target = await LogTargetServer.start();
  now = BEGIN;
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await target.stop();
});

function exporter({ lines = 2_000, ca = undefined as string | undefined, url = target.url } = {}): Exporter {
  const caller = new HttpCaller(
    new AddressGuard(['0.0.0.0/0']),
    () => undefined,
    ca === undefined ? undefined : createSecureContext({ ca }),
  );
  closers.push(() => caller.close());
  const settings = { kind: 'otlp', url, headers: { authorization: 'Bearer x' }, version: '1' } as const;
  const sizes = { lines, runs: 2, entries: 2 };
  const sources = [
    new AuditBatches(store, audit, () => undefined, sizes),
    new LogBatches(store, clock, () => undefined, sizes),
  ];
  const health = new ExportHealth(clock, metrics, silentLog);
  return new Exporter(sources, new LogTarget(settings, caller, clock), health, () => true);
}

/** From here on is shipped. */
async function begun(options: Parameters<typeof exporter>[0] = {}): Promise<Exporter> {
  const made = exporter(options);
  await made.step();
  expect(target.requests).toEqual([]);
  return made;
}

const endedAt = (id: string, at: number, change: Partial<Run> = {}): Promise<Run> =>
  storeRun(mongo, id, {
    phase: 'Completed',
    createdAt: at,
    finished: at,
    expireAt: at,
    shard: shardOf(id),
    transitions: [{ at, phase: 'Completed', reason: '', message: '', actor: 'executor' }],
    ...change,
  });
const attemptOf = (run: string, index: number): AttemptId =>
  attemptId({ run: asRunId(run), generation: 0, task: 'main', index, attempt: 1 });
/** A log of so many chunks of two lines. */
async function log(attempt: AttemptId, chunks: number): Promise<string[]> {
  for (let i = 0; i < chunks; i++) {
    const firstSeq = 2 * i + 1;
    await storeLines(mongo, attempt, { firstSeq, at: BEGIN + i, texts: [`${attempt} line ${firstSeq}`, 'pass ***'] });
  }
  return Array.from({ length: 2 * chunks }, (_, i) => `${attempt}/${i + 1}`);
}
const entry = (id: string, tenant: string | null) => ({
  ...({ id, at: BEGIN, actor: 'ada', subject: 'token:1', role: 'admin', address: null } as const),
  tenant,
  action: 'putJob',
  object: 'job/j1',
  detail: null,
  refusedWith: null,
});
const lost = async (reason: string): Promise<number> =>
  Number(
    new RegExp(`carillon_log_export_lost_total{[^}]*reason="${reason}"[^}]*} (\\d+)`).exec(await metrics.text())?.[1] ??
      0,
  );

test('logs of ended runs are shipped in order and once, as they are stored; what was there before is not', async () => {
  await endedAt('before', BEGIN - USAGE_LAG_MS - 1);
  await log(firstAttempt('before'), 1);
  const shipping = await begun();
  await endedAt('second', BEGIN + 2);
  await endedAt('first', BEGIN + 1, { tenant: asTenantId('shop') });
  await endedAt('without-log', BEGIN + 2);
  await endedAt('open', BEGIN + 3, { phase: 'Running', finished: null });
  await log(firstAttempt('open'), 1);
  const ids = [
    ...(await log(firstAttempt('first'), 1)),
    // More chunks than are read at once.
    ...(await log(attemptOf('second', 0), 19)),
    ...(await log(attemptOf('second', 1), 8)),
  ];
  expect(await shipping.step()).toBe(0);
  now += 2 * USAGE_LAG_MS;
  expect(await shipping.step()).toBe(ids.length);
  expect(target.ids).toEqual(ids);
  const [request] = target.requests;
  expect(request?.lines.slice(0, 2).map(({ text }) => text)).toEqual([`${firstAttempt('first')} line 1`, 'pass ***']);
  expect(request).toMatchObject({
    path: '/v1/logs',
    headers: { authorization: 'Bearer x', 'content-encoding': 'gzip' },
  });
  expect(await shipping.step()).toBe(0);
  expect(target.requests).toHaveLength(1);
});

test('whoever continues begins after the last batch that was taken, also where chunks were merged meanwhile', async () => {
  const first = await begun({ lines: 7 });
  await endedAt('long', BEGIN + 1);
  const ids = await log(attemptOf('long', 0), 20);
  ids.push(...(await log(attemptOf('long', 1), 1)));
  now += 2 * USAGE_LAG_MS;
  target.answer = () => (target.requests.length < 4 ? { status: 200 } : { status: 503 });
  expect(await first.step()).toBe(21);
  const logs = new LogsStore(mongo);
  const heads = await logs.heads(attemptOf('long', 0));
  expect(await logs.merge(heads.slice(5, 15))).toBe(true);
  target.answer = () => ({ status: 200 });
  expect(await exporter({ lines: 7 }).step()).toBe(ids.length - 21);
  // The batch that was refused came a second time, with the same ids.
  expect(target.ids).toEqual([...ids.slice(0, 28), ...ids.slice(21)]);
});

test('chunks that are merged while a log is read are read to their last line', async () => {
  await log(attemptOf('long', 0), 12);
  const logs = new LogsStore(mongo);
  const seen: number[] = [];
  for await (const lines of store.linesOf(asRunId('long'), null)) {
    seen.push(...lines.map(({ seq }) => seq));
    if (seen.length === 2) await logs.merge(await logs.heads(attemptOf('long', 0)));
  }
  expect(seen).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
});

test('two that ship at once move the cursor once', async () => {
  const one = await begun();
  const other = exporter();
  await endedAt('run', BEGIN + 1);
  const ids = await log(firstAttempt('run'), 2);
  now += 2 * USAGE_LAG_MS;
  await Promise.all([one.step(), other.step()]);
  expect([...new Set(target.ids)]).toEqual(ids);
  expect(await store.cursor()).toMatchObject({ at: BEGIN + 1, run: 'run', rev: 2 });
  const shipped = target.requests.length;
  expect(await other.step()).toBe(0);
  expect(target.requests).toHaveLength(shipped);
});

test('a target that is away is asked again after pauses, as long as it wants, and gets everything', async () => {
  const shipping = await begun();
  await endedAt('run', BEGIN + 1);
  const ids = await log(firstAttempt('run'), 1);
  now += 2 * USAGE_LAG_MS;
  target.answer = () => ({ status: 429, headers: { 'retry-after': '7' } });
  await shipping.step();
  for (const ms of [1_000, 5_999]) {
    now += ms;
    expect(await shipping.step()).toBe(0);
  }
  expect(target.requests).toHaveLength(1);
  target.answer = () => ({ status: 200 });
  now += 1;
  expect(await shipping.step()).toBe(ids.length);
});

test('what a target refuses for good is counted as lost, and is not sent again', async () => {
  const shipping = await begun({ lines: 2 });
  await endedAt('run', BEGIN + 1);
  await log(firstAttempt('run'), 2);
  now += 2 * USAGE_LAG_MS;
  const answers = [{ status: 200, text: '{"partialSuccess":{"rejectedLogRecords":"1"}}' }, { status: 400 }];
  target.answer = () => answers.shift() ?? { status: 200 };
  expect(await shipping.step()).toBe(4);
  expect(await lost('refused')).toBe(3);
  expect(await shipping.step()).toBe(0);
});

test('a request that is too large is divided', async () => {
  const shipping = await begun();
  await endedAt('run', BEGIN + 1);
  const ids = await log(firstAttempt('run'), 2);
  now += 2 * USAGE_LAG_MS;
  target.answer = ({ lines }) => ({ status: lines.length > 2 ? 413 : 200 });
  expect(await shipping.step()).toBe(ids.length);
  expect(target.requests.slice(1).flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(ids);
  expect(await lost('refused')).toBe(0);
});

test('retention does not wait for a target that is away: lines that it removes are counted as lost, the others are shipped', async () => {
  const shipping = await begun();
  for (const id of ['shipped', 'removed', 'deleted', 'kept']) await log(firstAttempt(id), id.length);
  await endedAt('shipped', BEGIN + 1);
  now += 2 * USAGE_LAG_MS;
  await shipping.step();
  await endedAt('removed', BEGIN + 2);
  const kept = await endedAt('kept', BEGIN + 3, { expireAt: null });
  const deleted = await endedAt('deleted', BEGIN + 3, { expireAt: null });
  target.answer = () => ({ status: 503 });
  await shipping.step();
  const unshipped = new UnshippedLogs(store, metrics, silentLog);
  const leftovers = new RunLeftoversStore(mongo);
  const runs = new RunsStore(mongo);
  const reads = new RunReads(mongo);
  await runs.remove(deleted, now);
  const counting = {
    revealArchived: (remains: Parameters<typeof leftovers.revealArchived>[0]) => leftovers.revealArchived(remains),
    removeChildren: async (remains: Parameters<typeof unshipped.count>[0]) => {
      await unshipped.count(remains);
      await leftovers.removeChildren(remains);
    },
  };
  const all = new Set(['shipped', 'removed', 'deleted', 'kept'].map(shardOf));
  const remover = new RunRemover({ runs, reads, leftovers: counting }, () => all, everythingCounted(clock));
  while ((await remover.remove(10)) > 0);
  // Nobody wants the log of a run that somebody has deleted.
  expect(await lost('removed')).toBe(2 * 'removed'.length);
  target.answer = () => ({ status: 200 });
  now += 2 * USAGE_LAG_MS;
  expect(await shipping.step()).toBe(2 * 'kept'.length);
  expect(target.ids.at(-1)).toBe(`${firstAttempt(kept.id)}/8`);
});

test('the audit is shipped by chain, in the order of its numbers, each entry with the one that records its refusal', async () => {
  await audit.add(entry('old', 'ibm'));
  await audit.settle();
  const shipping = await begun();
  for (const id of ['a', 'b', 'c']) await audit.add(entry(id, 'ibm'));
  await audit.add(entry('of-no-tenant', null));
  await audit.refuse({ ...entry('d', 'ibm'), refusedWith: 'CONFLICT', outcomeOf: 'c' });
  await audit.settle();
  expect(await shipping.step()).toBe(5);
  expect(target.ids).toEqual(['audit/of-no-tenant', 'audit/a', 'audit/b', 'audit/c', 'audit/d']);
  const [first, second] = target.requests[0]?.lines.slice(1) ?? [];
  expect(JSON.parse(first?.text ?? '')).toMatchObject({ id: 'a', actor: 'ada', seq: 2 });
  expect(first?.text).not.toContain('"proof"');
  expect(JSON.parse(second?.text ?? '')).toMatchObject({
    prev: (JSON.parse(first?.text ?? '') as { hash: string }).hash,
  });
  await audit.add(entry('e', 'ibm'));
  await audit.settle();
  expect(await shipping.step()).toBe(1);
  expect(await exporter().step()).toBe(0);
});

test('the certificate of the target is checked, against the authorities that are named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-export-'));
  closers.push(() => rm(folder, { recursive: true }));
  const ours = authority(folder, 'ours');
  const theirs = authority(folder, 'theirs');
  const secured = await LogTargetServer.start({ key: readFileSync(ours.key), cert: readFileSync(ours.cert) });
  closers.push(() => secured.stop());
  await begun();
  await endedAt('run', BEGIN + 1);
  await log(firstAttempt('run'), 1);
  now += 2 * USAGE_LAG_MS;
  const shippedUnder = (ca: string): Promise<number> =>
    exporter({ url: secured.url, ca: readFileSync(ca, 'utf8') }).step();
  expect(await shippedUnder(theirs.ca)).toBe(0);
  expect(await shippedUnder(ours.ca)).toBe(2);
});

describe('in an executor', () => {
  const partsWith = (config: object, owned: readonly number[] = [0]) => {
    const membership = { replica: 'executor-1', owned: () => ({ coarsest: () => new Set(owned) }) };
    return {
      config,
      mongo,
      membership,
      clock,
      metrics,
      log: silentLog,
      secrets: box,
      version: '1',
    } as unknown as Parameters<typeof exportOf>[0];
  };
  const configured = (): object => ({ LOG_EXPORT_URL: target.url, LOG_EXPORT_KIND: 'otlp', LOG_EXPORT_HEADERS: {} });

  test('without a target nothing is read or stored', async () => {
    const mongoAway = { ...partsWith({}), mongo: null } as unknown as Parameters<typeof exportOf>[0];
    const loop = exportOf(mongoAway);
    loop.start();
    await loop.stop();
    expect(unshippedOf(mongoAway)).toBeNull();
  });

  test('its owner of the first shard ships, and tells the doctor how far it is and what is wrong', async () => {
    const members = new MembersStore(mongo);
    const service = 'executor';
    const member = { replica: 'executor-1', service, host: 'h', version: '1', clockSkewMs: 0, ready: true } as const;
    await members.heartbeat({ ...member, lease: 1, form: 1, expiryMs: 1_000 });
    await begun();
    await endedAt('run', BEGIN + 1);
    await log(firstAttempt('run'), 1);
    now += 1_000_000;
    target.answer = () => ({ status: 401, text: 'who are you?' });
    const loop = exportOf(partsWith(configured()));
    loop.start();
    const state = await until('the state', async () => (await members.heardSince(service, 0))[0]?.logExport);
    expect(state).toEqual({ lagSeconds: 999.999, problem: 'the target answered 401: who are you?' });
    expect(await metrics.text()).toContain('carillon_log_export_lag_seconds 999.999');
    await loop.stop();
    expect(target.requests).toHaveLength(1);
  });

  test('no other one does', async () => {
    await begun();
    const loop = exportOf(partsWith(configured(), [1, 2]));
    loop.start();
    await loop.stop();
    expect(await metrics.text()).toContain('carillon_log_export_lag_seconds 0');
  });
});
