import { systemClock } from '#common/clock/clock.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { createLogger } from '#common/logging/logger.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { Admission } from './admission.js';
import { JobPermits } from './job-permits.js';
import { PermitAllocator } from './permit-allocator.js';
import { PermitDemands } from './permit-demands.js';
import { RunRecords } from './run-records.js';
import { TenantLimits } from './tenant-limits.js';

const old = asRunId('old');
const concurrency = { policy: 'Replace', maxConcurrency: 1, maxQueued: 5, group: null } as const;
const job = aSchedule(null, 0, { concurrency, holders: [{ run: old, since: 1, grant: 1 }] });

/** The ids of the commands by which a new run has the old one aborted, when the old one is in this generation. */
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
  const reads = {
    load: (ids: readonly RunId[]) => Promise.resolve(new Map(ids.includes(old) ? [[old, replaced]] : [])),
  };
  const outbox = { dispatch: () => undefined, changed: () => undefined };
  const runs = new RunRecords(
    {
      insertRuns: (inserted) => Promise.resolve(new Set(inserted.map(({ id }) => id))),
      save: yes,
      withdraw: yes,
    },
    reads,
    outbox,
    systemClock,
  );
  const commands = {
    add: (command: RunCommand) => {
      asked.push(command);
      return Promise.resolve();
    },
  };
  const jobs = new JobPermits({ load: () => Promise.resolve(job), save: yes }, runs, limits, systemClock);
  const demands = new PermitDemands({ reads, commands }, outbox, systemClock);
  const admission = new Admission(jobs, permits, runs, { demands, log: createLogger('test', 'silent') });
  const next = aRun(aPlan(), { id: asRunId('next'), job: job.job, phase: 'Queued' });
  await admission.admit(next, { type: 'admit', run: next.id, policy: 'Replace', startAfter: 0 });
  await new Promise((resolve) => setImmediate(resolve));
  return asked.map(({ id }) => id);
}

test('a run that was resumed after its replacement can be replaced again', async () => {
  const first = await askedOf(0);
  const again = await askedOf(1);
  expect(first).toHaveLength(1);
  expect(again).toHaveLength(1);
  expect(again).not.toEqual(first);
});
