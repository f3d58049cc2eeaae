import { createLogger } from '#common/logging/logger.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { HandClock } from '#testing/hand-clock.js';
import { everyShard, shards as all } from '#testing/shards.js';
import { PlanLoop } from './plan-loop.js';
import type { Planner } from './planner.js';

const SECOND = 1_000;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A loop over schedules of which one may have a slot; its queries are counted. */
class Planning {
  readonly clock = new HandClock();
  slotAt: number | null = null;
  questions = 0;
  /** When the slot was planned; null while it was not. */
  plannedAt: number | null = null;
  private onChange: () => void = () => undefined;
  readonly loop: PlanLoop;

  constructor() {
    const isIn = (after: number, until: number): boolean =>
      this.slotAt !== null && this.slotAt > after && this.slotAt <= until;
    const store = {
      due: (_: readonly number[], after: number, until: number): Promise<ScheduleState[]> => {
        this.questions++;
        const due = { job: 'job', nextSlotAt: this.slotAt } as unknown as ScheduleState;
        return Promise.resolve(isIn(after, until) ? [due] : []);
      },
      isAnyDue: (_: readonly number[], until: number): Promise<boolean> => {
        this.questions++;
        return Promise.resolve(isIn(-Infinity, until));
      },
    };
    const advance = (states: readonly ScheduleState[]): Promise<ReadonlyMap<string, ScheduleState>> => {
      if (states.length > 0) [this.plannedAt, this.slotAt] = [this.clock.now(), null];
      return Promise.resolve(new Map());
    };
    const owner = {
      all,
      owned: () => everyShard,
      onChange: (listener: () => void) => {
        this.onChange = listener;
        return () => undefined;
      },
    };
    const tools = { clock: this.clock, log: createLogger('test', 'silent') };
    this.loop = new PlanLoop(store, { advance } as unknown as Planner, owner, tools);
    this.loop.restWith({ isCalm: true, onEnd: () => () => undefined });
    this.loop.start();
  }

  /** Returns the number of queries in this time. */
  async pass(ms: number): Promise<number> {
    const before = this.questions;
    for (let passed = 0; passed < ms; passed += 100) {
      this.clock.pass(100);
      for (let turns = 0; turns < 5; turns++) await tick();
    }
    return this.questions - before;
  }

  shareAnew(): void {
    this.onChange();
  }
}

test('the loop at rest asks one query in three seconds', async () => {
  const planning = new Planning();
  await planning.pass(10 * SECOND);
  const asked = await planning.pass(60 * SECOND);
  expect(asked).toBeGreaterThanOrEqual(19);
  expect(asked).toBeLessThanOrEqual(21);
  await planning.loop.stop();
});

test('a known slot is planned ahead of its time during a rest', async () => {
  const planning = new Planning();
  await planning.pass(10 * SECOND);
  const slotAt = planning.clock.now() + 7_300;
  planning.slotAt = slotAt;
  await planning.pass(10 * SECOND);
  expect(planning.plannedAt).toBeLessThan(slotAt);
  await planning.loop.stop();
});

test('a slot without a hint is late by no more than a rest', async () => {
  const planning = new Planning();
  await planning.pass(10 * SECOND);
  const slotAt = planning.clock.now() + 100;
  planning.slotAt = slotAt;
  await planning.pass(5 * SECOND);
  expect((planning.plannedAt ?? Infinity) - slotAt).toBeLessThanOrEqual(3 * SECOND);
  await planning.loop.stop();
});

test.each([
  [
    'a hint',
    (planning: Planning): void => {
      planning.loop.wake();
    },
  ],
  [
    'new shards',
    (planning: Planning): void => {
      planning.shareAnew();
    },
  ],
])('%s ends the rest: a slot that others have missed is planned at once', async (_, end) => {
  const planning = new Planning();
  await planning.pass(10 * SECOND);
  planning.slotAt = planning.clock.now() - 10 * SECOND;
  end(planning);
  await planning.pass(100);
  expect(planning.plannedAt).not.toBeNull();
  await planning.loop.stop();
});
