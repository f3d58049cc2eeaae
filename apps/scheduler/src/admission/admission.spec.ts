import { systemClock } from '#common/clock/clock.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { asRunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { createLogger } from '#common/logging/logger.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { Admission, protectFromWithdrawal } from './admission.js';
import { PermitAllocator } from './permit-allocator.js';
import { TenantLimits } from './tenant-limits.js';

const old = asRunId('old');
const concurrency = { policy: 'Replace', maxConcurrency: 1, maxQueued: 5, group: null } as const;
const job = aSchedule(null, 0, { concurrency, holders: [{ run: old, since: 1, grant: 1 }] });

/** The ids of the commands by which a new run has the old one aborted, when that one is in this generation. */
async function askedOf(generation: number): Promise<string[]> {
  const asked: RunCommand[] = [];
  const replaced: Run = aRun(aPlan(), { id: old, job: job.job, phase: 'Running', generation });
  const yes = (): Promise<boolean> => Promise.resolve(true);
  const limits = new TenantLimits({ load: () => Promise.resolve(null) }, systemClock);
  const permits = new PermitAllocator(
    { load: () => Promise.resolve(null), insert: yes, save: yes },
    limits,
    systemClock,
  );
  const admission = new Admission(
    {
      schedules: { load: () => Promise.resolve(job), insert: yes, save: yes },
      runs: {
        insertRuns: (inserted) => Promise.resolve(new Set(inserted.map(({ id }) => id))),
        save: yes,
        withdraw: yes,
        revoke: () => Promise.resolve(),
        closeKeys: () => Promise.resolve(new Set()),
      },
      reads: { load: (ids) => Promise.resolve(new Map(ids.includes(old) ? [[old, replaced]] : [])) },
      commands: {
        add: (command) => {
          asked.push(command);
          return Promise.resolve();
        },
      },
    },
    { permits, limits },
    { dispatch: () => undefined, changed: () => undefined, jobChanged: () => undefined },
    { clock: systemClock, log: createLogger('test', 'silent') },
  );
  const next = aRun(aPlan(), { id: asRunId('next'), job: job.job, phase: 'Queued' });
  await admission.admit(next, { type: 'admit', run: next.id, policy: 'Replace', startAfter: 0 });
  await new Promise((resolve) => setImmediate(resolve));
  return asked.map(({ id }) => id);
}

test('a run that was resumed after it was replaced can be replaced again', async () => {
  const [first, again] = [await askedOf(0), await askedOf(1)];
  expect(first).toHaveLength(1);
  expect(again).toHaveLength(1);
  expect(again).not.toEqual(first);
});

const queued = aRun(aPlan(), { id: asRunId('r'), phase: 'Queued' });

/** What is counted of a run that was read as `read`, when it is `stored` by then. */
async function kept(read: Run, stored: Run | null): Promise<{ readonly given: Run | null; readonly saved: Run[] }> {
  const saved: Run[] = [];
  const given = await protectFromWithdrawal(
    {
      reads: { load: () => Promise.resolve(new Map(stored ? [[stored.id, stored]] : [])) },
      runs: { save: (next, rev) => Promise.resolve(stored?.rev === rev && saved.push(next) > 0) },
    },
    read,
  );
  return { given, saved };
}

it('gives an untouched run a new revision, so that nobody takes it back', async () => {
  const next = { ...queued, rev: 2 };
  expect(await kept(queued, queued)).toEqual({ given: next, saved: [next] });
});

it('leaves a run as it is that somebody has touched', async () => {
  const touched = { ...queued, rev: 2 };
  expect(await kept(touched, touched)).toEqual({ given: touched, saved: [] });
});

it('gives what a run has become meanwhile, and null for one that is no more', async () => {
  const aborted: Run = { ...queued, phase: 'Aborted', rev: 2 };
  expect(await kept(queued, aborted)).toEqual({ given: aborted, saved: [] });
  expect(await kept(queued, null)).toEqual({ given: null, saved: [] });
});
