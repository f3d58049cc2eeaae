import { asJobId } from '#common/domain/ids.js';
import type { Phase } from '#common/run/phase.js';
import type { EndedState } from '#common/usage/ledger.js';
import { everythingCounted } from '#testing/everything-counted.js';
import type { Saved } from '../loop/post-commit.js';
import { RetentionSweep } from './retention-sweep.js';

/** The calls, as `<job> <state> <number of kept runs>`. */
function aSweep(): { sweep: RetentionSweep; looked: string[]; pass: (ms: number) => void } {
  const looked: string[] = [];
  let now = 0;
  const clock = { now: () => now, monotonic: () => now, after: () => () => undefined };
  const keepNewest = (job: string, state: EndedState, keep: number): Promise<number> => {
    looked.push(`${job} ${state} ${keep}`);
    return Promise.resolve(0);
  };
  return {
    sweep: new RetentionSweep({ keepNewest }, everythingCounted(clock), clock),
    looked,
    pass: (ms) => (now += ms),
  };
}

const endedAs = (phase: Phase, kept: number, job = 'j'): Saved =>
  ({
    decision: { next: { job: asJobId(job), phase } },
    basis: { plan: { retention: { successful: kept, failed: kept, maxAgeMs: 1 } } },
  }) as unknown as Saved;

test('a job that keeps few runs is checked after each run, only for the state of that run', async () => {
  const { sweep, looked } = aSweep();
  sweep.observe(endedAs('Completed', 3));
  await sweep.step();
  sweep.observe(endedAs('Failed', 3));
  await sweep.step();
  await sweep.step();
  expect(looked).toEqual(['j FINISHED 3', 'j FAILED 3']);
});

test('a job that keeps many runs is checked after a quarter of that number, or after some time', async () => {
  const { sweep, looked, pass } = aSweep();
  for (let i = 0; i < 24; i++) sweep.observe(endedAs('Completed', 100));
  await sweep.step();
  expect(looked).toEqual([]);
  sweep.observe(endedAs('Completed', 100));
  await sweep.step();
  expect(looked).toEqual(['j FINISHED 100']);
  sweep.observe(endedAs('Aborted', 100));
  await sweep.step();
  expect(looked).toHaveLength(1);
  pass(600_000);
  await sweep.step();
  expect(looked).toEqual(['j FINISHED 100', 'j ABORTED 100']);
});

test('runs that are under way and skipped runs are not counted', async () => {
  const { sweep, looked } = aSweep();
  for (const phase of ['Running', 'Skipped'] as const) sweep.observe(endedAs(phase, 1));
  await sweep.step();
  expect(looked).toEqual([]);
});
