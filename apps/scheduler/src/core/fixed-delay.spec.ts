import fc from 'fast-check';
import { scheduledRunId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aPlanView as view } from '#testing/builders/a-plan-view.js';
import { aRule, aSchedule } from '#testing/builders/a-schedule.js';
import { delayBegun, delayedAfterWithdrawal, delayedUnder } from './fixed-delay.js';
import { planStep, type PlanStep } from './plan-step.js';

const SECOND = 1_000;
const T0 = Date.parse('2026-05-04T10:00:00Z');
const state = (change: Partial<ScheduleState> = {}): ScheduleState =>
  aSchedule({ fixedDelay: 10 }, T0, {
    delayed: { at: T0 + 10 * SECOND, run: null },
    nextSlotAt: T0 + 10 * SECOND,
    ...change,
  });
const nextOf = (step: PlanStep): ScheduleState => {
  if (step.next === null) throw new Error('the step changes nothing');
  return step.next;
};
const runAt = (at: number) => scheduledRunId(state().job, at);

test('the slot gets its run, and nothing is due until that run has ended, however long it takes', () => {
  const fired = nextOf(planStep(state(), view(T0 + 10 * SECOND + 5)));
  expect(fired).toMatchObject({
    mark: T0 + 10 * SECOND,
    nextSlotAt: null,
    delayed: { at: T0 + 10 * SECOND, run: runAt(T0 + 10 * SECOND) },
  });
  expect(planStep(fired, view(T0 + 10_000 * SECOND))).toEqual({ kind: 'idle', next: null });
});

test('the next slot is the delay after the end, not after the start', () => {
  const fired = nextOf(planStep(state(), view(T0 + 10 * SECOND)));
  const begun = delayBegun(fired, T0 + 500 * SECOND, T0 + 501 * SECOND);
  expect(begun).toMatchObject({ delayed: { at: T0 + 510 * SECOND, run: null }, nextSlotAt: T0 + 510 * SECOND });
  expect(planStep(begun, view(T0 + 510 * SECOND)).kind).toBe('fire');
});

test('an end in the future, by a fast clock, and an unknown end count as of now', () => {
  const fired = nextOf(planStep(state(), view(T0 + 10 * SECOND)));
  const now = T0 + 20 * SECOND;
  expect(delayBegun(fired, T0 + 9_000 * SECOND, now).delayed).toEqual({ at: now + 10 * SECOND, run: null });
  expect(delayBegun(fired, null, now).delayed).toEqual({ at: now + 10 * SECOND, run: null });
});

test('a slot without a run is followed by the next in steps of the delay', () => {
  const late = planStep(
    state({ misfire: { policy: 'skip', maxMissed: 5, startingDeadlineSeconds: null } }),
    view(T0 + 95 * SECOND),
  );
  expect(late).toMatchObject({ kind: 'gap', count: 1, gap: { outcome: 'missed', from: T0 + 10 * SECOND } });
  expect(nextOf(late)).toMatchObject({ delayed: { at: T0 + 100 * SECOND, run: null }, nextSlotAt: T0 + 100 * SECOND });
  const excluded = planStep(state(), view(T0 + 10 * SECOND, { excludes: () => true }));
  expect(nextOf(excluded)).toMatchObject({
    delayed: { at: T0 + 20 * SECOND, run: null },
    openGap: { reason: 'Excluded' },
  });
});

test('a withdrawn run is not awaited any more', () => {
  const fired = nextOf(planStep(state(), view(T0 + 10 * SECOND)));
  expect(delayedAfterWithdrawal(fired, T0 + 9 * SECOND)).toEqual({ delayed: { at: T0 + 10 * SECOND, run: null } });
  expect(delayedAfterWithdrawal(fired, T0 + 10 * SECOND)).toEqual({});
});

describe('when a definition takes effect', () => {
  const mark = T0 + 3 * SECOND;
  const ten = aRule({ fixedDelay: 10 });

  it('the first slot is one delay later', () => {
    expect(delayedUnder(ten, null, mark).delayed).toEqual({ at: mark + 10 * SECOND, run: null });
    expect(delayedUnder(aRule({ fixedDelay: 4 }), state(), mark).delayed).toEqual({ at: mark + 4 * SECOND, run: null });
  });

  it('the same delay continues, and a run that is awaited remains so under any rule', () => {
    expect(delayedUnder(ten, state(), mark).delayed).toEqual(state().delayed);
    const awaiting = state({ delayed: { at: T0, run: runAt(T0) } });
    expect(delayedUnder(aRule({ fixedDelay: 4 }), awaiting, mark).delayed).toEqual(awaiting.delayed);
  });

  it('a rule without a delay has no delayed slot', () => {
    expect(delayedUnder(aRule({ every: 5 }), state(), mark)).toEqual({});
    expect(delayedUnder(null, state(), mark)).toEqual({});
  });
});

test('for any events a slot is recorded once, and the next one is later by at least the delay', () => {
  const events = fc.array(fc.record({ waitMs: fc.nat(60_000), tookMs: fc.nat(120_000), isSkipped: fc.boolean() }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(events, (all) => {
      let current = state();
      let now = T0;
      let notBefore = T0;
      for (const { waitMs, tookMs, isSkipped } of all) {
        now = Math.max(now, current.nextSlotAt ?? now) + waitMs;
        const step = planStep(current, view(now, { cronDisabled: isSkipped }));
        if (step.kind !== 'fire' && step.kind !== 'gap') throw new Error(`the slot is not due: ${step.kind}`);
        const before = current.mark;
        current = step.next;
        expect(current.mark).toBeGreaterThan(before);
        expect(current.mark).toBeGreaterThanOrEqual(notBefore);
        if (step.kind === 'gap') notBefore = current.mark + 10 * SECOND;
        else {
          if (planStep(current, view(now + 1e9)).kind !== 'idle') throw new Error('a slot before the end of the run');
          current = delayBegun(current, now + tookMs, now + tookMs);
          now += tookMs;
          notBefore = now + 10 * SECOND;
        }
        expect(current.nextSlotAt).toBeGreaterThanOrEqual(notBefore);
      }
    }),
  );
});
