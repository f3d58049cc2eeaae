/** The objects of a dead executor are removed by the executor that takes its shards over, without waiting for the sweep of every minute. */
import { pino } from 'pino';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import type { ShardSet } from '#common/domain/shards.js';
import { AppError } from '#common/errors/app-error.js';
import { everyShard, shardOfAttempt, someShards } from '#testing/shards.js';
import { Engines, type EngineSet } from '../engines/engine.js';
import { OrphanSweep } from './orphan-sweep.js';
import { Recovery } from './recovery.js';

const log = pino({ level: 'silent' });
const left = Array.from({ length: 20 }, (_, at) => asAttemptId(`run-${at}/0/main/0/1`));
const [first] = left as [AttemptId];
const near = shardOfAttempt(first);

interface Trouble {
  readonly owned?: ShardSet;
  /** How often the engine fails to list what exists, and how often it fails to remove something. */
  readonly refusals?: number;
  readonly failures?: number;
}

function sweepOf({ owned = everyShard, refusals = 0, failures = 0 }: Trouble = {}): {
  readonly sweep: OrphanSweep;
  readonly removed: AttemptId[];
} {
  const removed: AttemptId[] = [];
  let refused = 0;
  let failed = 0;
  const engine = {
    engine: 'kubernetes',
    existing: (shards: ShardSet) =>
      refused++ < refusals
        ? Promise.reject(new AppError('UNAVAILABLE', 'the API server does not answer'))
        : Promise.resolve(left.filter((attempt) => shards.ownsAttempt(attempt) && !removed.includes(attempt))),
    cleanUp: (attempt: AttemptId) => {
      if (failed++ < failures) return Promise.reject(new AppError('UNAVAILABLE', 'no answer'));
      removed.push(attempt);
      return Promise.resolve();
    },
  };
  const engines = new Engines({ kubernetes: engine } as unknown as EngineSet);
  return { sweep: new OrphanSweep({ load: () => Promise.resolve(new Map()) }, engines, () => owned, log), removed };
}

test('the sweep removes the objects of a shard that was taken over, and of no other', async () => {
  const { sweep, removed } = sweepOf();
  expect(await sweep.stepTaken()).toBe(0);
  expect(removed).toEqual([]);
  sweep.takeOver(near);
  expect(await sweep.stepTaken()).toBe(1);
  expect(removed).toContain(first);
  expect(new Set(removed.map(shardOfAttempt))).toEqual(new Set([near]));
});

test('the sweep lists the objects of a shard once', async () => {
  const { sweep, removed } = sweepOf();
  sweep.takeOver(near);
  await sweep.stepTaken();
  removed.length = 0;
  expect(await sweep.stepTaken()).toBe(0);
  expect(removed).toEqual([]);
});

test('the sweep lists the objects again after an engine did not answer', async () => {
  const { sweep, removed } = sweepOf({ refusals: 1 });
  sweep.takeOver(near);
  await expect(sweep.stepTaken()).rejects.toThrow('does not answer');
  expect(removed).toEqual([]);
  expect(await sweep.stepTaken()).toBe(1);
  expect(removed).toContain(first);
});

test('the sweep repeats a failed removal a limited number of times', async () => {
  const { sweep, removed } = sweepOf({ failures: 1 });
  sweep.takeOver(near);
  expect(await sweep.stepTaken()).toBe(1);
  expect(await sweep.stepTaken()).toBe(1);
  expect(removed).toContain(first);
  expect(await sweep.stepTaken()).toBe(0);

  const never = sweepOf({ failures: Infinity });
  never.sweep.takeOver(near);
  let tries = 0;
  while ((await never.sweep.stepTaken()) > 0) tries++;
  expect(tries).toBe(30);
});

test('the sweep leaves the objects of a shard to another replica that has taken it over since', async () => {
  const { sweep, removed } = sweepOf({ owned: someShards((near + 1) % everyShard.size) });
  sweep.takeOver(near);
  expect(await sweep.stepTaken()).toBe(0);
  expect(removed).toEqual([]);
});

test('the sweep of a shard is announced once its open runs are recovered, even if that needs several steps', async () => {
  const announced: number[] = [];
  let answers = false;
  const recovery = new Recovery(
    { recover: (shard) => Promise.resolve(answers || shard !== near ? 0 : null) },
    () => someShards(near, (near + 1) % everyShard.size),
    log,
    (shard) => announced.push(shard),
  );
  await recovery.step();
  expect(announced).toEqual([(near + 1) % everyShard.size]);
  answers = true;
  await recovery.step();
  expect(announced).toEqual([(near + 1) % everyShard.size, near]);
});
