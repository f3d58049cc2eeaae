import { shards } from '#testing/shards.js';
import { asJobId, asRunId, asSpecHash, scheduledRunId, type RunId } from '#common/domain/ids.js';
import type { StoredKey } from '#common/mongo/run-document.js';
import type { Run } from '#common/run/run.js';
import { excludesNothing, type Exclusion } from '#common/schedule/exclusion.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { slotRun } from '../core/slot-run.js';
import { Ahead, supersededRun } from './ahead.js';

const SECOND = 1_000;
const T0 = Date.parse('2026-05-04T10:00:00Z');
const JOB = asJobId('job-1');
const state = (mark: number, change: Partial<ScheduleState> = {}): ScheduleState =>
  aSchedule({ every: 1 }, T0, { mark, lastSlot: mark, ...change });
const runAt = (nominal: number, change: Partial<Run> = {}, of = state(T0)): Run => ({
  ...slotRun(
    of,
    { nominal, effective: nominal, flags: [] },
    { limited: false, shardCount: shards.count },
    nominal - 1_500,
  ),
  ...change,
});

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked'));

/** Stored runs, and those that were revoked. */
function stores(runs: readonly Run[]) {
  const keys = new Map<RunId, StoredKey>(runs.map((run) => [run.id, { kind: 'run', run }]));
  const revoked: RunId[] = [];
  const saved: ScheduleState[] = [];
  return {
    keys,
    revoked,
    saved,
    schedules: {
      load: notAsked,
      save: (next: ScheduleState) => {
        // The watermark is set back before any run is revoked.
        expect(revoked).toEqual([]);
        return Promise.resolve(saved.push(next) > 0);
      },
    },
    runs: {
      save: notAsked,
      withdraw: notAsked,
      revoke: (all: readonly Pick<Run, 'id' | 'rev'>[]) => {
        for (const { id, rev } of all) {
          const key = keys.get(id);
          if (key?.kind !== 'run' || key.run.rev !== rev) continue;
          revoked.push(id);
          keys.delete(id);
        }
        return Promise.resolve();
      },
    },
    reads: {
      load: notAsked,
      storedKeys: (ids: readonly RunId[]) =>
        Promise.resolve(new Map(ids.flatMap((id) => (keys.has(id) ? [[id, keys.get(id)!] as const] : [])))),
    },
  };
}

const ahead = (of: ConstructorParameters<typeof Ahead>[0], excludes: Exclusion = excludesNothing): Ahead =>
  new Ahead(of, { exclusionFor: () => Promise.resolve(excludes) });

describe('when a definition changes', () => {
  const since = T0 + 10 * SECOND + 300;
  const now = since + 50;

  it('nothing is read if no slot is recorded or due soon', async () => {
    const daily = aSchedule({ cron: '0 22 * * *' }, T0);
    const nothing = { load: notAsked, storedKeys: () => Promise.reject(new Error('it must not be asked')) };
    expect(await ahead({ ...stores([]), reads: nothing }).takeBack(daily, since, now)).toBe(daily);
  });

  it('runs of later slots are revoked, and the watermark is set back before them', async () => {
    const world = stores([10, 11, 12].map((second) => runAt(T0 + second * SECOND)));
    const taken = await ahead(world).takeBack(state(T0 + 12 * SECOND), since, now);
    expect(world.revoked).toEqual([11, 12].map((second) => scheduledRunId(JOB, T0 + second * SECOND)));
    expect(taken).toEqual(state(since, { lastSlot: since, rev: state(T0).rev + 1 }));
    expect(world.saved).toEqual([taken]);
  });

  it('nothing is revoked if another process has changed the document', async () => {
    const world = {
      ...stores([runAt(T0 + 11 * SECOND)]),
      schedules: { load: notAsked, save: () => Promise.resolve(false) },
    };
    expect(await ahead(world).takeBack(state(T0 + 12 * SECOND), since, now)).toBeNull();
    expect(world.revoked).toEqual([]);
  });

  it('a run that was planned from a later state is kept: this replica stalled, and others have applied the definition', async () => {
    const before = state(T0 + 12 * SECOND);
    const later = runAt(T0 + 11 * SECOND, {}, { ...before, rev: before.rev + 1 });
    const world = stores([later, runAt(T0 + 12 * SECOND)]);
    await ahead(world).takeBack(before, since, now);
    expect(world.revoked).toEqual([scheduledRunId(JOB, T0 + 12 * SECOND)]);
  });

  it('runs of slots that a calendar has moved there are revoked, too', async () => {
    const slot = T0 + 11 * SECOND;
    const day = 86_400_000;
    const rule = { ...aSchedule({ at: '2026-05-05T10:00:11Z' }, T0).rule!, exclude: ['closed'] };
    const moved = state(slot, { rule: { ...rule, move: { excluded: 'previous', workingDays: 0 } } });
    const world = stores([runAt(slot)]);
    const closed = (at: number): boolean => at >= T0 + day;
    expect((await ahead(world, closed).takeBack(moved, since, now))?.mark).toBe(since);
    expect(world.revoked).toEqual([scheduledRunId(JOB, slot)]);
  });

  it('a run that has begun keeps its slot', async () => {
    const begun = runAt(T0 + 11 * SECOND, { phase: 'Running' });
    const world = stores([begun, runAt(T0 + 12 * SECOND)]);
    const taken = await ahead(world).takeBack(state(T0 + 12 * SECOND), since, now);
    expect(world.revoked).toEqual([scheduledRunId(JOB, T0 + 12 * SECOND)]);
    expect(taken?.mark).toBe(T0 + 11 * SECOND);
  });

  it('a run of a planner that died before it moved the watermark is revoked, too', async () => {
    const world = stores([runAt(T0 + 12 * SECOND)]);
    const before = state(T0 + 10 * SECOND);
    const taken = await ahead(world).takeBack(before, since, now);
    // The revision is new, so that a planner which is about to move the watermark over the slot loses the race.
    expect(taken).toEqual({ ...before, rev: before.rev + 1 });
    expect(world.saved).toEqual([taken]);
    expect(world.revoked).toEqual([scheduledRunId(JOB, T0 + 12 * SECOND)]);
  });

  it('late runs are kept: slots that were recorded before the definition was applied are not undone', async () => {
    const late = runAt(T0 + 11 * SECOND, { createdAt: T0 + 15 * SECOND });
    const world = stores([late]);
    const before = state(T0 + 11 * SECOND);
    expect(await ahead(world).takeBack(before, since, T0 + 16 * SECOND)).toEqual(before);
    expect(world.revoked).toEqual([]);
  });

  it('runs that a planner created meanwhile for the former definition are revoked', async () => {
    const next = state(T0 + 10 * SECOND, { effectiveFrom: since, spec: asSpecHash('other'), rev: 9 });
    const world = stores([runAt(T0 + 11 * SECOND), runAt(T0 + 12 * SECOND, {}, next)]);
    await ahead(world).takeBackSuperseded(state(T0 + 10 * SECOND), next, now);
    expect(world.revoked).toEqual([scheduledRunId(JOB, T0 + 11 * SECOND)]);
  });

  it('a run that a planner adopts between the read and the revocation is read again and then revoked', async () => {
    const before = state(T0 + 10 * SECOND);
    const next = state(before.mark, { effectiveFrom: since, spec: asSpecHash('other'), rev: before.rev + 2 });
    const run = runAt(T0 + 11 * SECOND);
    const world = stores([run]);
    let reads = 0;
    const adopting = {
      load: notAsked,
      storedKeys: async (ids: readonly RunId[]) => {
        const read = await world.reads.storedKeys(ids);
        if (reads++ === 0)
          world.keys.set(run.id, { kind: 'run', run: { ...run, scheduleRev: before.rev + 1, rev: run.rev + 1 } });
        return read;
      },
    };
    await ahead({ ...world, reads: adopting }).takeBackSuperseded(before, next, now);
    expect(world.revoked).toEqual([run.id]);
  });
});

test('a run is superseded only if it has not begun, for a slot after the change, by another definition', () => {
  const next = state(T0, { effectiveFrom: T0 + 500, jobVersion: 2, rev: state(T0).rev + 1 });
  const key = (run: Run): StoredKey => ({ kind: 'run', run });
  expect(supersededRun(key(runAt(T0 + SECOND)), next)).toEqual(runAt(T0 + SECOND));
  expect(supersededRun(key(runAt(T0)), next)).toBeNull();
  expect(supersededRun(key(runAt(T0 + SECOND, { jobVersion: 2 })), next)).toBeNull();
  expect(supersededRun(key(runAt(T0 + SECOND, { phase: 'Running' })), next)).toBeNull();
  expect(supersededRun(key(runAt(T0 + SECOND, { holds: ['job:x'] })), next)).toBeNull();
  expect(supersededRun(key(runAt(T0 + SECOND, { scheduleRev: next.rev })), next)).toBeNull();
  expect(supersededRun(undefined, next)).toBeNull();
  expect(asRunId(`${JOB}-${(T0 + SECOND) / SECOND}`)).toBe(scheduledRunId(JOB, T0 + SECOND));
});
