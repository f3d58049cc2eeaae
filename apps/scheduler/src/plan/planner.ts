/**
 * Performs the steps that the core decides, for many jobs at once: first keys and runs, then the watermark by compare-and-set,
 * then messages. The process may die at any line; the next planner decides again and finds the same keys.
 */
import type { Clock } from '#common/clock/clock.js';
import { type JobId, scheduledRunId, type RunId } from '#common/domain/ids.js';
import { MAX_PLAN_AGE_MS } from '#common/domain/limits.js';
import type { Instant, Run } from '#common/run/run.js';
import type { ScheduleState, Gap, OpenGap } from '#common/schedule/schedule-state.js';
import type { Holds } from '#common/holds/hold-watch.js';
import type { Logger } from '#common/logging/logger.js';
import type { TenantLimits } from '../admission/tenant-limits.js';
import type { CalendarCache } from '../definitions/calendar-cache.js';
import { planStep, type PlanStep, type PlanView, type KnownSlot } from '../core/plan-step.js';
import { MAX_WRITES_PER_STEP } from '../core/planning-limits.js';
import { addPlanned, nothingPlanned, type PlanItem, type Fired, type PlannedStep } from './planned.js';
import type { ClosedKey } from '#common/mongo/runs.store.js';
import { slotRun } from '../core/slot-run.js';
import type { RunReader, RunStore, GapStore, Outbox, ScheduleStore } from '../ports.js';
import type { Ahead } from './ahead.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { Admission } from '../admission/admission.js';
import type { Successes } from '../successes.js';

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

/*
 * Gives slots their outcome: closes the keys of a gap, inserts runs under the keys that fire, and compares them with existing runs; then moves the
 * watermark over the slots, and sends the runs on.
 */

/** Steps that are ready for their compare-and-set, and jobs that must be decided again because their keys have another use. */
interface Prepared<T> {
  readonly ready: readonly T[];
  readonly again: readonly PlanItem[];
}

/** Runs in one insert. */
const MAX_INSERT = 1_000;

/** The keys of slots. */
export class RunInserter {
  constructor(
    private readonly stores: {
      readonly runs: Pick<RunStore, 'insertRuns' | 'closeKeys'>;
      readonly reads: Pick<RunReader, 'storedKeys'>;
    },
    readonly ahead: Pick<Ahead, 'adopt' | 'keep' | 'takeBackLost'>,
    private readonly shardCount: number,
  ) {}

  /** Closes the contested keys of gaps. If a key belongs to a run by now, its job is decided again. */
  async closeKeys(planned: readonly PlannedStep<'gap'>[], now: Instant): Promise<Prepared<PlannedStep<'gap'>>> {
    const keys = planned.flatMap(({ item, step }) =>
      step.toClose.map((nominal): ClosedKey & { nominal: Instant } => ({
        id: scheduledRunId(item.state.job, nominal),
        outcome: step.gap.outcome,
        reason: step.gap.reason,
        nominal,
      })),
    );
    if (keys.length === 0) return { ready: planned, again: [] };
    const existed = await this.stores.runs.closeKeys(
      keys.map(({ id, outcome, reason }) => ({ id, outcome, reason })),
      now,
    );
    if (existed.size === 0) return { ready: planned, again: [] };
    const stored = await this.stores.reads.storedKeys([...existed]);
    await this.ahead.keep(stored);
    return split(planned, ({ item, step }) => {
      const runs = step.toClose.filter((nominal) => {
        const kind = stored.get(scheduledRunId(item.state.job, nominal))?.kind;
        return kind === 'run' || kind === 'removed';
      });
      return runs.map((nominal): [Instant, KnownSlot] => [nominal, { kind: 'run' }]);
    });
  }

  /** Inserts the runs of steps in slot order. If a key is closed, its job is decided again. */
  async insertRuns(planned: readonly PlannedStep<'fire'>[], now: Instant): Promise<Prepared<Fired>> {
    const drafts = planned.map(({ item, step }) =>
      step.slots.map((slot) => slotRun(item.state, slot, { limited: item.limited, shardCount: this.shardCount }, now)),
    );
    const all = drafts.flat().sort((a, b) => a.startAfter - b.startAfter);
    const inserted = new Set<RunId>();
    for (let i = 0; i < all.length; i += MAX_INSERT) {
      for (const id of await this.stores.runs.insertRuns(all.slice(i, i + MAX_INSERT))) inserted.add(id);
    }
    const fired = planned.map((each, i): Fired => ({ ...each, runs: drafts[i] ?? [], inserted }));
    if (inserted.size === all.length) return { ready: fired, again: [] };
    const stored = await this.stores.reads.storedKeys(all.map(({ id }) => id).filter((id) => !inserted.has(id)));
    const { superseded, adopted } = await this.ahead.adopt(fired, stored);
    const current = fired
      .filter((each) => !superseded.has(each))
      .map((each) => ({ ...each, runs: each.runs.map((run) => adopted.get(run.id) ?? run) }));
    const { ready, again } = split(current, ({ step, item }) =>
      step.slots.flatMap(({ nominal }): [Instant, KnownSlot][] => {
        const key = stored.get(scheduledRunId(item.state.job, nominal));
        return key?.kind === 'closed' ? [[nominal, key]] : [];
      }),
    );
    const isTaken = (id: RunId): boolean => (stored.get(id)?.kind === 'run' ? adopted.has(id) : stored.has(id));
    const isWhole = ({ runs }: Fired): boolean => runs.every(({ id }) => inserted.has(id) || isTaken(id));
    return {
      ready: ready.filter(isWhole),
      again: [...again, ...[...superseded, ...ready.filter((each) => !isWhole(each))].map(({ item }) => item)],
    };
  }
}

/** Separates the steps with new knowledge about their keys from the others. */
function split<T extends { readonly item: PlanItem }>(
  planned: readonly T[],
  learned: (each: T) => readonly [Instant, KnownSlot][],
): Prepared<T> {
  const ready: T[] = [];
  const again: PlanItem[] = [];
  for (const each of planned) {
    const news = learned(each).filter(([nominal]) => !each.item.knownSlots.has(nominal));
    if (news.length === 0) ready.push(each);
    else again.push({ ...each.item, knownSlots: new Map([...each.item.knownSlots, ...news]) });
  }
  return { ready, again };
}

/** Moves watermarks by compare-and-set after the keys are written, then completes the steps that follow a successful move. */
export class WatermarkWriter {
  constructor(
    private readonly stores: { readonly schedules: Pick<ScheduleStore, 'save'>; readonly gaps: GapStore },
    private readonly successes: Pick<Successes, 'writtenInto' | 'stored'>,
    private readonly outcomes: SlotOutcomes,
    private readonly log: Logger,
  ) {}

  /** Corrects the wake-up times of jobs without due slots, as far as they are wrong. */
  async saveIdle(planned: readonly PlannedStep<'idle'>[]): Promise<readonly ScheduleState[]> {
    const states = await Promise.all(
      planned.map(async ({ item, step }) => (step.next === null ? item.state : this.save(item.state, step.next))),
    );
    return states.filter((state) => state !== null);
  }

  /** Removes gaps that were recorded in the future; slots that became runs keep their keys. */
  async rewind(planned: readonly PlannedStep<'rewind'>[], now: Instant): Promise<readonly PlanItem[]> {
    const items = await Promise.all(
      planned.map(async ({ item, step }) => {
        const { job, mark } = item.state;
        this.log.error({ job, mark, now }, 'the watermark of a schedule lies in the future: a clock was wrong');
        await this.stores.gaps.removeAfter(job, now);
        const saved = await this.save(item.state, step.next);
        return saved && { ...item, state: saved, copiedTo: null };
      }),
    );
    return items.filter((item) => item !== null);
  }

  async saveGaps(planned: readonly PlannedStep<'gap'>[], now: Instant): Promise<readonly PlanItem[]> {
    await this.copyGapsLeftBehind(planned, now);
    const items = await Promise.all(
      planned.map(async ({ item, step }) => {
        const saved = await this.save(item.state, step.next);
        if (saved) this.outcomes.count(saved, step.gap.outcome, step.count);
        return saved && { ...item, state: saved, copiedTo: step.gap.to };
      }),
    );
    const saved = items.filter((item) => item !== null);
    await this.stores.gaps.record(saved.flatMap(({ state }) => gapsOf(state, now)));
    return saved;
  }

  async saveFires(
    planned: readonly Fired[],
    now: Instant,
  ): Promise<{ readonly saved: readonly PlanItem[]; readonly lost: readonly Fired[] }> {
    await this.copyGapsLeftBehind(planned, now);
    const saved: PlanItem[] = [];
    const lost: Fired[] = [];
    await Promise.all(
      planned.map(async (each) => {
        const state = await this.save(each.item.state, each.step.next);
        if (state === null) lost.push(each);
        else {
          saved.push({ ...each.item, state, copiedTo: null });
          this.outcomes.sendOff(each, state);
        }
      }),
    );
    return { saved, lost };
  }

  /** A gap that the next document no longer contains must be copied first. */
  private async copyGapsLeftBehind(
    planned: readonly { readonly item: PlanItem; readonly step: { readonly next: ScheduleState } }[],
    now: Instant,
  ): Promise<void> {
    const left = planned.filter(({ item, step }) => {
      const { openGap } = item.state;
      return openGap !== null && openGap.to !== item.copiedTo && openGap.from !== step.next.openGap?.from;
    });
    await this.stores.gaps.record(left.flatMap(({ item }) => gapsOf(item.state, now)));
  }

  /** The stored document, or null if another planner was first. */
  private async save(state: ScheduleState, next: ScheduleState): Promise<ScheduleState | null> {
    const written = this.successes.writtenInto(next);
    if (!(await this.stores.schedules.save(written, state.rev))) return null;
    this.successes.stored(written);
    return written;
  }
}

/** Completes slots once the watermark has moved over them: counts them, and sends their runs on. */
export class SlotOutcomes {
  constructor(
    private readonly outbox: Pick<Outbox, 'dispatch'>,
    private readonly admission: Pick<Admission, 'afterCommit'>,
    private readonly metrics: Pick<Metrics, 'slots' | 'scheduleLateness' | 'tenantSlots' | 'tenantNames'>,
    private readonly tools: { readonly clock: Pick<Clock, 'now'>; readonly log: Logger },
  ) {}

  /** Runs without a limit go to the executor, the others to their shared limits. */
  sendOff({ step, runs, inserted }: Fired, state: ScheduleState): void {
    const now = this.tools.clock.now();
    for (const run of runs) {
      if (run.phase === 'Pending') this.outbox.dispatch(run);
      if (!inserted.has(run.id)) continue;
      this.count(state, 'run', 1);
      this.metrics.scheduleLateness.observe(Math.max(0, now - run.startAfter) / 1000, run.id);
    }
    if (step.admission === null) return;
    const fresh = new Map<RunId, Run>(runs.map((run) => [run.id, run]));
    this.admission.afterCommit(state, step.admission, fresh).catch((error: unknown) => {
      this.tools.log.warn({ err: error, job: state.job }, 'an admission could not be completed; a sweep repeats it');
    });
  }

  count({ tenant }: ScheduleState, outcome: Gap['outcome'] | 'run', count: number): void {
    const { slots, tenantSlots, tenantNames } = this.metrics;
    slots.inc({ outcome }, count);
    tenantSlots.inc({ tenant: tenantNames.of(tenant), outcome }, count);
  }
}

/** The document's open gap as it is copied to `gaps`. */
export function gapsOf(
  { job, tenant, openGap }: { job: Gap['job']; tenant: Gap['tenant']; openGap: OpenGap | null },
  now: Instant,
): Gap[] {
  return openGap === null ? [] : [{ job, tenant, ...openGap, recordedAt: now }];
}
