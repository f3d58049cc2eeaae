import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { asRunId, scheduledRunId } from '#common/domain/ids.js';
import type { ScheduleSpec } from '#common/spec/schedule.js';
import { exclusionOf } from '#common/schedule/exclusion.js';
import { nextSlots } from '#common/schedule/slots.js';
import type { MisfireRule, ScheduleState } from '#common/schedule/schedule-state.js';
import { aPlanView as view } from '#testing/builders/a-plan-view.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { planStep, type PlanStep, type PlanView } from './plan-step.js';
import { LOOK_AHEAD_MS, MAX_FIRED_PER_STEP, MAX_GAP_SLOTS_PER_STEP, ON_TIME_MS } from './planning-limits.js';

const MINUTE = 60_000;
const T0 = Date.parse('2026-05-04T10:00:00Z');
const minutely = { cron: '* * * * *' };

/** Plans a job until nothing is due, as a planner without rivals would; describes each step by a short text. */
function story(state: ScheduleState, at: PlanView): { steps: string[]; end: ScheduleState } {
  const steps: string[] = [];
  for (let current = state; ;) {
    const step = planStep(current, at);
    if (step.kind === 'idle') return { steps, end: step.next ?? current };
    steps.push(tell(step));
    current = step.next;
  }
}

function tell(step: Exclude<PlanStep, { kind: 'idle' }>): string {
  if (step.kind === 'rewind') return 'rewind';
  if (step.kind === 'fire') return `run ${step.slots.map(({ nominal }) => clock(nominal)).join(' ')}`;
  return `${step.gap.outcome} ${clock(step.gap.from)}-${clock(step.gap.to)} x${step.gap.count} ${step.gap.reason}`;
}

const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);
const misfire = (change: Partial<MisfireRule>): Partial<ScheduleState> => ({
  misfire: { policy: 'last', maxMissed: 5, startingDeadlineSeconds: null, ...change },
});

describe('a job whose slot is due', () => {
  it('gets a run, and wakes for the next slot', () => {
    const state = aSchedule(minutely, T0);
    const step = planStep(state, view(T0 + MINUTE + 3));
    expect(step).toMatchObject({
      kind: 'fire',
      slots: [{ nominal: T0 + MINUTE }],
      admission: null,
      next: { mark: T0 + MINUTE, lastSlot: T0 + MINUTE, nextSlotAt: T0 + 2 * MINUTE, rev: 2 },
    });
  });

  it('waits for the effective time of a slot with jitter', () => {
    const state = aSchedule({ ...minutely, jitterSeconds: 30 }, T0);
    const effective = state.nextSlotAt!;
    expect(effective).toBeGreaterThan(T0 + MINUTE);
    expect(planStep(state, view(effective - 1))).toEqual({ kind: 'idle', next: null });
    expect(planStep(state, view(effective))).toMatchObject({
      kind: 'fire',
      slots: [{ nominal: T0 + MINUTE, effective }],
    });
  });

  it.each<[string, Partial<ScheduleState>, number, string[]]>([
    ['skip: runs several slots that are all on time', misfire({ policy: 'skip' }), 0.9, ['run 10:00']],
    ['last: runs the newest missed one', misfire({}), 60, ['missed 10:00-10:58 x59 MisfireLast', 'run 10:59 11:00']],
    [
      'skip: runs only the slots on time',
      misfire({ policy: 'skip' }),
      60,
      ['missed 10:00-10:58 x59 MisfireSkip', 'run 10:59 11:00'],
    ],
    [
      'all: runs as many of the newest slots as maxMissed allows',
      misfire({ policy: 'all', maxMissed: 3 }),
      10,
      ['missed 10:00-10:05 x6 MaxMissed', 'run 10:06 10:07 10:08 10:09 10:10'],
    ],
    ['all: runs all slots if they are few', misfire({ policy: 'all' }), 4, ['run 10:00 10:01 10:02 10:03 10:04']],
    [
      'the deadline limits which missed slots run',
      misfire({ policy: 'all', maxMissed: 100, startingDeadlineSeconds: 300 }),
      10,
      ['missed 10:00-10:04 x5 StartingDeadline', 'run 10:05 10:06 10:07 10:08 10:09 10:10'],
    ],
    [
      'a deadline that is shorter than the time that counts as on time is respected',
      misfire({ startingDeadlineSeconds: 10 }),
      2,
      ['missed 10:00-10:01 x2 StartingDeadline', 'run 10:02'],
    ],
  ])('%s', (_, change, minutesLate, steps) => {
    const state = aSchedule(minutely, T0 - MINUTE, change);
    expect(story(state, view(T0 + minutesLate * MINUTE)).steps).toEqual(steps);
  });

  it.each([
    ['last', ['run 10:00']],
    ['skip', ['missed 10:00-10:00 x1 MisfireSkip']],
    ['all', ['run 10:00']],
  ] as const)('with %s handles the one slot of a daily job that is two hours late', (policy, steps) => {
    const state = aSchedule({ cron: '0 10 * * *' }, T0 - MINUTE, misfire({ policy }));
    expect(story(state, view(T0 + 120 * MINUTE)).steps).toEqual(steps);
  });

  it('records one gap after weeks of downtime, in steps of bounded length', () => {
    const state = aSchedule({ cron: '*/10 * * * * *' }, T0 - 14 * 1440 * MINUTE);
    const now = T0 + 3_000;
    const first = planStep(state, view(now));
    expect(first).toMatchObject({ kind: 'gap', count: MAX_GAP_SLOTS_PER_STEP });
    const { steps, end } = story(state, view(now));
    expect(steps.slice(0, -1).every((step) => step.startsWith('missed 10:00-'))).toBe(true);
    expect(steps.at(-1)).toBe('run 09:59 09:59 09:59 09:59 09:59 10:00');
    expect(end.mark).toBe(T0);
  });

  it('excludes slots outside of its windows, or moves them to the opening of a window if configured', () => {
    const windows = [{ from: '10:03', to: '10:05' }];
    const at = view(T0 + 6 * MINUTE);
    const skipping = aSchedule({ ...minutely, windows }, T0, misfire({ policy: 'all', maxMissed: 100 }));
    expect(story(skipping, at).steps).toEqual([
      'excluded 10:01-10:02 x2 OutsideWindows',
      'run 10:03 10:04',
      'excluded 10:05-10:06 x2 OutsideWindows',
    ]);
    const moving = aSchedule(
      { ...minutely, windows, outsideWindows: 'open' },
      T0,
      misfire({ policy: 'all', maxMissed: 100 }),
    );
    const { steps, end } = story(moving, at);
    expect(steps).toEqual(['run 10:03 10:04']);
    expect(end.nextSlotAt).toBe(T0 + (24 * 60 + 3) * MINUTE);
  });

  it('runs no slot within the minimum interval after the last one with a run', () => {
    const caughtUp = misfire({ policy: 'all', maxMissed: 100 });
    const state = aSchedule({ ...minutely, minIntervalSeconds: 150 }, T0, caughtUp);
    const { steps, end } = story(state, view(T0 + 7 * MINUTE));
    const expected = [
      'run 10:01',
      'skipped 10:02-10:03 x2 MinInterval',
      'run 10:04',
      'skipped 10:05-10:06 x2 MinInterval',
      'run 10:07',
    ];
    expect(steps).toEqual(expected);
    expect(end).toMatchObject({ lastFired: T0 + 7 * MINUTE, nextSlotAt: T0 + 8 * MINUTE });
    expect(story(end, view(T0 + 8 * MINUTE)).steps).toEqual(['skipped 10:08-10:08 x1 MinInterval']);
  });

  it('measures the interval from slots with a run, not from refused ones or those that have their run already', () => {
    const held = { run: scheduledRunId(aSchedule(minutely, T0).job, T0 - MINUTE), since: T0, grant: 1 };
    const forbidding = aSchedule({ ...minutely, minIntervalSeconds: 150 }, T0, {
      concurrency: { policy: 'Forbid', maxConcurrency: 1, maxQueued: 20, group: null },
      holders: [held],
    });
    const refused = story(forbidding, view(T0 + 2 * MINUTE, { limited: true }));
    expect(refused.steps).toEqual([
      'skipped 10:01-10:01 x1 ConcurrencyForbidden',
      'skipped 10:01-10:02 x2 ConcurrencyForbidden',
    ]);
    expect(refused.end.lastFired).toBeUndefined();
    const state = aSchedule({ ...minutely, minIntervalSeconds: 150 }, T0, { lastFired: T0 });
    const known = new Map([[T0 + MINUTE, { kind: 'run' as const }]]);
    expect(planStep(state, view(T0 + MINUTE, { knownSlots: known }))).toMatchObject({
      kind: 'fire',
      next: { lastFired: T0 + MINUTE },
    });
  });

  it('records slots that were disabled for the whole service as one paused gap', () => {
    const state = aSchedule(minutely, T0);
    const off = view(T0 + 3 * MINUTE, { cronDisabled: true });
    const { steps, end } = story(state, off);
    expect(steps).toEqual(['paused 10:01-10:03 x3 CronDisabled']);
    const later = view(T0 + 5 * MINUTE, { cronDisabled: true });
    expect(story(end, later).steps).toEqual(['paused 10:01-10:05 x5 CronDisabled']);
  });

  it('plans nothing while it is inactive, and closes that time as one gap on request', () => {
    const state = aSchedule(minutely, T0, { active: false, inactiveReason: 'paused', nextSlotAt: null });
    expect(story(state, view(T0 + 9 * MINUTE)).steps).toEqual([]);
    const closing = view(T0 + 9 * MINUTE, { closing: { outcome: 'paused', reason: 'Paused' } });
    expect(story(state, closing).steps).toEqual(['paused 10:01-10:09 x9 Paused']);
  });

  it('skips slots that a calendar excludes, with that outcome', () => {
    const excludes = exclusionOf([{ weekly: [{ days: ['mon'], from: '10:02', to: '10:04' }] }]);
    expect(story(aSchedule(minutely, T0), view(T0 + 5 * MINUTE, { excludes })).steps).toEqual([
      'missed 10:01-10:01 x1 MisfireLast',
      'excluded 10:02-10:03 x2 Excluded',
      'run 10:04 10:05',
    ]);
  });

  it('counts as its newest missed slot the newest one that is not excluded', () => {
    const excludes = exclusionOf([{ dates: ['2026-05-04'] }]);
    const state = aSchedule({ cron: '0 22 * * *' }, T0 - 3 * 1440 * MINUTE);
    expect(story(state, view(T0 + 900 * MINUTE, { excludes })).steps).toEqual([
      'missed 22:00-22:00 x2 MisfireLast',
      'run 22:00',
      'excluded 22:00-22:00 x1 Excluded',
    ]);
  });

  it('gets its wake-up time again if that was lost', () => {
    const state = aSchedule(minutely, T0, { nextSlotAt: null });
    expect(planStep(state, view(T0))).toMatchObject({ kind: 'idle', next: { nextSlotAt: T0 + MINUTE } });
  });

  it('has its watermark set back after a clock was ahead', () => {
    const state = aSchedule(minutely, T0 + 1440 * MINUTE, { lastSlot: T0 });
    expect(planStep(state, view(T0 + MINUTE))).toMatchObject({
      kind: 'rewind',
      next: { mark: T0, nextSlotAt: T0 + MINUTE },
    });
    const unknown = planStep({ ...state, lastSlot: null }, view(T0 + MINUTE));
    expect(unknown).toMatchObject({ kind: 'rewind', next: { mark: T0 + MINUTE } });
  });
});

describe('a job whose slot is due soon', () => {
  const ahead = (now: number, change: Partial<PlanView> = {}): PlanView => view(now, { dueBy: now + 2_000, ...change });
  const now = T0 + MINUTE - 1_500;

  it('gets its run ahead of time', () => {
    expect(planStep(aSchedule(minutely, T0), ahead(now))).toMatchObject({
      kind: 'fire',
      slots: [{ nominal: T0 + MINUTE }],
      next: { mark: T0 + MINUTE, nextSlotAt: T0 + 2 * MINUTE },
    });
  });

  it('gets no outcome other than a run ahead of time', () => {
    const state = aSchedule(minutely, T0);
    const idle = { kind: 'idle', next: null };
    expect(planStep(state, ahead(now, { cronDisabled: true }))).toEqual(idle);
    const excludes = exclusionOf([{ weekly: [{ days: ['mon'], from: '10:00', to: '10:04' }] }]);
    expect(planStep(state, ahead(now, { excludes }))).toEqual(idle);
    const late = aSchedule({ every: 1 }, T0, misfire({ policy: 'skip' }));
    const steps = story(late, ahead(T0 + 5 * MINUTE, { cronDisabled: true })).steps;
    expect(steps).toEqual(['paused 10:00-10:05 x300 CronDisabled']);
  });

  it('still runs a missed slot', () => {
    const state = aSchedule({ cron: '0 10 * * *' }, T0 - 1440 * MINUTE - MINUTE);
    expect(story(state, ahead(T0 - 1_000)).steps).toEqual(['run 10:00', 'run 10:00']);
  });
});

describe('a job that another planner handles at the same time', () => {
  it('closes the keys of runs that the other planner might create, before it records a gap', () => {
    const late = view(T0 + 60 * MINUTE);
    expect(planStep(aSchedule(minutely, T0), late)).toMatchObject({ toClose: [T0 + MINUTE, T0 + 2 * MINUTE] });
    const secondly = planStep(aSchedule({ every: 1 }, T0), late);
    expect(secondly).toMatchObject({ kind: 'gap' });
    expect(secondly.kind === 'gap' && secondly.toClose.length).toBe((ON_TIME_MS + LOOK_AHEAD_MS) / 1_000 + 1);
    const all = planStep(aSchedule({ every: 1 }, T0, misfire({ policy: 'all', maxMissed: 50 })), late);
    expect(all.kind === 'gap' && all.toClose.length).toBe(MAX_FIRED_PER_STEP);
  });

  it('closes every key of its gap for which the other planner might create a run, at any time of its decision', () => {
    const rules = [{ every: 1 }, { every: 45 }, { every: 60 }, { every: 90 }, { cron: '0 * * * *' }];
    const policies = ['skip', 'last', 'all'] as const;
    // Around full minutes, where looking ahead has an effect.
    const aTime = fc
      .tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: -2_500, max: 2_500 }))
      .map(([minute, offset]) => minute * MINUTE + offset);
    const aJob = fc.record({
      rule: fc.constantFrom(...rules),
      policy: fc.constantFrom(...policies),
      aheadMs: fc.constantFrom(0, LOOK_AHEAD_MS),
    });
    fc.assert(
      fc.property(aJob, aTime, aTime, ({ rule, policy, aheadMs }, earlier, later) => {
        const state = aSchedule(rule, T0, misfire({ policy }));
        const then = T0 + Math.min(earlier, later);
        const now = T0 + Math.max(earlier, later);
        const other = planStep(state, view(then, { dueBy: then + aheadMs }));
        const own = planStep(state, view(now));
        if (other.kind !== 'fire' || own.kind !== 'gap') return;
        const contested = other.slots.map(({ nominal }) => nominal).filter((nominal) => nominal <= own.gap.to);
        expect(own.toClose).toEqual(expect.arrayContaining(contested));
      }),
      { numRuns: worlds(300) },
    );
  });

  it('keeps a run that was created meanwhile, and records only the others as a gap', () => {
    const known = new Map([[T0 + 2 * MINUTE, { kind: 'run' as const }]]);
    const at = view(T0 + 10 * MINUTE, { knownSlots: known });
    expect(story(aSchedule(minutely, T0), at).steps).toEqual([
      'missed 10:01-10:01 x1 MisfireLast',
      'run 10:02',
      'missed 10:03-10:08 x6 MisfireLast',
      'run 10:09 10:10',
    ]);
  });

  it('uses the outcome of a key that was closed', () => {
    const known = new Map([
      [T0 + MINUTE, { kind: 'closed' as const, outcome: 'paused' as const, reason: 'CronDisabled' as const }],
    ]);
    expect(story(aSchedule(minutely, T0), view(T0 + 2 * MINUTE, { knownSlots: known })).steps).toEqual([
      'paused 10:01-10:01 x1 CronDisabled',
      'run 10:02',
    ]);
  });
});

describe('a job with a limit', () => {
  const limited = (
    concurrency: Partial<ScheduleState['concurrency']>,
    change: Partial<ScheduleState> = {},
  ): ScheduleState =>
    aSchedule({ every: 1 }, T0, {
      concurrency: { policy: 'Forbid', maxConcurrency: 1, maxQueued: 2, group: null, ...concurrency },
      ...change,
    });
  const now = view(T0 + 4_000, { limited: true });
  const key = (second: number): string => scheduledRunId(limited({}).job, T0 + second * 1_000);

  it('starts the runs with permits and skips the others as one gap', () => {
    const step = planStep(limited({}), now);
    expect(step).toMatchObject({
      kind: 'fire',
      slots: [{ nominal: T0 + 1_000 }],
      next: { holders: [{ run: key(1) }] },
    });
    if (step.kind !== 'fire') throw new Error('it must fire');
    expect(planStep(step.next, now)).toMatchObject({
      kind: 'gap',
      gap: { from: T0 + 2_000, to: T0 + 4_000, count: 3, outcome: 'skipped', reason: 'ConcurrencyForbidden' },
      toClose: [T0 + 2_000, T0 + 3_000, T0 + 4_000],
    });
  });

  it('queues as many runs as the limit allows', () => {
    const step = planStep(limited({ policy: 'Enqueue' }), now);
    expect(step).toMatchObject({
      kind: 'fire',
      next: { holders: [{ run: key(1) }], queue: [{ run: key(2) }, { run: key(3) }] },
    });
    expect(step.kind === 'fire' && planStep(step.next, now)).toMatchObject({
      kind: 'gap',
      gap: { count: 1, reason: 'QueueFull' },
    });
  });

  it('ends a run that another planner has stored as a run, not as a gap, if it gets no permit', () => {
    const state = limited({}, { holders: [{ run: asRunId('other'), since: T0, grant: 1 }] });
    const known = new Map([[T0 + 1_000, { kind: 'run' as const }]]);
    const step = planStep(state, { ...now, knownSlots: known });
    expect(step).toMatchObject({
      kind: 'fire',
      slots: [{ nominal: T0 + 1_000 }],
      next: { holders: [{ run: 'other' }] },
    });
    expect(step.kind === 'fire' && step.admission?.answers.get(asRunId(key(1)))).toBe('forbidden');
  });
});

describe('every job', () => {
  const schedule = fc.constantFrom<ScheduleSpec>(
    { cron: '* * * * *' },
    { every: 7 },
    { cron: '*/10 * * * * *' },
    { cron: ['0 * * * *', '*/7 * * * *'] },
  );
  const policy = fc.record<MisfireRule>({
    policy: fc.constantFrom('skip', 'last', 'all'),
    maxMissed: fc.integer({ min: 1, max: 200 }),
    startingDeadlineSeconds: fc.option(fc.integer({ min: 0, max: 7_200 })),
  });

  it('gives each of its slots exactly one outcome, in order, for any times of planning', () => {
    const looks = fc.array(fc.integer({ min: 1, max: 90 * MINUTE }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(schedule, policy, looks, (spec, misfire, waits) => {
        const outcomes: number[] = [];
        let state = aSchedule(spec, T0, { misfire });
        let now = T0;
        for (const wait of waits) {
          now += wait;
          for (let step = planStep(state, view(now)); step.kind !== 'idle'; step = planStep(state, view(now))) {
            const passed = nextSlots(state.rule!, { after: state.mark, until: step.next.mark, limit: 100_000 });
            const count = step.kind === 'gap' ? step.count : step.kind === 'fire' ? step.slots.length : 0;
            expect(count).toBe(passed.length);
            outcomes.push(...passed.map(({ nominal }) => nominal));
            expect(step.next.mark).toBeGreaterThan(state.mark);
            state = step.next;
          }
        }
        const slots = nextSlots(state.rule!, { after: T0, until: now, limit: 100_000 });
        expect(outcomes).toEqual(slots.map(({ nominal }) => nominal));
      }),
      { numRuns: worlds(30) },
    );
  });
});

describe('a job that is held', () => {
  const missedTwo = T0 + 3 * MINUTE;

  it('gives slots up to a change of its definition no runs', () => {
    const hold = { isHeld: true, skipUntil: null };
    expect(story(aSchedule(minutely, T0), view(missedTwo, { hold })).steps).toEqual(['paused 10:01-10:03 x3 Held']);
  });

  it('of a restored database runs no slot from before the restore, and later ones by its misfire policy', () => {
    const hold = { isHeld: false, skipUntil: T0 + 2 * MINUTE };
    const all = aSchedule(minutely, T0, misfire({ policy: 'all' }));
    expect(story(all, view(T0 + 4 * MINUTE, { hold })).steps).toEqual([
      'skipped 10:01-10:02 x2 AlreadyRun',
      'run 10:03 10:04',
    ]);
    const last = aSchedule(minutely, T0, misfire({ policy: 'last' }));
    const late = T0 + 2 * MINUTE + 30 * MINUTE;
    const steps = story(last, view(late, { hold })).steps;
    expect(steps[0]).toBe('skipped 10:01-10:02 x2 AlreadyRun');
    expect(steps.at(-1)).toContain('run ');
  });

  it('still counts an existing run of a slot', () => {
    const hold = { isHeld: false, skipUntil: missedTwo };
    const known = new Map([[T0 + MINUTE, { kind: 'run' as const }]]);
    expect(story(aSchedule(minutely, T0), view(T0 + MINUTE, { hold, knownSlots: known })).steps).toEqual(['run 10:01']);
  });
});
