import { shards } from '#testing/shards.js';
import { systemClock } from '#common/clock/clock.js';
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { asRunId, asWorkerId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { createLogger } from '#common/logging/logger.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { excludesNothing } from '#common/schedule/exclusion.js';
import { UncountedRuns } from '../admission/uncounted-runs.js';
import { DefinitionReader } from './definition-reader.js';
import { DefinitionSync } from './definition-sync.js';
import { FormerDefinition } from './former-definition.js';

const old = aSchedule(null, 0);
const about = { version: 2, createdAt: 0, updatedAt: 1, updatedBy: 'ann' };
const worker: StoredWorker = {
  id: asWorkerId('worker'),
  ...about,
  sealed: { httpHeaders: {} },
  spec: { name: 'A worker', engine: 'process', command: ['true'] },
};
const job: StoredJob = {
  id: old.job,
  tenant: old.tenant,
  ...about,
  rev: 2,
  paused: null,
  deletedAt: null,
  sealed: { secureParameters: null, httpHeaders: {} },
  spec: { tenant: 'acme', name: 'A job', worker: 'worker', concurrency: { policy: 'Forbid' } },
};

test('runs under way hold permits from the time at which their job gets a limit, even if a later step fails', async () => {
  const saved: ScheduleState[] = [];
  const reader = new DefinitionReader(
    {
      jobs: { load: () => Promise.resolve(job) },
      workers: { loadMany: () => Promise.resolve(new Map([[worker.id, worker]])) },
      specs: { put: () => Promise.resolve() },
    },
    { exclusionFor: () => Promise.resolve(excludesNothing) },
    { log: createLogger('test', 'silent'), shardCount: shards.count },
  );
  const former = new FormerDefinition(
    { advance: () => Promise.resolve(new Map([[old.job, old]])) },
    { takeBack: (state) => Promise.resolve(state), takeBackSuperseded: () => Promise.resolve() },
    systemClock,
  );
  const uncounted = new UncountedRuns(
    { underWayOfJob: () => Promise.resolve([asRunId('r1'), asRunId('r2')]) },
    { apply: () => Promise.reject(new Error('the process dies')) },
    systemClock,
  );
  const definitions = new DefinitionSync(
    reader,
    {
      load: () => Promise.resolve(old),
      insert: () => Promise.resolve(false),
      save: (next) => Promise.resolve(saved.push(next) > 0),
    },
    former,
    { uncounted, outbox: { slotChanged: () => undefined } },
  );
  await definitions.sync(old.job).catch(() => null);
  expect(saved.map(({ holders, concurrency }) => [concurrency.policy, ...holders.map(({ run }) => run)])).toEqual([
    ['Forbid', 'r1', 'r2'],
  ]);
});
