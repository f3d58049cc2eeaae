import { shards } from '#testing/shards.js';
import { excludesNothing } from '#common/schedule/exclusion.js';
import type { RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aPlanView } from '#testing/builders/a-plan-view.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { planStep } from '../core/plan-step.js';
import { slotRun } from '../core/slot-run.js';
import type { PlanItem, PlannedStep } from './planned.js';
import { Ahead } from './ahead.js';
import { RunInserter } from './planner.js';

const T0 = Date.parse('2026-05-04T10:00:00Z');
const NOW = T0 + 1_000;
const before = aSchedule({ every: 1 }, T0, { mark: T0, lastSlot: T0 });
/** The document after another process has set its watermark back, in order to revoke the run next. */
const state: ScheduleState = { ...before, rev: before.rev + 1 };
const slot = { nominal: NOW, effective: NOW, flags: [] };
const early = slotRun(before, slot, { limited: false, shardCount: shards.count }, T0);

/** Stored runs under this document. `meanwhile`: what another process saves right before each save. */
function stored(run: Run, { meanwhile, schedule = null }: { meanwhile?: Run; schedule?: ScheduleState | null } = {}) {
  const runs = new Map<RunId, Run>([[run.id, run]]);
  const stores: ConstructorParameters<typeof Ahead>[0] & ConstructorParameters<typeof RunInserter>[0] = {
    schedules: { load: () => Promise.resolve(schedule), save: none },
    runs: {
      insertRuns: (all) => Promise.resolve(new Set(all.map(({ id }) => id).filter((id) => !runs.has(id)))),
      save: (next, rev) => {
        if (meanwhile) runs.set(run.id, meanwhile);
        const isCurrent = runs.get(next.id)?.rev === rev;
        if (isCurrent) runs.set(next.id, next);
        return Promise.resolve(isCurrent);
      },
      withdraw: none,
      revoke: (all) => {
        for (const { id, rev } of all) if (runs.get(id)?.rev === rev) runs.delete(id);
        return Promise.resolve();
      },
      closeKeys: () => Promise.reject(new Error('not asked')),
    },
    reads: {
      load: () => Promise.resolve(new Map(runs)),
      storedKeys: () => Promise.resolve(new Map([...runs].map(([id, each]) => [id, { kind: 'run', run: each }]))),
    },
  };
  const ahead = new Ahead(stores, { exclusionFor: () => Promise.resolve(excludesNothing) });
  const inserter = new RunInserter(stores, ahead, shards.count);
  return { inserter, runs };
}
const none = (): Promise<boolean> => Promise.reject(new Error('not asked'));

function planned(): PlannedStep<'fire'> {
  const item: PlanItem = { state, limited: false, excludes: excludesNothing, knownSlots: new Map(), copiedTo: null };
  const step = planStep(state, aPlanView(NOW));
  if (step.kind !== 'fire') throw new Error(`a step that fires was expected, not ${step.kind}`);
  return { item, step };
}

describe('the existing run of a slot', () => {
  it('is saved as planned from the current state, so that an earlier decision to revoke it has no effect', async () => {
    const { inserter, runs } = stored({ ...early, rev: 3 });
    const { ready, again } = await inserter.insertRuns([planned()], NOW);
    const adopted = { ...early, scheduleRev: state.rev, rev: 4 };
    expect([ready.map((each) => each.runs), again]).toEqual([[[adopted]], []]);
    expect(runs.get(early.id)).toEqual(adopted);
  });

  it('is not changed if it has begun', async () => {
    const begun: Run = { ...early, phase: 'Running', rev: 3 };
    const { inserter, runs } = stored(begun);
    const { ready } = await inserter.insertRuns([planned()], NOW);
    expect(ready.map((each) => each.runs)).toEqual([[begun]]);
    expect(runs.get(early.id)).toEqual(begun);
  });

  it('is decided again if another process changes it at this moment and it has not begun', async () => {
    const { inserter } = stored({ ...early, rev: 3 }, { meanwhile: { ...early, message: 'it waits', rev: 4 } });
    const { ready, again } = await inserter.insertRuns([planned()], NOW);
    expect([ready, again.length]).toEqual([[], 1]);
  });

  it.each<[string, Partial<ScheduleState>, boolean]>([
    ['is revoked if the job has another definition by then', { jobVersion: before.jobVersion + 1 }, false],
    ['stays if its slot is before the watermark', { jobVersion: before.jobVersion + 1, mark: NOW }, true],
    ['stays if the definition is the same', {}, true],
  ])('was adopted and %s', async (_what, change, stays) => {
    const { inserter, runs } = stored({ ...early, rev: 3 }, { schedule: { ...state, ...change, rev: state.rev + 1 } });
    const { ready } = await inserter.insertRuns([planned()], NOW);
    for (const each of ready) await inserter.ahead.takeBackLost(each);
    expect(runs.has(early.id)).toBe(stays);
  });
});
