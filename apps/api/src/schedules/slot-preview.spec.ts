import type { StoredJob } from '#common/spec/definitions.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import type { JobVersion } from '#common/mongo/jobs.store.js';
import { SlotPreview } from './slot-preview.js';

const at = (time: string): number => Date.parse(`2026-06-01T${time}Z`);
const sealed = { secureParameters: null, httpHeaders: {} };
const specOf = (cron?: string): StoredJob['spec'] => ({
  tenant: 'acme',
  name: 'A job',
  worker: 'w',
  ...(cron && { cron }),
});

const job: StoredJob = {
  id: asJobId('job'),
  tenant: asTenantId('acme'),
  version: 4,
  rev: 9,
  paused: null,
  deletedAt: null,
  sealed,
  createdAt: 0,
  updatedAt: at('12:00:00'),
  updatedBy: 'ann',
  spec: specOf('30 * * * *'),
};
const version = (number: number, until: string, cron?: string): JobVersion => ({
  version: number,
  savedAt: 0,
  savedBy: 'ann',
  until: at(until),
  sealed,
  spec: specOf(cron),
});
/** Newest first, in the stored order. */
const former = [version(3, '10:30:00'), version(2, '08:30:00', '15 * * * *'), version(1, '06:30:00', '0 * * * *')];

const preview = new SlotPreview(
  { loadMany: () => Promise.resolve([]) },
  {
    versionsBefore: (_, before, limit) =>
      Promise.resolve(former.filter((each) => each.version < before).slice(0, limit)),
  },
  { load: () => Promise.resolve(null) },
  { now: () => at('13:00:00'), monotonic: () => 0, after: () => () => undefined },
);
const nominals = async (from: string, count: number): Promise<string[]> =>
  (await preview.ofJob(job, { from: at(from), count })).map(({ nominal }) => nominal.slice(11, 16));

test('past slots follow from the schedules that the job had then, and there are none while it had no schedule', async () => {
  expect(await nominals('05:00:00', 8)).toEqual([
    '05:00',
    '06:00',
    '07:15',
    '08:15',
    '10:30',
    '11:30',
    '12:30',
    '13:30',
  ]);
  expect(await nominals('06:15:00', 2)).toEqual(['07:15', '08:15']);
  expect(await nominals('09:00:00', 1)).toEqual(['10:30']);
});

test('future slots follow from the current schedule', async () => {
  expect((await preview.ofJob(job, { from: undefined, count: 1 })).map(({ nominal }) => nominal)).toEqual([
    '2026-06-01T13:30:00.000Z',
  ]);
});
