/**
 * Performs the steps that the core decides, for many jobs at once: first keys and runs, then the watermark by compare-and-set,
 * then messages. The process may die at any line; the next planner decides again and finds the same keys.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobId } from '#common/domain/ids.js';
import { MAX_PLAN_AGE_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { Holds } from '#common/holds/hold-watch.js';
import type { Logger } from '#common/logging/logger.js';
import type { TenantLimits } from '../admission/tenant-limits.js';
import type { CalendarCache } from '../definitions/calendar-cache.js';
import { planStep, type PlanStep, type PlanView } from '../core/plan-step.js';
import { MAX_WRITES_PER_STEP } from '../core/planning-limits.js';
import { addPlanned, nothingPlanned, type PlanItem } from './planned.js';
import type { RunInserter, WatermarkWriter } from './slot-outcomes.js';

/** How far to plan; by default everything that is due now. */
export interface PlanSpan {
  readonly dueBy?: Instant;
  readonly closing?: PlanView['closing'];
  /** Slots of jobs without limits may be planned this long ahead; 0 by default. */
  readonly aheadMs?: number;
  /** No step starts later than this after the first; the rest stays due. */
  readonly stopAfterMs?: number;
}

interface PlanPass extends PlanSpan {
  readonly now: Instant;
  /** On the monotonic clock. */
  readonly startedAt: number;
}

interface PassResult {
  /** Documents of jobs of which nothing (more) is due. */
  readonly idle: readonly ScheduleState[];
  readonly onward: readonly PlanItem[];
}

/** Steps of one job in one call; a longer backlog continues in the next. */
const MAX_STEPS = 200;
const NOTHING: PassResult = { idle: [], onward: [] };

export class Planner {
  constructor(
    private readonly steps: StepDecider,
    private readonly inserter: RunInserter,
    private readonly watermarks: WatermarkWriter,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {}

  /**
   * Gives every due slot of the jobs its outcome. Returns the resulting documents; a job that another process changed meanwhile is left
   * out and stays due.
   */
  async advance(states: readonly ScheduleState[], span: PlanSpan = {}): Promise<Map<JobId, ScheduleState>> {
    const { clock } = this.tools;
    const pass = { ...span, now: clock.now(), startedAt: clock.monotonic() };
    const done = new Map<JobId, ScheduleState>();
    let items: readonly PlanItem[] = await Promise.all(states.map((state) => this.steps.itemOf(state)));
    const isTimeUp = (): boolean => clock.monotonic() - pass.startedAt > (span.stopAfterMs ?? Infinity);
    for (let step = 0; step < MAX_STEPS && items.length > 0 && !(step > 0 && isTimeUp()); step++) {
      const { idle, onward } = await this.pass(items, pass);
      for (const state of idle) done.set(state.job, state);
      items = onward;
    }
    return done;
  }

  /** Makes one step for every job. A batch that is too old, because the process was paused, is dropped. */
  private async pass(items: readonly PlanItem[], pass: PlanPass): Promise<PassResult> {
    if (this.isOld(pass)) return NOTHING;
    const planned = nothingPlanned();
    const later: PlanItem[] = [];
    let writes = 0;
    for (const item of items) {
      if (writes >= MAX_WRITES_PER_STEP) {
        later.push(item);
        continue;
      }
      const step = this.steps.decide(item, pass);
      addPlanned(planned, item, step);
      writes += writesOf(step);
    }
    const gaps = await this.inserter.closeKeys(planned.gap, pass.now);
    if (this.isOld(pass)) return NOTHING;
    const fires = await this.inserter.insertRuns(planned.fire, pass.now);
    if (this.isOld(pass)) return NOTHING;
    const [idle, rewound, gapped, fired] = await Promise.all([
      this.watermarks.saveIdle(planned.idle),
      this.watermarks.rewind(planned.rewind, pass.now),
      this.watermarks.saveGaps(gaps.ready, pass.now),
      this.watermarks.saveFires(fires.ready, pass.now),
    ]);
    await Promise.all(fired.lost.map((each) => this.inserter.ahead.takeBackLost(each)));
    const onward = [...gaps.again, ...fires.again, ...rewound, ...gapped, ...fired.saved, ...later];
    return { idle, onward };
  }

  private isOld({ startedAt }: PlanPass): boolean {
    const old = this.tools.clock.monotonic() - startedAt > MAX_PLAN_AGE_MS;
    if (old) this.tools.log.warn({ maxAgeMs: MAX_PLAN_AGE_MS }, 'a plan was dropped because it was too old');
    return old;
  }
}

/** Decides the next step of a job by its schedule, limits, calendars and holds. */
export class StepDecider {
  constructor(
    private readonly limits: Pick<TenantLimits, 'isLimited'>,
    private readonly calendars: Pick<CalendarCache, 'exclusionFor'>,
    private readonly holds: Pick<Holds, 'isHeld' | 'skipUntil'>,
    private readonly options: { readonly cronDisabled: boolean; readonly log: Logger },
  ) {}

  async itemOf(state: ScheduleState): Promise<PlanItem> {
    const limited = await this.limits.isLimited(state);
    return {
      state,
      limited,
      excludes: await this.calendars.exclusionFor(state),
      knownSlots: new Map(),
      copiedTo: null,
    };
  }

  decide({ state, limited, excludes, knownSlots }: PlanItem, pass: PlanPass): PlanStep {
    const { cronDisabled, log } = this.options;
    const { now, aheadMs = 0, dueBy = limited ? now : now + aheadMs, closing = null } = pass;
    const { tenant } = state;
    const hold = { isHeld: this.holds.isHeld('admissions', tenant), skipUntil: this.holds.skipUntil(tenant) };
    try {
      const step = planStep(state, {
        now,
        dueBy,
        closing,
        cronDisabled,
        hold,
        limited,
        excludes,
        knownSlots,
      });
      // Slots wait for the release; only a changed definition gives earlier slots an outcome now.
      const waits = hold.isHeld && pass.dueBy === undefined && (step.kind === 'fire' || step.kind === 'gap');
      return waits ? { kind: 'idle', next: null } : step;
    } catch (error) {
      // A job that cannot be planned must not stop the others; it has no slots until its definition is applied again.
      log.error({ err: error, job: state.job }, 'the schedule of a job cannot be planned');
      const silent = { active: false, inactiveReason: 'invalid', nextSlotAt: null } as const;
      return { kind: 'idle', next: { ...state, ...silent, rev: state.rev + 1 } };
    }
  }
}

/** Keys that a step writes, as runs or closed. */
const writesOf = (step: PlanStep): number =>
  step.kind === 'fire' ? step.slots.length : step.kind === 'gap' ? step.toClose.length : 1;

/** Plans jobs, each only once at the same time in this process: a second planner would only repeat the work of the first. */
export class ExclusivePlanner {
  private readonly underWay = new Set<JobId>();

  constructor(private readonly planner: Pick<Planner, 'advance'>) {}

  /** Plans the jobs that are not being planned already; the others stay due, and are not in the result. */
  async advance(states: readonly ScheduleState[], span?: PlanSpan): Promise<ReadonlyMap<JobId, ScheduleState>> {
    const free = states.filter(({ job }) => !this.underWay.has(job));
    for (const { job } of free) this.underWay.add(job);
    try {
      return await this.planner.advance(free, span);
    } finally {
      for (const { job } of free) this.underWay.delete(job);
    }
  }
}
