/**
 * The next state of a run while one decision builds it. A draft exists only inside `reconcile`, which is pure: it never changes the given
 * run and returns a new one.
 */
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import type { RunChange } from '#common/spec/tasks.js';
import { DEFAULT_GRACE_SECONDS, MAX_MESSAGE_LENGTH } from '#common/domain/limits.js';
import type { DelayedAction } from '#common/run/delayed-actions.js';
import { NEW_GANG, type GangState } from '#common/run/gang.js';
import { mergedOutputs } from '#common/run/outputs.js';
import { isFinal, nextPhase, type Phase } from '#common/run/phase.js';
import type {
  ActiveAttempt,
  AttemptEnd,
  AttemptRecord,
  AttemptStop,
  EndedAttempt,
  Ending,
  Instant,
  LiveAttempt,
  Run,
  RunOutputs,
  StopReason,
  TaskState,
  Transition,
} from '#common/run/run.js';
import { endOfRun, type RunEnd } from '#common/usage/ledger.js';
import { NO_USAGE, plusUsage, usageOfAttempt, type Usage } from '#common/usage/usage.js';
import type { Placement } from '../engines/engine.js';
import { classifyEnd, ended, forceAt, isActive, notStarted, started, startedMessage, stopping } from './attempt.js';
import type { DecisionContext } from './context.js';
import { DraftIndexes } from './indexes.js';
import { freshTask } from './plan.js';
import { REASONS } from './reasons.js';

export interface Move {
  readonly reason: string;
  readonly message?: string;
  readonly actor?: string;
  readonly at?: Instant;
  /** The pod that the transition concerns. */
  readonly pod?: string;
}

/** The verdict on an attempt's output, if it arrived after the end was recorded. */
export interface LogVerdict {
  readonly attempt: AttemptId;
  readonly complete: boolean;
  readonly reason: string | null;
  readonly outputs?: RunOutputs | undefined;
}

export class Draft {
  phase: Phase;
  reason: string;
  message: string;
  phaseSince: Instant;
  started: Instant | null;
  finished: Instant | null;
  exitCode: number | null;
  outputs: RunOutputs | undefined;
  generation: number;
  retries: number;
  preemptions: number;
  usage: Usage;
  usageFrom: number;
  ending: Ending | null;
  delayed: readonly DelayedAction[];
  gangs: readonly GangState[];
  notBefore: Instant | null;
  change: RunChange | null;
  commands: readonly string[];
  /** The end of a run that continues. */
  formerEnd: RunEnd | null = null;
  readonly tasks: Map<string, TaskState>;
  /** The indexes of all tasks; changed only through their edits. */
  readonly indexes: DraftIndexes;
  readonly live: Map<AttemptId, LiveAttempt>;
  readonly transitions: Transition[] = [];
  readonly records = new Map<AttemptId, AttemptRecord>();
  readonly verdicts: LogVerdict[] = [];
  /** Attempts whose end this decision learned of. */
  readonly ended: EndedAttempt[] = [];
  /** Signs of life that are an input of this decision, stored or not. */
  readonly seen = new Map<AttemptId, Instant>();
  /** Attempts for which it is unknown now whether they gave a sign of life. */
  readonly unverified = new Set<AttemptId>();
  /** When gangs are to be checked again. */
  readonly wakes: Instant[] = [];
  changed = false;

  constructor(
    readonly base: Run,
    readonly context: DecisionContext,
  ) {
    this.phase = base.phase;
    this.reason = base.reason;
    this.message = base.message;
    this.phaseSince = base.phaseSince;
    this.started = base.started;
    this.finished = base.finished;
    this.exitCode = base.exitCode;
    this.outputs = base.outputs;
    this.generation = base.generation;
    this.retries = base.retries;
    this.preemptions = base.preemptions ?? 0;
    this.usage = base.usage ?? NO_USAGE;
    this.usageFrom = base.usageFrom ?? 0;
    this.ending = base.ending;
    this.delayed = base.delayed ?? [];
    this.gangs = base.gangs ?? [];
    this.notBefore = base.notBefore ?? null;
    this.change = base.change ?? null;
    this.commands = base.commands;
    this.live = new Map(base.live.map((live) => [live.id, live]));
    this.tasks = new Map(base.tasks.map((task) => [task.name, task]));
    this.indexes = new DraftIndexes(base, context);
    if (this.isUnderWay) this.followPlan();
    if (this.indexes.isSeeded) this.changed = true;
  }

  get now(): Instant {
    return this.context.now;
  }

  get final(): boolean {
    return isFinal(this.phase);
  }

  /** The executor decides about the run: it is admitted and has not ended. */
  get isUnderWay(): boolean {
    return !this.final && this.phase !== 'Queued';
  }

  /** Another run gets this run's permits: this run stops, keeps its successes, and may still end by them. */
  get givesUpPermits(): boolean {
    return this.phase === 'Restarting' && this.reason === REASONS.PermitPreempted;
  }

  moveTo(phase: Phase, move: Move): void {
    const { reason, actor = 'executor', at = this.now, pod } = move;
    const message = (move.message ?? '').slice(0, MAX_MESSAGE_LENGTH);
    if (phase === this.phase && reason === this.reason) {
      if (message !== this.message) this.changed = true;
      this.message = message;
      return;
    }
    if (phase !== this.phase) this.phaseSince = at;
    this.phase = nextPhase(this.phase, phase);
    this.reason = reason;
    this.message = message;
    this.transitions.push({ at, phase, reason, message, actor, ...(pod !== undefined && { pod }) });
    this.changed = true;
  }

  /** Adds a transition without changing the phase or its reason. */
  note(move: Move): void {
    const { reason, message = '', actor = 'executor', at = this.now } = move;
    this.transitions.push({ at, phase: this.phase, reason, message: message.slice(0, MAX_MESSAGE_LENGTH), actor });
    this.changed = true;
  }

  setLive(live: LiveAttempt): void {
    this.live.set(live.id, live);
    this.changed = true;
  }

  setTask(task: TaskState): void {
    this.tasks.set(task.name, task);
    this.changed = true;
  }

  setDelayed(delayed: readonly DelayedAction[]): void {
    if (delayed !== this.delayed) this.changed = true;
    this.delayed = delayed;
  }

  setGang(wave: number, gang: GangState): void {
    if (this.gangs[wave] === gang) return;
    const gangs = [...this.gangs];
    while (gangs.length < wave) gangs.push(NEW_GANG);
    gangs[wave] = gang;
    this.gangs = gangs;
    this.changed = true;
  }

  /** What it has used so far counts with its stored end, if it has one; what its next generation uses counts with its next end. */
  beginUsage(): void {
    this.formerEnd = endOfRun(this.base);
    if (this.formerEnd === null) return;
    this.usage = NO_USAGE;
    this.usageFrom = this.generation + 1;
  }

  /** Sets the instant before which nothing is started. */
  holdBack(until: Instant | null): void {
    if (this.notBefore !== until) this.changed = true;
    this.notBefore = until;
  }

  /** Attempts of the task that have not ended. */
  activeOf(task: string): ActiveAttempt[] {
    return this.active.filter((live) => live.task === task);
  }

  get active(): ActiveAttempt[] {
    return [...this.live.values()].filter(isActive);
  }

  /** A new run gets its tasks from its plan; a change may have given a task more indexes or fewer. */
  private followPlan(): void {
    const { tasks } = this.context.plan;
    const isSame =
      tasks.length === this.tasks.size && tasks.every(({ name, indexes }) => this.tasks.get(name)?.indexes === indexes);
    if (isSame) return;
    const states = tasks.map((task) => ({ ...(this.tasks.get(task.name) ?? freshTask(task)), indexes: task.indexes }));
    this.tasks.clear();
    for (const state of states) this.tasks.set(state.name, state);
    this.changed = true;
  }

  /** Records that the attempt has been running since `at`; a repeated or late proof changes nothing. */
  markStarted(live: LiveAttempt, at: Instant, placement: Placement): void {
    if (live.startedAt !== null || live.state === 'ended') return;
    const startedAt = Math.min(at, this.now);
    this.setLive(started(live, startedAt, placement));
    this.started ??= startedAt;
    if (this.phase === 'Pending' || this.phase === 'Backoff')
      this.moveTo('Running', {
        reason: REASONS.AttemptStarted,
        message: startedMessage(live),
        at: startedAt,
        ...this.podOf(this.live.get(live.id) ?? live),
      });
  }

  /** The name of the attempt's pod; attempts of other engines have none. */
  podOf({ name }: Pick<LiveAttempt, 'name'>): { readonly pod?: string } {
    return this.context.plan.engine === 'kubernetes' && name !== undefined ? { pod: name } : {};
  }

  /** Records that the attempt has ended; the first known end stands. */
  markEnded(
    live: LiveAttempt,
    end: AttemptEnd,
    details: Partial<Placement> & { startedAt?: Instant | null; outputs?: RunOutputs | undefined } = {},
  ): void {
    if (live.state === 'ended') return;
    const { node = null, name, requested } = details;
    const named = name === undefined ? {} : { name };
    const placement = { node, ...named, ...(requested && { requested }) };
    if (details.startedAt != null) this.markStarted(live, details.startedAt, placement);
    const current = { ...(this.live.get(live.id) ?? live), ...named };
    const classified = classifyEnd(current.stop, { ...end, message: end.message.slice(0, MAX_MESSAGE_LENGTH) });
    this.recordEnd(current, classified, { node: node ?? current.node ?? null, outputs: details.outputs });
  }

  /** Takes over an end that is saved already. */
  takeRecorded(live: LiveAttempt, record: AttemptRecord): void {
    if (live.state === 'ended') return;
    if (record.startedAt !== null) this.markStarted(live, record.startedAt, { node: record.node });
    this.recordEnd(this.live.get(live.id) ?? live, record.end, record);
    this.records.delete(live.id);
    if (record.logComplete !== null) this.dropLive(live.id);
  }

  private recordEnd(
    live: LiveAttempt,
    end: AttemptEnd,
    { node, outputs }: { readonly node: string | null; readonly outputs?: RunOutputs | undefined },
  ): void {
    this.outputs = mergedOutputs(this.outputs, outputs);
    this.usage = plusUsage(this.usage, usageOfAttempt(live.startedAt, end.at, live.requested));
    const over = ended(live, end, this.now + this.context.sealHoldMs);
    this.ended.push(over);
    // An attempt that never ran has no output to wait for.
    const silent = live.startedAt === null && live.doubt === undefined;
    this.records.set(live.id, {
      id: live.id,
      run: this.base.id,
      tenant: this.base.tenant,
      task: live.task,
      index: live.index,
      generation: parseAttemptId(live.id)?.generation ?? this.generation,
      attempt: live.attempt,
      startedAt: live.startedAt,
      end,
      node,
      ...this.podOf(live),
      logComplete: silent ? true : null,
      logReason: null,
      ...(live.lastStatus?.progress == null ? {} : { progress: live.lastStatus.progress }),
      ...(outputs && { outputs }),
    });
    if (silent) this.dropLive(live.id);
    else this.setLive(over);
  }

  /** Records that the output is stored up to its end, or given up: the attempt is no longer live. */
  markSealed(live: LiveAttempt, { complete, reason, outputs }: Omit<LogVerdict, 'attempt'>): void {
    if (live.state !== 'ended') return;
    this.outputs = mergedOutputs(this.outputs, outputs);
    const said = outputs && { outputs };
    const record = this.records.get(live.id);
    if (record) this.records.set(live.id, { ...record, logComplete: complete, logReason: reason, ...said });
    else this.verdicts.push({ attempt: live.id, complete, reason, ...said });
    this.dropLive(live.id);
  }

  /**
   * Asks an attempt to end, by force after the grace. The first request stands, but a later one may shorten its grace. `why`: as
   * in `AttemptStop`.
   */
  requestStop(
    live: LiveAttempt,
    reason: StopReason,
    graceSeconds = DEFAULT_GRACE_SECONDS,
    why?: AttemptStop['why'],
  ): void {
    if (live.state === 'ended') return;
    if (live.state === 'stopping') {
      if (this.now + graceSeconds * 1_000 >= forceAt(live)) return;
      const shorter = Math.max(0, (this.now - live.stop.at) / 1_000 + graceSeconds);
      this.setLive({ ...live, stop: { ...live.stop, graceSeconds: shorter } });
      return;
    }
    const stopped = stopping(live, { at: this.now, reason, graceSeconds, ...(why && { why }) });
    this.setLive(stopped);
    if (live.state === 'refused' && live.doubt === undefined) this.endUnstarted(stopped, live);
  }

  /**
   * Ends an attempt that certainly has not started and never will. No rule applies to it, so its index is free again at once, even after
   * ends were judged.
   */
  private endUnstarted(stopped: LiveAttempt, { task, index, attempt, waitingFor }: LiveAttempt): void {
    this.markEnded(stopped, notStarted(this.now, waitingFor));
    if (stopped.stop?.reason !== 'cannotStart')
      this.indexes.of(task)?.record(index, attempt, { type: 'again', notBefore: this.now, counts: false });
  }

  /** Decides how the run ends; the first decision stands. */
  end(ending: Ending): boolean {
    if (this.ending || this.final) return false;
    this.ending = ending;
    this.delayed = [];
    this.changed = true;
    return true;
  }

  private dropLive(id: AttemptId): void {
    this.live.delete(id);
    this.changed = true;
  }
}
