/**
 * The limit of a worker at its door: three executors share it, while they stand still, die, come and go, and while it is changed. The worker
 * never has more calls at once than the limit allows, and every call is made once.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunId } from '#common/domain/ids.js';
import { freeze } from '#testing/freeze.js';
import { inForm } from '#testing/long-form.js';
import { until } from '#testing/until.js';
import { World } from '../../integration/executor/support/world.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';

const TEST_LIMIT_MS = 400_000;
const LIMIT = 20;
const FEW = 5;
const WORKER = 'narrow';
const WORK_MS = 2_000;
const FREEZES_MS = inForm({ short: [1_500, 8_000], long: [1_000, 4_500, 8_000, 60_000] });
/** A changed limit takes effect within this time. */
const CHANGE_MS = 10_000;
const RUN_EVERY_MS = 50;
/** More runs do not wait at once: the rest is begun when some have ended. */
const MAX_OPEN = 150;

/** Counts the calls that it works on, and reports the end of each until the report is accepted. */
class NarrowWorker {
  readonly calls = new Map<string, number>();
  most = 0;
  private readonly active = new Set<string>();
  private readonly reports = new Set<Promise<void>>();
  private readonly server: Server;

  constructor(private readonly world: World) {
    this.server = createServer((request, response) => {
      const attempt = String(request.headers['idempotency-key']);
      this.calls.set(attempt, (this.calls.get(attempt) ?? 0) + 1);
      request.resume();
      response.writeHead(201).end();
      if (this.calls.get(attempt) !== 1) return;
      this.active.add(attempt);
      this.most = Math.max(this.most, this.active.size);
      const work = this.work(attempt);
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

  private async work(text: string): Promise<void> {
    await delay(WORK_MS);
    this.active.delete(text);
    await this.world.reportFinished(text);
  }
}

let world: World;
let worker: NarrowWorker;
let url: string;
let executors: ServiceProcess[];
let others: ServiceProcess[];
const runs: RunId[] = [];
let isOver = false;
let begun: Promise<void>;

const setLimit = (maxActive: number): Promise<void> =>
  world.define(WORKER, { engine: 'webservice', url, limits: { maxActive } });

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

beforeAll(async () => {
  world = await World.create();
  worker = new NarrowWorker(world);
  url = await worker.listen();
  await setLimit(LIMIT);
  others = await Promise.all([startService('log-collector', world.env), startService('scheduler', world.env)]);
  executors = await Promise.all([1, 2, 3].map(() => startService('executor', world.env)));
  begun = beginRuns();
}, TEST_LIMIT_MS);

afterAll(async () => {
  isOver = true;
  await begun;
  await worker.close();
  await Promise.all([...executors, ...others].map((service) => service.stop()));
  await world.close();
}, TEST_LIMIT_MS);

test(
  'three executors use the whole limit together, and never more',
  async () => {
    await until('the limit to be used', () => worker.most >= LIMIT, 60_000);
    await madeCalls(5 * LIMIT);
    expect(worker.most).toBe(LIMIT);
  },
  TEST_LIMIT_MS,
);

test(
  'executors that stand still or are killed free nothing that may still be used',
  async () => {
    for (const [turn, ms] of FREEZES_MS.entries()) {
      const frozen = await freeze(() => [executors[turn % executors.length]!.pid]);
      await delay(ms);
      frozen.thaw();
      await madeCalls(LIMIT);
    }
    await executors.shift()?.kill();
    await madeCalls(2 * LIMIT);
    expect(worker.most).toBe(LIMIT);
  },
  TEST_LIMIT_MS,
);

test(
  'one executor that is left gets the whole limit, and shares it with those that come',
  async () => {
    await executors.shift()?.stop();
    worker.most = 0;
    await until('the one to use the limit', () => worker.most >= LIMIT, 60_000);
    executors.push(...(await Promise.all([startService('executor', world.env), startService('executor', world.env)])));
    await madeCalls(5 * LIMIT);
    expect(worker.most).toBe(LIMIT);
  },
  TEST_LIMIT_MS,
);

test(
  'a lower limit holds once the attempts of the former one have ended, and a higher one again',
  async () => {
    await setLimit(FEW);
    await delay(CHANGE_MS);
    await until('few calls at once', () => worker.now <= FEW, 60_000);
    worker.most = 0;
    await madeCalls(4 * FEW);
    expect(worker.most).toBe(FEW);
    await setLimit(LIMIT);
    await until('the limit to be used', () => worker.most >= LIMIT, 60_000);
    await madeCalls(2 * LIMIT);
    expect(worker.most).toBe(LIMIT);
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
