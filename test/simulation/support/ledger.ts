/**
 * What is promised, checked against what really happened: it sees every change of the tables and keeps books of its own. At the
 * end each slot of each definition's version must have exactly one outcome.
 */
import type { Backfill } from '#common/domain/backfill.js';
import { scheduledRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { MAX_BACKFILL_SLOTS } from '#common/domain/limits.js';
import { isFinal, TRANSITIONS } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import { exclusionOf, type Exclusion } from '#common/schedule/exclusion.js';
import { awaitedRunOf, ruleOfSlots } from '#common/schedule/fixed-delay.js';
import { nextSlots, SlotWalk, type Slot } from '#common/schedule/slots.js';
import type { Gap, OpenGap, ScheduleRule, ScheduleState } from '#common/schedule/schedule-state.js';
import { mayBeUnder, type SharedLimit } from '#common/domain/shared-limit.js';
import { LOOK_AHEAD_MS } from '../../../apps/scheduler/src/core/planning-limits.js';
import type { Tables, Watcher } from './tables.js';

/** The period of a definition, from the schedule's document: slots after `from` belong to it, until the next one's. */
interface VersionSpan {
  readonly from: Instant;
  /** When it was stored, by true time. */
  readonly since: Instant;
  readonly state: ScheduleState;
}

interface Sized {
  readonly since: Instant;
  readonly size: number | null;
}

/** Clocks differ by so much at most while a replica works. */
const SKEW_MS = 1_500;
/** A decision may be as old as a plan is allowed to grow, and its write on its way for as long as a call may take. */
const DECIDED_LATE_MS = 60_000;
/** A slot that is recorded within a minute is on time, see planning-limits. */
const ON_TIME_MS = 60_000;

export class Ledger implements Watcher {
  readonly problems: string[] = [];
  /** How often each thing was seen. */
  readonly seen = new Map<string, number>();
  private readonly versions = new Map<JobId, VersionSpan[]>();
  /** Runs of slots that were recorded and not taken back; those forgotten since were runs nonetheless. */
  private readonly recorded = new Map<RunId, { readonly run: Run; readonly at: Instant }>();
  /** Runs of backfilled slots that were not taken back. */
  private readonly backfilled = new Map<RunId, { readonly run: Run; readonly at: Instant }>();
  /** Slots whose early runs were revoked. */
  private readonly revoked = new Map<JobId, Instant[]>();
  /** By run and generation. */
  private readonly started = new Set<string>();
  /** Admitted and unfinished, with the time of their admission. */
  private readonly underWay = new Map<RunId, { readonly run: Run; readonly at: Instant }>();
  private readonly sizes = new Map<string, Sized[]>();
  private tables: Tables | null = null;

  constructor(private readonly trueTime: () => Instant) {}

  watch(tables: Tables): void {
    this.tables = tables;
  }

  /** The places of a shared limit as people have set them. */
  resized(key: string, size: number | null): void {
    const known = this.sizes.get(key) ?? [];
    known.push({ since: this.trueTime(), size });
    this.sizes.set(key, known);
  }

  note(what: string, count = 1): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + count);
  }

  blame(problem: string): void {
    if (this.problems.length < 20) this.problems.push(`${new Date(this.trueTime()).toISOString()} ${problem}`);
  }

  scheduleSaved(before: ScheduleState | null, after: ScheduleState): void {
    if (!hasSameDefinition(before, after)) this.definitionChanged(before, after);
    if (before === null) return;
    this.checkMark(before, after);
    this.checkDelay(before, after);
    if (before.active && !after.active && after.inactiveReason === 'invalid') this.blame(`${after.job}: fell silent`);
    this.checkWaiting(before, after);
    const held = new Set(after.holders.map(({ run }) => run));
    for (const { run } of before.holders) {
      if (!held.has(run) && this.underWay.has(run)) this.blame(`${run} lost its place in ${after.job} while under way`);
    }
  }

  /** The watermark goes back only to before an early run: that is revoked next, or has just begun and is found again. */
  private checkMark({ job, mark: before }: ScheduleState, { mark: after }: ScheduleState): void {
    if (after >= before) return;
    const early = [...this.recorded.values()].flatMap(({ run }) =>
      run.job === job && run.createdAt < run.startAfter ? (run.scheduledFor ?? 0) : [],
    );
    const isBehind = (nominal: number): boolean => nominal > after && nominal <= before;
    if ([...early, ...(this.revoked.get(job) ?? [])].some(isBehind)) this.note('mark set back by an edit');
    else this.blame(`${job}: the mark went back from ${before} to ${after}`);
  }

  /** A delay begins when the awaited run has ended, and not before. */
  private checkDelay(before: ScheduleState, after: ScheduleState): void {
    const awaited = awaitedRunOf(before);
    const { rule, delayed, job } = after;
    // Set back to before the awaited run, which is taken back right after.
    if (after.mark < before.mark) return;
    if (awaited === null || rule?.fixedDelay === undefined || delayed?.run !== null) return;
    const run = this.tables?.run(awaited);
    // It was taken back, forgotten, or resumed by hand since.
    if (!run || run.generation > 0) return;
    this.note('delay begun');
    const { phase, finished } = run;
    if (finished === null) this.blame(`${job}: its delay begins while ${awaited} is ${phase}`);
    else if (delayed.at < finished + rule.fixedDelay * 1000 - SKEW_MS)
      this.blame(`${job}: its slot of ${delayed.at} is too near to the end of ${awaited}`);
  }

  /** An edit that was stored since and takes effect before its slot applies to an early run. */
  private checkDefinition({ id, job, scheduledFor, startAfter, jobVersion, spec }: Run): void {
    const madeAt = this.recorded.get(id)?.at ?? Infinity;
    if (madeAt >= startAfter || scheduledFor === null) return;
    this.note('run ahead of time');
    const newer = (this.versions.get(job) ?? []).find(
      ({ since, from, state }) =>
        since > madeAt && from < scheduledFor && (state.jobVersion !== jobVersion || state.spec !== spec),
    );
    if (newer) this.blame(`${id} is started under a definition that was changed in time`);
  }

  /** No run waits for a limit that does not apply to its job. */
  private checkWaiting(before: ScheduleState, after: ScheduleState): void {
    for (const { run, blockedBy } of after.queue) {
      if (blockedBy !== null && !mayBeUnder(after, blockedBy)) this.blame(`${run} waits for ${blockedBy} in vain`);
    }
    const isMoved = before.concurrency.group !== after.concurrency.group;
    if (isMoved && before.queue.some(({ blockedBy }) => blockedBy !== null)) this.note('moved while runs wait');
  }

  private definitionChanged(before: ScheduleState | null, after: ScheduleState): void {
    this.note('definition synchronised');
    const versions = this.versions.get(after.job) ?? [];
    if (before !== null && after.effectiveFrom < before.effectiveFrom) {
      this.blame(`${after.job}: effectiveFrom went back`);
    }
    if (after.effectiveFrom > this.trueTime() + SKEW_MS) this.blame(`${after.job}: takes effect in the future`);
    versions.push({ from: after.effectiveFrom, since: this.trueTime(), state: after });
    this.versions.set(after.job, versions);
  }

  limitSaved(before: SharedLimit | null, after: SharedLimit): void {
    const held = new Set(after.holders.map(({ run }) => run));
    for (const { run } of before?.holders ?? []) {
      const under = this.underWay.get(run);
      if (!held.has(run) && under?.run.holds.includes(after.key)) {
        this.blame(`${run} lost its place in ${after.key} while under way`);
      }
    }
  }

  runInserted(run: Run): void {
    const now = this.trueTime();
    if (run.trigger === 'schedule') {
      if (this.recorded.has(run.id)) this.blame(`${run.id} is recorded twice`);
      this.recorded.set(run.id, { run, at: now });
      if (run.startAfter > now + LOOK_AHEAD_MS + SKEW_MS)
        this.blame(`${run.id} is recorded ${run.startAfter - now} ms early`);
      this.checkLateness(run, now - run.startAfter);
    }
    if (run.trigger === 'backfill') {
      if (this.backfilled.has(run.id)) this.blame(`${run.id} is made twice`);
      this.backfilled.set(run.id, { run, at: now });
    }
    this.note(`run ${run.trigger}`);
    if (run.phase === 'Pending') this.begins(run);
  }

  private checkLateness(run: Run, lateMs: number): void {
    const state = this.tables?.schedules.get(run.job);
    // The rule that counted may have been another one a moment ago.
    if (state?.jobVersion !== run.jobVersion) return;
    const { policy, startingDeadlineSeconds } = state.misfire;
    const deadline = startingDeadlineSeconds === null ? Infinity : startingDeadlineSeconds * 1000;
    const allowed = Math.min(policy === 'skip' ? ON_TIME_MS : Infinity, deadline);
    if (lateMs > allowed + DECIDED_LATE_MS) this.blame(`${run.id} is recorded ${lateMs} ms late, against ${policy}`);
    if (lateMs > ON_TIME_MS) this.note('run caught up');
  }

  runSaved(before: Run, after: Run): void {
    if (before.phase !== after.phase && !TRANSITIONS[before.phase].includes(after.phase)) {
      this.blame(`${after.id} went from ${before.phase} to ${after.phase}`);
    }
    if (before.phase === 'Queued' && after.phase === 'Pending') this.admitted(after);
    if (before.phase === 'Pending' && after.phase === 'Running') this.starts(after);
    if (before.phase === 'Aborted' && after.phase === 'Queued') this.note('run resumed');
    if (before.phase === 'Restarting' && after.phase === 'Queued') {
      this.underWay.delete(after.id);
      this.note('run preempted');
    }
    if (isFinal(after.phase)) {
      this.underWay.delete(after.id);
      this.note(`ended ${after.phase} ${after.reason}`);
    }
  }

  private starts(after: Run): void {
    const life = `${after.id}/${after.generation}`;
    if (this.started.has(life)) this.blame(`${life} is started twice`);
    this.started.add(life);
    if (after.startAfter > this.trueTime())
      this.blame(`${after.id} is started ${after.startAfter - this.trueTime()} ms early`);
    if (after.trigger === 'schedule' && after.generation === 0) this.checkDefinition(after);
  }

  runRemoved(run: Run, how: 'withdrawn' | 'revoked' | 'forgotten'): void {
    this.note(`run ${how}`);
    this.underWay.delete(run.id);
    if (how === 'forgotten') return;
    if (how === 'revoked') this.checkRevoked(run);
    this.recorded.delete(run.id);
    this.backfilled.delete(run.id);
  }

  /** A run is removed only while the watermark is before its slot: otherwise no scheduler would give the slot another run or a gap. */
  private checkRevoked({ id, job, scheduledFor }: Run): void {
    if (scheduledFor === null) return;
    this.revoked.set(job, [...(this.revoked.get(job) ?? []), scheduledFor]);
    const mark = this.tables?.schedules.get(job)?.mark ?? -Infinity;
    if (scheduledFor <= mark) this.blame(`${id} is taken back, and the mark is after its slot`);
  }

  backfillSaved(before: Backfill, after: Backfill): void {
    if (before.state !== 'Running' && after.state !== before.state)
      this.blame(`${after.id} went from ${before.state} to ${after.state}`);
    if (after.mark < before.mark) this.blame(`${after.id}: the mark went back`);
    if (before.state === 'Running' && after.state !== 'Running') this.note(`backfill ${after.state}`);
  }

  private admitted(run: Run): void {
    const state = this.tables?.schedules.get(run.job);
    if (!state?.holders.some((holder) => holder.run === run.id))
      this.blame(`${run.id} begins without a place of its job`);
    for (const key of run.holds) {
      if (key.startsWith('job:')) continue;
      const limit = this.tables?.limits.get(key);
      if (!limit?.holders.some((holder) => holder.run === run.id))
        this.blame(`${run.id} begins without a place in ${key}`);
    }
    this.begins(run);
  }

  private begins(run: Run): void {
    this.underWay.set(run.id, { run, at: this.trueTime() });
    if (run.overrides?.concurrencyPolicy === 'Allow') return;
    this.checkJobLimit(run);
    for (const key of run.holds) if (!key.startsWith('job:')) this.checkSharedLimit(key);
  }

  /** The most that any version allowed that a decision of now may rest on. */
  private checkJobLimit({ id, job }: Run): void {
    const rivals = [...this.underWay.values()].filter(
      ({ run }) => run.job === job && run.overrides?.concurrencyPolicy !== 'Allow',
    );
    const since = this.trueTime() - DECIDED_LATE_MS;
    const versions = this.versions.get(job) ?? [];
    const inForce = versions.filter((_, i) => (versions[i + 1]?.since ?? Infinity) >= since);
    if (inForce.length === 0 || inForce.some(({ state }) => state.concurrency.policy === 'Allow')) return;
    const most = Math.max(...inForce.map(({ state }) => state.concurrency.maxConcurrency));
    if (rivals.length > most) this.blame(`${id} is the ${rivals.length}th of ${most} runs of ${job} at once`);
    if (rivals.length === most) this.note('a job at its limit');
  }

  private checkSharedLimit(key: string): void {
    const rivals = [...this.underWay.values()].filter(({ run }) => run.holds.includes(key));
    const since = this.trueTime() - DECIDED_LATE_MS;
    const sizes = this.sizes.get(key) ?? [];
    const inForce = sizes.filter((_, i) => (sizes[i + 1]?.since ?? Infinity) >= since);
    const most = Math.max(...inForce.map(({ size }) => size ?? Infinity));
    if (rivals.length > most) this.blame(`${key} has ${rivals.length} of ${most} runs at once`);
    if (rivals.length === most) this.note('a shared limit at its size');
  }

  /** Once all is calm: every active schedule is recorded up to now. */
  checkAwake(): void {
    for (const state of this.tables?.schedules.values() ?? []) {
      if (!state.active) continue;
      const rule = ruleOfSlots(state);
      if (rule === null) continue;
      this.checkAwaited(state);
      const next = new SlotWalk(rule, state.mark).next();
      const late = next === null ? 0 : this.trueTime() - next.effective;
      if (late > 10_000) this.blame(`${state.job} is silent: its slot of ${next?.nominal} is ${late} ms late`);
    }
  }

  private checkAwaited(state: ScheduleState): void {
    const { job } = state;
    const awaited = awaitedRunOf(state);
    if (awaited === null) return;
    const run = this.tables?.run(awaited);
    const endedFor = run && !isFinal(run.phase) ? 0 : this.trueTime() - (run?.finished ?? 0);
    if (endedFor > 10_000) this.blame(`${job} is silent: it awaits the end of ${awaited}, which is over`);
  }

  /** No run waits, and no run holds a permit. */
  isDrained(): boolean {
    const { tables } = this;
    if (!tables) return true;
    const held = [...tables.schedules.values()].reduce(
      (sum, { holders, queue }) => sum + holders.length + queue.length,
      0,
    );
    const shared = [...tables.limits.values()].reduce(
      (sum, each) => sum + each.holders.length + each.waiting.length,
      0,
    );
    const backfills = [...tables.backfills.values()].filter(({ state }) => state === 'Running').length;
    return tables.open.size + held + shared + backfills === 0;
  }

  /** Once no slot is to come any more: no run waits, and no run holds a permit. */
  checkDrained(): void {
    for (const run of this.tables?.open.values() ?? []) {
      this.blame(`${run.id} is forgotten: ${run.phase} since ${this.trueTime() - run.phaseSince} ms`);
    }
    for (const { job, holders, queue } of this.tables?.schedules.values() ?? []) {
      if (holders.length + queue.length > 0) {
        this.blame(`${job}: places are held (${holders.length}) or awaited (${queue.length}) by runs that have ended`);
      }
    }
    for (const { key, holders, waiting } of this.tables?.limits.values() ?? []) {
      if (holders.length + waiting.length > 0) {
        this.blame(
          `${key}: places are held (${holders.length}) or awaited (${waiting.length}) by runs that have ended`,
        );
      }
    }
  }

  /** Each slot of a complete backfill has a run, and no other slot has one; none was made faster than its rate. */
  checkBackfills(): void {
    for (const backfill of this.tables?.backfills.values() ?? []) {
      const { id, job, rule, from, to, state, total, made } = backfill;
      const excludes = this.exclusionFor(backfill.tenant, rule);
      const slots = nextSlots(rule, { after: from - 1, until: to, limit: MAX_BACKFILL_SLOTS, excludes });
      const meant = slots.filter(({ flags }) => !flags.includes('excluded')).map(({ nominal }) => nominal);
      const runs = [...this.backfilled].filter(([run]) => run.startsWith(`${job}-`) && run.endsWith(`-b${id}`));
      if (meant.length !== total) this.blame(`${id} tells of ${total} slots and has ${meant.length}`);
      const stray = runs.filter(([, { run }]) => !meant.includes(run.scheduledFor ?? 0));
      for (const [run] of stray) this.blame(`${run} is a run of no slot of its backfill`);
      if (state === 'Running') this.blame(`${id} is forgotten: ${made} of ${total} made`);
      if (state === 'Completed' && (runs.length !== total || made !== total))
        this.blame(`${id} is complete with ${runs.length} runs, ${made} counted, of ${total} slots`);
      this.checkPace(
        backfill,
        runs.map(([, { at }]) => at).sort((a, b) => a - b),
      );
    }
  }

  private checkPace({ id, maxPerMinute }: Backfill, times: readonly Instant[]): void {
    const together = Math.max(1, Math.floor(maxPerMinute / 60));
    const allowed = maxPerMinute + together;
    const tooFast = times.some((at, i) => (times[i + allowed] ?? Infinity) < at + 60_000 - SKEW_MS);
    if (tooFast) this.blame(`${id} made more than ${allowed} runs in a minute`);
  }

  /** Each slot up to its job's mark has exactly one outcome. Gives how many there were. */
  checkOutcomes(): number {
    let slots = 0;
    for (const job of this.versions.keys()) slots += this.checkJob(job);
    return slots;
  }

  private checkJob(job: JobId): number {
    const state = this.tables?.schedules.get(job);
    if (!state) return 0;
    const gaps = this.gapsOf(state).map((gap) => ({ ...gap, found: 0 }));
    const unexplained = new Set(
      [...this.recorded.values()].filter(({ run }) => run.job === job).map(({ run }) => run.id),
    );
    const isDelayed = this.delayedSpans(state);
    let slots = this.explainDelayed(unexplained, isDelayed);
    let past = 0;
    for (const slot of this.slotsOf(state)) {
      slots++;
      while ((gaps[past]?.to ?? Infinity) < slot.nominal) past++;
      const around = gaps.slice(past, past + 3).filter(({ from, to }) => from <= slot.nominal && slot.nominal <= to);
      for (const gap of around) gap.found++;
      this.checkSlot(job, slot, around, unexplained.delete(scheduledRunId(job, slot.nominal)));
    }
    for (const gap of gaps.filter(({ from, to }) => !isDelayed(from) && !isDelayed(to))) this.checkGap(gap, state);
    for (const id of unexplained) this.checkStray(id, state);
    this.checkIntervals(state);
    return slots;
  }

  /** No two slots of one definition got runs nearer to each other than it allows. */
  private checkIntervals({ job, mark }: ScheduleState): void {
    const versions = this.versions.get(job) ?? [];
    const nominals = [...this.recorded.values()]
      .flatMap(({ run }) =>
        run.job === job && run.scheduledFor !== null ? [{ id: run.id, at: run.scheduledFor }] : [],
      )
      .filter(({ id, at }) => id === scheduledRunId(job, at) && !this.wasOvertaken(job, at))
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    for (const [i, { from, state }] of versions.entries()) {
      const seconds = state.rule?.minIntervalSeconds;
      if (seconds === undefined) continue;
      const until = Math.min(mark, versions[i + 1]?.from ?? Infinity);
      const own = nominals.filter((at) => at > from && at <= until);
      this.note('slots at a distance', own.length);
      const near = own.find((at, n) => n > 0 && at - (own[n - 1] ?? 0) < seconds * 1000);
      if (near !== undefined) this.blame(`${job}-${near} is nearer than ${seconds} s to the run before it`);
    }
  }

  private checkGap(gap: OpenGap & { readonly found: number }, { job, mark }: ScheduleState): void {
    const { from, to, count, found, reason } = gap;
    this.note(`gap ${reason}`, count);
    if (count !== found) this.blame(`${job}: a gap from ${from} tells ${count} slots and has ${found}`);
    if (to > mark) this.blame(`${job}: a gap reaches beyond the mark`);
  }

  private checkSlot(job: JobId, { nominal, flags }: Slot, gaps: readonly OpenGap[], hasRun: boolean): void {
    if (hasRun && flags.includes('excluded') && !this.wasOvertaken(job, nominal))
      this.blame(`${job}-${nominal} is a run of an excluded slot`);
    const outcomes = gaps.length + (hasRun ? 1 : 0);
    if (outcomes === 1) return;
    const told = gaps.map(({ from, to, reason }) => `gap ${from} to ${to} ${reason}`).join(', ');
    this.blame(
      `slot ${nominal} of ${job} has ${outcomes} outcomes (${hasRun ? 'a run' : 'no run'}; ${told || 'no gap'})`,
    );
  }

  /** All slots that the definitions yield, each in its version, up to the mark. */
  private *slotsOf({ job, mark }: ScheduleState): Generator<Slot> {
    const versions = this.versions.get(job) ?? [];
    for (const [i, { from, state }] of versions.entries()) {
      const until = Math.min(mark, versions[i + 1]?.from ?? Infinity);
      if (state.rule === null) continue;
      const walk = new SlotWalk(state.rule, from, this.exclusionFor(state.tenant, state.rule));
      for (let slot = walk.next(); slot !== null && slot.nominal <= until; slot = walk.next()) yield slot;
    }
  }

  /** Which slots a delay gives depends on when runs end: there is no list to compare their runs with. Gives how many there are. */
  private explainDelayed(unexplained: Set<RunId>, isDelayed: (at: Instant) => boolean): number {
    const ofDelays = [...unexplained].filter((id) => isDelayed(this.recorded.get(id)?.run.scheduledFor ?? 0));
    return ofDelays.filter((id) => unexplained.delete(id)).length;
  }

  /** Whether an instant belongs to a definition with a fixed delay. */
  private delayedSpans({ job }: ScheduleState): (at: Instant) => boolean {
    const versions = this.versions.get(job) ?? [];
    return (at) => versions.findLast(({ from }) => from < at)?.state.rule?.fixedDelay !== undefined;
  }

  private exclusionFor(tenant: string, { exclude }: ScheduleRule): Exclusion {
    return exclusionOf(exclude.flatMap((name) => this.tables?.calendars.get(`${tenant}/${name}`)?.spec ?? []));
  }

  private gapsOf(state: ScheduleState): OpenGap[] {
    const gaps = new Map<Instant, OpenGap>();
    for (const gap of this.tables?.gaps.values() ?? []) if (gap.job === state.job) gaps.set(gap.from, gap);
    const { openGap } = state;
    if (openGap !== null) {
      const copied: Gap | OpenGap = gaps.get(openGap.from) ?? openGap;
      gaps.set(openGap.from, copied.to > openGap.to ? copied : openGap);
    }
    return [...gaps.values()].sort((a, b) => a.from - b.from);
  }

  /** A run of no slot: only a decision that the edit overtook, and whose planner died before it could take it back, explains it. */
  private checkStray(id: RunId, { job, mark }: ScheduleState): void {
    const entry = this.recorded.get(id);
    const nominal = entry?.run.scheduledFor ?? 0;
    // Not decided yet: the mark follows.
    if (!entry || nominal > mark) return;
    if (!this.wasOvertaken(job, nominal)) this.blame(`${id} is a run of no slot`);
  }

  /** The slot's run was decided by an earlier definition, whose planner died before it could take it back. */
  private wasOvertaken(job: JobId, nominal: Instant): boolean {
    const run = this.recorded.get(scheduledRunId(job, nominal))?.run;
    const version = this.versions.get(job)?.findLast(({ from }) => from < nominal);
    const isOvertaken = run !== undefined && version !== undefined && run.createdAt <= version.since + DECIDED_LATE_MS;
    if (isOvertaken) this.note('decision overtaken by an edit');
    return isOvertaken;
  }
}

const hasSameDefinition = (before: ScheduleState | null, after: ScheduleState): boolean =>
  before?.jobRev === after.jobRev &&
  before.jobVersion === after.jobVersion &&
  before.workerVersion === after.workerVersion;
