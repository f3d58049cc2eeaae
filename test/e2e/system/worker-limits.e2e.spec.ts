/**
 * The limit of a worker at its door: three executors share it, beside one of a former version, while they and their scheduler stand still,
 * die, come and go, and while it is changed. The worker never has more calls at once than the limit allows, and every call is made once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunId } from '#common/domain/ids.js';
import { freeze } from '#testing/freeze.js';
import { inForm } from '#testing/long-form.js';
import { makeOtherVersion } from '#testing/other-version.js';
import { until } from '#testing/until.js';
import { World } from '../../integration/executor/support/world.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';

const TEST_LIMIT_MS = inForm({ short: 400_000, long: 1_200_000 });
const LIMIT = 20;
const FEW = 5;
const WORKER = 'narrow';
const WORK_MS = 2_000;
/** Calls that begin before the limit is lowered are so long under way that all executors know of it before the first ends, and end one after another. */
const LONG_WORK = { leastMs: 12_000, eachMs: 200 };
/** By then all know of a changed limit, also on a busy machine. */
const KNOWN_MS = 8_000;
/** The steps of a call at which somebody stands still, as far as they are seen from outside. */
const STEPS = ['arrival', 'answer', 'report'] as const;
type Step = (typeof STEPS)[number];
/** An executor's lease has ended after 3 s. */
const FREEZES = inForm({
  short: [
    { step: 'arrival', ms: 8_000 },
    { step: 'answer', ms: 1_500 },
  ] satisfies { step: Step; ms: number }[],
  long: STEPS.flatMap((step) => [1_000, 4_500, 8_000, 60_000].map((ms) => ({ step, ms }))),
});
const RUN_EVERY_MS = 50;
/** More runs do not wait at once: the rest is begun when some have ended. */
const MAX_OPEN = 60;

/** Counts the calls that it works on, and reports the end of each until the report is accepted. */
class NarrowWorker {
  readonly calls = new Map<string, number>();
  most = 0;
  /** How long the next call takes. */
  workMs = (): number => WORK_MS;
  private readonly active = new Set<string>();
  private readonly reports = new Set<Promise<void>>();
  private readonly server: Server;
  /** Is called at the next such step, which waits for it. */
  private atNext: { readonly step: Step; readonly act: () => Promise<void> } | null = null;

  constructor(private readonly world: World) {
    this.server = createServer((request, response) => {
      const attempt = String(request.headers['idempotency-key']);
      this.calls.set(attempt, (this.calls.get(attempt) ?? 0) + 1);
      request.resume();
      const isNew = this.calls.get(attempt) === 1;
      if (isNew) this.active.add(attempt);
      this.most = Math.max(this.most, this.active.size);
      const work = this.answer(response, isNew ? attempt : null);
      this.reports.add(work);
      void work.finally(() => this.reports.delete(work));
    });
  }

  get now(): number {
    return this.active.size;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    await Promise.all(this.reports);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Acts at the next such step of any call, which goes on afterwards. */
  async at<T>(step: Step, act: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.atNext = { step, act: () => act().then(resolve, reject) };
    });
  }

  private async answer(response: ServerResponse, attempt: string | null): Promise<void> {
    await this.reach('arrival');
    response.writeHead(201).end();
    await this.reach('answer');
    if (attempt === null) return;
    await delay(this.workMs());
    this.active.delete(attempt);
    await this.reach('report');
    await this.world.reportFinished(attempt);
  }

  private async reach(step: Step): Promise<void> {
    if (this.atNext?.step !== step) return;
    const { act } = this.atNext;
    this.atNext = null;
    await act();
  }
}

let world: World;
let worker: NarrowWorker;
let url: string;
let executors: ServiceProcess[];
let older: ServiceProcess;
let scheduler: ServiceProcess;
let collector: ServiceProcess;
const olderRelease = mkdtempSync(join(tmpdir(), 'carillon-older-'));
const runs: RunId[] = [];
let isOver = false;
let begun: Promise<void>;

const setLimit = (maxActive: number): Promise<void> =>
  world.define(WORKER, { engine: 'webservice', url, limits: { maxActive } });

const startExecutors = (count: number): Promise<ServiceProcess[]> =>
  Promise.all(Array.from({ length: count }, () => startService('executor', world.env)));

/** Begins runs at a steady pace, faster than the worker takes them. */
async function beginRuns(): Promise<void> {
  const narrow = { engine: 'webservice' as const, url, idempotentStart: true };
  while (!isOver) {
    if (runs.length - worker.calls.size < MAX_OPEN)
      runs.push((await world.begin([], { workerId: WORKER, worker: narrow, isLimited: true })).id);
    await delay(RUN_EVERY_MS);
  }
}

const madeCalls = async (more: number): Promise<void> => {
  const before = worker.calls.size;
  await until(`${more} more calls`, () => worker.calls.size >= before + more, 90_000);
};

/** From now on the limit is used as a whole, and never exceeded. */
async function wholeLimitIsUsed(): Promise<void> {
  worker.most = 0;
  await until('the limit to be used', () => worker.most >= LIMIT, 60_000);
  await madeCalls(2 * LIMIT);
  expect(worker.most).toBe(LIMIT);
}

beforeAll(async () => {
  world = await World.create();
  worker = new NarrowWorker(world);
  url = await worker.listen();
  await setLimit(LIMIT);
  // It does not know that limits are divided: each replica applies the whole limit to its own runs.
  makeOtherVersion(
    olderRelease,
    ['apps/executor'],
    [
      { file: 'dist/libs/common/src/lifecycle/service.js', from: /\{\s*sharesLimits: true\s*\}/, to: '{}' },
      {
        file: 'dist/apps/executor/src/loop/start-limits.js',
        from: /,\s*shared: \{\s*key: worker,\s*percent: \w+\s*\}/,
        to: '',
      },
    ],
  );
  [collector, scheduler, older] = await Promise.all([
    startService('log-collector', world.env),
    startService('scheduler', world.env),
    startService('executor', world.env, olderRelease),
  ]);
  // They read of it when they start. If it came after them it would use the whole limit beside what they use until they hear of it.
  executors = await startExecutors(2);
  begun = beginRuns();
}, TEST_LIMIT_MS);

afterAll(async () => {
  isOver = true;
  await begun;
  await worker.close();
  await Promise.all([...executors, older, scheduler, collector].map((service) => service.stop()));
  await world.close();
  rmSync(olderRelease, { recursive: true, force: true });
}, TEST_LIMIT_MS);

test(
  'beside an executor that knows no parts the others start nothing, and count what it leaves when it goes',
  async () => {
    await madeCalls(LIMIT);
    await older.stop();
    await wholeLimitIsUsed();
    executors.push(...(await startExecutors(1)));
    await madeCalls(LIMIT);
    expect(worker.most).toBe(LIMIT);
  },
  TEST_LIMIT_MS,
);

test(
  'executors and schedulers that stand still at any step, and executors that are killed, free nothing that may still be used',
  async () => {
    for (const [turn, { step, ms }] of FREEZES.entries()) {
      const service = turn % 3 === 1 ? scheduler : executors[turn % executors.length];
      const frozen = await worker.at(step, () => freeze(() => [service?.pid ?? 0]));
      await delay(ms);
      frozen.thaw();
      await madeCalls(LIMIT);
    }
    await executors.shift()?.kill();
    await madeCalls(LIMIT);
    expect(worker.most).toBe(LIMIT);
  },
  TEST_LIMIT_MS,
);

test(
  'one executor that is left gets the whole limit, and shares it with those that come',
  async () => {
    await executors.shift()?.stop();
    await wholeLimitIsUsed();
    executors.push(...(await startExecutors(2)));
    await madeCalls(2 * LIMIT);
    expect(worker.most).toBe(LIMIT);
  },
  TEST_LIMIT_MS,
);

test(
  'after the limit was lowered the calls only become fewer until they fit, and a higher limit is used again',
  async () => {
    let long = 0;
    worker.workMs = () => LONG_WORK.leastMs + LONG_WORK.eachMs * (long++ % LIMIT);
    await until('all calls to be long', () => long >= LIMIT && worker.now === LIMIT, 60_000);
    await setLimit(FEW);
    await delay(KNOWN_MS);
    worker.most = 0;
    worker.workMs = () => WORK_MS;
    await madeCalls(2 * FEW);
    expect(worker.most).toBe(FEW);
    await setLimit(LIMIT);
    await until('the limit to be used', () => worker.most >= LIMIT, 60_000);
  },
  TEST_LIMIT_MS,
);

test(
  'every run ends, and no call was made twice but those whose executor died',
  async () => {
    isOver = true;
    await begun;
    const ends = await world.allEnded(runs, 180_000);
    expect(ends.filter(({ phase }) => phase !== 'Completed')).toEqual([]);
    expect(worker.calls.size).toBe(runs.length);
    expect(worker.most).toBe(LIMIT);
  },
  TEST_LIMIT_MS,
);
