import type { StoredJob } from '#common/spec/definitions.js';
import { asRunId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { archiveReason, type EndFacts } from './archive-reason.js';

const T0 = Date.parse('2026-05-04T10:00:00Z');
const job = (archiveWhen?: 'ended' | 'succeeded', change: Partial<StoredJob> = {}): StoredJob =>
  ({
    id: 'j',
    tenant: 'acme',
    rev: 3,
    updatedAt: T0,
    paused: null,
    deletedAt: null,
    spec: { tenant: 'acme', name: 'J', worker: 'w', ...(archiveWhen && { archiveWhen }) },
    ...change,
  }) as StoredJob;
/** The schedule after its only slot. */
const over = (change: Partial<ScheduleState> = {}): ScheduleState =>
  aSchedule({ at: '2026-05-04T09:00:00Z' }, T0, { jobRev: 3, nextSlotAt: null, ...change });
const facts = (change: Partial<EndFacts> = {}): EndFacts => ({
  schedule: over(),
  unfinished: 0,
  succeededAt: null,
  ...change,
});

describe('a job is archived automatically', () => {
  it.each<[string, StoredJob, EndFacts, string | null]>([
    ['once its schedule has ended', job('ended'), facts(), 'The schedule of the job has ended.'],
    ['not while a run is unfinished', job('ended'), facts({ unfinished: 1 }), null],
    [
      'not while a slot is still to come',
      job('ended'),
      facts({ schedule: aSchedule({ every: 60 }, T0, { jobRev: 3 }) }),
      null,
    ],
    [
      'not where only the time of the next slot is unknown',
      job('ended'),
      facts({ schedule: aSchedule({ every: 60 }, T0, { jobRev: 3, nextSlotAt: null }) }),
      null,
    ],
    [
      'not while its fixed delay waits for the end of a run',
      job('ended'),
      facts({ schedule: over({ delayed: { at: T0, run: asRunId('r') } }) }),
      null,
    ],
    ['not before the scheduler has its current revision', job('ended'), facts({ schedule: over({ jobRev: 2 }) }), null],
    ['not without a schedule', job('ended'), facts({ schedule: undefined }), null],
    ['not while its schedule is inactive', job('ended'), facts({ schedule: over({ active: false }) }), null],
    ['once a run has succeeded', job('succeeded'), facts({ succeededAt: T0 + 1 }), 'A run of the job has succeeded.'],
    [
      'once the scheduler knows of a success whose run was removed',
      job('succeeded'),
      facts({ schedule: over({ lastSuccessFinish: T0 + 1 }) }),
      'A run of the job has succeeded.',
    ],
    ['not for a success before its last change', job('succeeded'), facts({ succeededAt: T0 }), null],
    ['not at the end of its schedule, if it is archived on success', job('succeeded'), facts(), null],
    ['not unless the job asks for it', job(), facts({ succeededAt: T0 + 1 }), null],
    ['not while it is paused', job('ended', { paused: { by: 'x', at: 0, note: null } }), facts(), null],
    ['not once it is deleted', job('ended', { deletedAt: T0 }), facts(), null],
  ])('%s', (_, of, seen, reason) => {
    expect(archiveReason(of, seen)).toBe(reason);
  });
});
