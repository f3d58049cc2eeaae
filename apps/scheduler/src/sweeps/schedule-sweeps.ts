/** The smaller sweeps over the scheduler's own documents. */
import type { Clock } from '#common/clock/clock.js';
import type { JobId } from '#common/domain/ids.js';
import { GUARD_SWEEP_MS } from '#common/domain/limits.js';
import { isNewer } from '#common/domain/stored-form.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { type Planner, gapsOf } from '../plan/planner.js';
import type { GapStore, Outbox, ScheduleStore } from '../ports.js';
import type { Successes } from '../successes.js';
import type { Sweep } from './sweeps.js';

const PAGE = 500;

/** Copies gaps whose planner may have died before it did so: when shards get another owner, and at intervals. */
export class GapSweep implements Sweep {
  readonly name = 'open gaps';
  readonly everyMs = 60_000;

  constructor(
    private readonly schedules: {
      withOpenGap(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]>;
    },
    private readonly gaps: GapStore,
    private readonly clock: Clock,
  ) {}

  async run(shards: readonly number[]): Promise<void> {
    let after: JobId | null = null;
    for (;;) {
      const page: ScheduleState[] = await this.schedules.withOpenGap(shards, after, PAGE);
      await this.gaps.record(page.flatMap((state) => gapsOf(state, this.clock.now())));
      if (page.length < PAGE) return;
      after = page.at(-1)?.job ?? null;
    }
  }
}

/** Sets the wake-up time of schedules that have a future slot and no such time, so that no schedule is forgotten. */
export class MissingWakeSweep implements Sweep {
  readonly name = 'silent schedules';
  readonly findsLost = 'atLeisure';
  readonly everyMs = GUARD_SWEEP_MS;
  private cursor: JobId | null = null;

  constructor(
    private readonly schedules: {
      silentIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]>;
    },
    private readonly planner: Planner,
  ) {}

  async run(shards: readonly number[]): Promise<number> {
    const silent = await this.schedules.silentIn(shards, this.cursor, PAGE);
    this.cursor = silent.length === PAGE ? (silent.at(-1)?.job ?? null) : null;
    await this.planner.advance(silent);
    return silent.length;
  }
}

/** Checks where calendars now move slots to: an edit of a calendar may move a slot forward, and no message announces that. */
export class MovedSlotSweep implements Sweep {
  readonly name = 'slots moved by calendars';
  readonly everyMs = 60_000;

  constructor(
    private readonly schedules: {
      movedIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]>;
    },
    private readonly planner: Planner,
    private readonly outbox: Pick<Outbox, 'slotChanged'>,
  ) {}

  async run(shards: readonly number[]): Promise<void> {
    let after: JobId | null = null;
    for (;;) {
      const page: ScheduleState[] = await this.schedules.movedIn(shards, after, PAGE);
      // Documents of a newer version of Carillon are left to that version.
      const ours = page.filter((state) => !isNewer(state));
      const planned = await this.planner.advance(ours);
      for (const before of ours) {
        const after = planned.get(before.job);
        if (after !== undefined && after.nextSlotAt !== before.nextSlotAt) this.outbox.slotChanged(after);
      }
      if (page.length < PAGE) return;
      after = page.at(-1)?.job ?? null;
    }
  }
}

/** The last success of a job that is due again this soon is written then. */
const SOON_MS = 600_000;
const NOTED_FOR_MS = 1_000;

/** Writes last successes that no watermark will include soon. */
export class SuccessSweep implements Sweep {
  readonly name = 'last successes';
  readonly everyMs = 1_000;

  constructor(
    private readonly schedules: ScheduleStore & {
      loadMany(jobs: readonly JobId[]): Promise<Map<JobId, ScheduleState>>;
    },
    private readonly successes: Successes,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.write(this.clock.monotonic() - NOTED_FOR_MS, (nextSlotAt) => nextSlotAt - this.clock.now() < SOON_MS);
  }

  async finish(): Promise<void> {
    await this.write(Infinity, () => false);
  }

  private async write(notedBefore: number, isSoon: (nextSlotAt: Instant) => boolean): Promise<void> {
    const jobs = this.successes.waitingSince(notedBefore, PAGE);
    const states = await this.schedules.loadMany(jobs);
    await Promise.all(
      [...states.values()].map(async (state) => {
        if (state.nextSlotAt !== null && isSoon(state.nextSlotAt)) {
          this.successes.postpone(state.job, this.clock.monotonic() + SOON_MS);
          return;
        }
        const next = this.successes.writtenInto({ ...state, rev: state.rev + 1 });
        if (await this.schedules.save(next, state.rev)) this.successes.stored(next);
      }),
    );
  }
}

/** Shards that one step counts: counting a million schedules at once would delay those that are due. */
const COUNTED_PER_TURN = 8;

/** Gauges that are counted again: some shards at a time, published once all owned shards are counted. */
export class GaugeSweep implements Sweep {
  readonly name = 'gauges';
  readonly findsLost = 'atLeisure';
  readonly everyMs = 1_000;
  private owned = '';
  private waiting: number[] = [];
  private counted = 0;
  private logged = -1;

  constructor(
    private readonly schedules: { countIn(shards: readonly number[]): Promise<number> },
    private readonly metrics: Pick<Metrics, 'schedules'>,
  ) {}

  /** A count that differs from the last one counts as found work. */
  async run(shards: readonly number[]): Promise<number> {
    if (this.owned !== shards.join()) this.begin(shards);
    this.counted += await this.schedules.countIn(this.waiting.slice(0, COUNTED_PER_TURN));
    this.waiting.splice(0, COUNTED_PER_TURN);
    if (this.waiting.length > 0) return 0;
    const isNew = this.counted !== this.logged;
    this.logged = this.counted;
    this.metrics.schedules.set(this.counted);
    this.begin(shards);
    return isNew ? 1 : 0;
  }

  private begin(shards: readonly number[]): void {
    this.owned = shards.join();
    this.waiting = [...shards];
    this.counted = 0;
  }
}
