/**
 * A pod is held until its log is stored: an executor and a collector as they are built, before a simulated API server
 * that gives the log of an ended pod slowly, or stands still within it.
 */
import { jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { LogReader } from '#common/mongo/log-reader.js';
import type { AttemptRecord, Run } from '#common/run/run.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import { FakeNode } from '#testing/fake-api-server/fake-node.js';
import type { KubeObject } from '#testing/fake-api-server/kube-object.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { World } from '../../integration/executor/support/world.js';

jest.setTimeout(240_000);

/** The collector is asked every 2.5 s, and has advanced if two answers differ. */
const HOLD_SECONDS = 10;
const HOLD_MS = HOLD_SECONDS * 1_000;
const LIMIT_MS = 90_000;
/** So often that the collector never treats the log as one that stands still. */
const BETWEEN_LINES_MS = 100;
/** Reading takes more than twice the hold. */
const LINES = 220;
/** If reading stops for good, the hold was extended at least once. */
const STUCK_AFTER = 120;

let world: World;
let api: FakeApiServer;
let node: FakeNode;
let services: ServiceProcess[] = [];

beforeAll(async () => {
  world = await World.create();
  api = await FakeApiServer.start();
  node = new FakeNode(api, () => ({ runMs: 1_000 }));
  node.start();
  const cluster = { KUB_HOST: api.url, KUB_TOKEN: 'token', KUB_NAMESPACE: 'workers', ENGINES: 'kubernetes' };
  const env = { ...world.env, ...cluster, SEAL_HOLD_SECONDS: String(HOLD_SECONDS) };
  services = await Promise.all([startService('executor', env), startService('log-collector', env)]);
});
afterAll(async () => {
  for (const service of services) await service.stop();
  node.stop();
  await api.close();
  await world.close();
});

const podOf = (job: string): KubeObject | undefined =>
  api.pods().find(({ metadata }) => metadata.annotations?.['carillon.dev/job-id'] === job);
const text = (number: number): string => `line ${number}`;
const stamped = (number: number): string => `2026-03-01T10:00:00.${String(number).padStart(9, '0')}Z ${text(number)}\n`;

/** One line after another, and none after `stuckAfter` of them. */
async function* slowly(stuckAfter: number): AsyncGenerator<string, void, undefined> {
  for (let number = 1; number <= LINES; number++) {
    if (number > stuckAfter) await new Promise(() => undefined);
    yield stamped(number);
    await delay(BETWEEN_LINES_MS);
  }
}

async function live(job: string, stuckAfter: number): Promise<{ run: Run; attempt: AttemptRecord; lines: string[] }> {
  const { id } = await world.begin([], { jobId: job, worker: { engine: 'kubernetes', image: 'busybox' } });
  const pod = await until(`the pod of ${job}`, () => podOf(job), LIMIT_MS);
  api.logs.play(pod.metadata.uid, { parts: () => slowly(stuckAfter), last: stamped(LINES) });
  const run = await world.ended(id, LIMIT_MS);
  await until('nothing left of it', () => podOf(job) === undefined, LIMIT_MS);
  const [attempt] = await world.attempts(id);
  if (!attempt) throw new Error('the run has no attempt');
  const lines: string[] = [];
  for await (const block of new LogReader(world.mongo).read({ run: id })) lines.push(...block.map((each) => each.text));
  return { run, attempt, lines };
}

const upTo = (count: number): string[] => Array.from({ length: count }, (_, i) => text(i + 1));
const heldMs = ({ run, attempt }: { run: Run; attempt: AttemptRecord }): number => (run.finished ?? 0) - attempt.end.at;

test.concurrent('a pod whose log is still being read is held as long as reading advances', async () => {
  const seen = await live('slow', Infinity);
  expect(seen.attempt).toMatchObject({ logComplete: true, logReason: null });
  expect(seen.lines).toEqual(upTo(LINES));
  expect(heldMs(seen)).toBeGreaterThan(HOLD_MS);
  expect(seen.run.phase).toBe('Completed');
});

test.concurrent(
  'a pod is released when reading stands still for the time of the hold, and the attempt reports it',
  async () => {
    const seen = await live('stuck', STUCK_AFTER);
    expect(seen.attempt).toMatchObject({ logComplete: false, logReason: 'SealHoldPassed' });
    expect(seen.lines.slice(0, STUCK_AFTER)).toEqual(upTo(STUCK_AFTER));
    expect(seen.lines).not.toContain(text(STUCK_AFTER + 1));
    expect(heldMs(seen)).toBeGreaterThan(HOLD_MS);
    expect(seen.run.phase).toBe('Completed');
  },
);
