/**
 * The only place that decides the next state of a run that has left `Queued`. It is pure and total: any inputs, in any order and with any
 * repetition, give a next state. Actions outside the database are stored in that state (`effects`), so any replica finds them after a
 * crash.
 */
import type { AttemptId } from '#common/domain/ids.js';
import type { RunEnd } from '#common/usage/ledger.js';
import { MAX_EMBEDDED_TRANSITIONS, MAX_PENDING_EFFECTS } from '#common/domain/limits.js';
import type {
  AttemptRecord,
  Effect,
  Instant,
  LiveAttempt,
  Run,
  TaskState,
  Transition,
  EndedAttempt,
  Ending,
} from '#common/run/run.js';
import type { ChunkKey, ChunkWrite } from '#common/run/stored-tables.js';
import { applyActions, applyDueActions } from './actions.js';
import { forceAt } from './attempt.js';
import { applyCommand } from './commands.js';
import { describeEnd, endRun, giveUpStarts } from './completion.js';
import type { DecisionContext, Wanted } from './context.js';
import { fireActiveDeadline, fireDeadlines, nextWake, silentAttempts } from './deadlines.js';
import { Draft, type LogVerdict } from './draft.js';
import { judgeEnds } from './ends.js';
import { openGeneration } from './generations.js';
import type { RunTables } from './indexes.js';
import { applyOrder, type Answer, type Input } from './inputs.js';
import { applyFact } from './observe.js';
import { newPolicyEvents } from './policies.js';
import { preempt } from './preemption.js';
import { claimStarts, NOTHING_WANTED } from './starts.js';
import { REASONS } from './reasons.js';
import type { IndexTotals } from '#common/run/index-table.js';
import { AWAITING_START_TIME } from '#common/run/new-run.js';
import type { Phase } from '#common/run/phase.js';
import { requiredMembers } from './gangs.js';

export interface Decision {
  /** The same object as the given run if nothing changed. */
  readonly next: Run;
  readonly changed: boolean;
  /** Ends to be saved in `attempts` before `next` is; the first end that is saved stands. */
  readonly records: readonly AttemptRecord[];
  /** Verdicts on the output of attempts that were recorded earlier. */
  readonly verdicts: readonly LogVerdict[];
  /** The tables of indexes for the next decision; `next` says how they are stored. */
  readonly tables: RunTables;
  /** Chunks of indexes to be saved before `next` is, which refers to them. */
  readonly chunks: readonly ChunkWrite[];
  /** Chunks that nothing refers to once `next` is saved. */
  readonly superseded: readonly ChunkKey[];
  /** Transitions that no longer fit into the run, to be saved in `runEvents` before `next` is; oldest first. */
  readonly moved: readonly Transition[];
  /** The end of the run that continues, to be kept for the usage ledger before `next` is saved; null in any other decision. */
  readonly formerEnd: RunEnd | null;
  /** The transitions that this decision made. */
  readonly transitions: readonly Transition[];
  /** One answer for each input. */
  readonly answers: readonly Answer[];
  /** Attempts that could be claimed now and were not granted by the start queue. */
  readonly wanted: Wanted;
}

/** What other services must be asked before the run is decided; the answers are further inputs of that decision. */
export interface Questions {
  /** Attempts whose silence seems too long: their signs of life may be known elsewhere. */
  readonly silent: readonly AttemptId[];
  /** Attempts that have ended by these inputs or by time, and whose output may be stored to its last line already. */
  readonly unsealed: readonly AttemptRecord[];
}

export function questionsOf(run: Run, inputs: readonly Input[], context: DecisionContext): Questions {
  const draft = new Draft(run, context);
  applyFacts(draft, inputs);
  const silent = silentAttempts(draft);
  fireDeadlines(draft);
  return { silent, unsealed: [...draft.records.values()].filter(({ logComplete }) => logComplete === null) };
}

export function reconcile(run: Run, inputs: readonly Input[], context: DecisionContext): Decision {
  const draft = new Draft(run, context);
  const answers: Answer[] = inputs.map(() => 'done');
  // Facts and deadlines come before commands, and ends are judged between the two: a run that has ended is not aborted afterwards.
  applyFacts(draft, inputs, answers);
  fireDeadlines(draft);
  judgeEnds(draft);
  applyCommands(draft, inputs, answers);
  const wanted = draft.isUnderWay ? proceed(draft) : NOTHING_WANTED;
  return decisionOf(draft, answers, wanted);
}

/** Actions, generations, starts and the phase that follows; returns what still waits for a grant. */
function proceed(draft: Draft): Wanted {
  skipAlreadyRun(draft);
  fireActiveDeadline(draft);
  applyDueActions(draft);
  openGeneration(draft);
  if (!draft.isUnderWay) return NOTHING_WANTED;
  preempt(draft);
  const wanted = claimStarts(draft);
  applyActions(draft, newPolicyEvents(draft));
  giveUpStarts(draft);
  derivePhase(draft, wanted.most);
  return wanted;
}

function applyFacts(draft: Draft, inputs: readonly Input[], answers: Answer[] = []): void {
  for (const position of applyOrder(inputs)) {
    const input = inputs[position];
    if (input && input.type !== 'command') answers[position] = applyFact(draft, input);
  }
}

function applyCommands(draft: Draft, inputs: readonly Input[], answers: Answer[]): void {
  for (const position of applyOrder(inputs)) {
    const input = inputs[position];
    if (input?.type === 'command') answers[position] = applyCommand(draft, input.command);
  }
}

function decisionOf(draft: Draft, answers: readonly Answer[], wanted: Wanted): Decision {
  const { base: run, context } = draft;
  const indexes = draft.indexes.finish(draft.tasks.values(), draft.generation);
  const wakeAt = draft.isUnderWay ? nextWake(draft, indexes.tables) : null;
  const changed = draft.changed || (run.phase !== 'Queued' && mustRewriteWake(run.wakeAt, wakeAt, context.now));
  const kept = [...run.transitions, ...draft.transitions];
  const moved = kept.splice(0, Math.max(0, kept.length - MAX_EMBEDDED_TRANSITIONS));
  return {
    next: changed ? nextRun(draft, { wakeAt, tasks: indexes.tasks, transitions: kept, movedCount: moved.length }) : run,
    changed,
    records: [...draft.records.values()],
    verdicts: draft.verdicts,
    tables: indexes.tables,
    chunks: indexes.writes,
    superseded: indexes.superseded,
    moved,
    formerEnd: draft.formerEnd,
    transitions: draft.transitions,
    answers,
    wanted,
  };
}

interface Tail {
  readonly wakeAt: Instant | null;
  readonly tasks: readonly TaskState[];
  readonly transitions: readonly Transition[];
  readonly movedCount: number;
}

function nextRun(draft: Draft, { wakeAt, tasks, transitions, movedCount }: Tail): Run {
  const { delayed: _d, gangs: _g, notBefore: _n, outputs: _o, usage: _u, archiveMs: _a, ...base } = draft.base;
  const { maxAgeMs, archiveMs } = draft.context.plan.retention;
  const olderTransitions = (base.olderTransitions ?? 0) + movedCount;
  const live = [...draft.live.values()];
  return {
    ...base,
    phase: draft.phase,
    reason: draft.reason,
    message: draft.message,
    phaseSince: draft.phaseSince,
    started: draft.started,
    finished: draft.finished,
    exitCode: draft.exitCode,
    ...(draft.outputs && { outputs: draft.outputs }),
    generation: draft.generation,
    retries: draft.retries,
    ...(draft.preemptions > 0 && { preemptions: draft.preemptions }),
    ...usedBy(draft),
    tasks,
    live,
    ...(draft.change === null ? {} : { change: draft.change }),
    ...(draft.final ? {} : openFields(draft)),
    ending: draft.ending,
    effects: draft.final ? [] : pendingEffects(draft, live),
    transitions,
    ...(olderTransitions === 0 ? {} : { olderTransitions }),
    commands: draft.commands,
    wakeAt,
    expireAt: draft.final && draft.finished !== null ? draft.finished + maxAgeMs : null,
    ...(draft.final && archiveMs > 0 && { archiveMs }),
    rev: base.rev + 1,
  };
}

const usedBy = ({ usage, usageFrom }: Draft): Pick<Run, 'usage' | 'usageFrom'> => ({
  ...(usage.attempts > 0 && { usage }),
  ...(usageFrom > 0 && { usageFrom }),
});

/** Fields that only a run under way has; absent if they are empty. */
const openFields = ({ delayed, gangs, notBefore }: Draft): Pick<Run, 'delayed' | 'gangs' | 'notBefore'> => ({
  ...(delayed.length > 0 && { delayed }),
  ...(gangs.length > 0 && { gangs }),
  ...(notBefore !== null && { notBefore }),
});

/** The effects that these attempts need; effects beyond the limit follow when some of these are done. */
function pendingEffects({ now, context }: Draft, live: readonly LiveAttempt[]): Effect[] {
  const { idempotentStart } = context.plan;
  const effects: Effect[] = [];
  for (const attempt of live) {
    const { id, state, doubt } = attempt;
    if (state === 'ended') effects.push({ type: 'seal', attempt: id });
    else if (state === 'stopping') {
      const { graceSeconds } = attempt.stop;
      effects.push({ type: 'stop', attempt: id, force: forceAt(attempt) <= now, graceSeconds });
    } else if (state === 'claimed' && (doubt === undefined || idempotentStart))
      effects.push({ type: 'start', attempt: id });
  }
  return effects.slice(0, MAX_PENDING_EFFECTS);
}

/** A stored wake-up is rewritten only if the next one is earlier or the old one has passed; a needless wake-up does no harm. */
function mustRewriteWake(old: Instant | null, next: Instant | null, now: Instant): boolean {
  if (next === null || old === null) return next !== old;
  return next < old || (old <= now && next > old);
}

/*
 * Slots that had run before the database was restored to an earlier state, as an admin states on releasing the hold. The scheduler does
 * not plan them again. A run of such a slot that is in the backup, but had not begun, is ended here and never begins.
 */

const MESSAGE =
  'The slot of the run had run before the database was restored to an earlier state, as the admin who released the hold has declared.';

/** A run that has begun is not started again: an administrator decides whether it must be. */
function skipAlreadyRun(draft: Draft): void {
  const { trigger, scheduledFor } = draft.base;
  const { ranUntil } = draft.context;
  if (ranUntil === null || trigger !== 'schedule' || scheduledFor === null || scheduledFor > ranUntil) return;
  if (!hasBegun(draft)) endRun(draft, { phase: 'Skipped', reason: REASONS.AlreadyRun, message: MESSAGE }, 'completed');
}

const hasBegun = (draft: Draft): boolean =>
  draft.started !== null ||
  draft.generation > 0 ||
  draft.live.size > 0 ||
  [...draft.tasks.values()].some(({ failed, succeeded }) => failed + succeeded > 0) ||
  draft.phase !== 'Pending';

/*
 * Derives the phase of a run, as the last step of a decision. Sources: Furiko 102 to 104, 107; V30. Furiko shows
 * `RetryBackoff` as soon as one index waits; here a run with a running attempt is `Running`.
 */

const ON_THE_WAY = new Set<Phase>(['Completing', 'Terminating', 'Aborting']);
const NOTHING_DECIDED = { succeeded: 0, failed: 0 };
const NOTHING_LIVE = { running: 0, terminating: 0 };
const COUNTERS = ['running', 'terminating', 'pending', 'succeeded', 'failed'] as const;

/** Moves the run to the phase that its attempts and its ending give. `wanted`: attempts that wait for a grant. */
function derivePhase(draft: Draft, wanted: number): void {
  countTasks(draft);
  if (draft.ending) deriveEndingPhase(draft, draft.ending);
  else if (draft.phase !== 'Restarting') deriveOpenPhase(draft, wanted);
}

function deriveEndingPhase(draft: Draft, ending: Ending): void {
  const { reason, message, actor, pod } = ending;
  const move = { reason, message, actor, ...(pod !== undefined && { pod }) };
  if (draft.live.size === 0) {
    draft.moveTo(ending.phase, move);
    draft.finished = draft.now;
    draft.exitCode = ending.exitCode;
    return;
  }
  if (!ON_THE_WAY.has(draft.phase)) draft.moveTo(wayOut(draft, ending), move);
}

function wayOut(draft: Draft, ending: Ending): Phase {
  if (ending.phase === 'Aborted') return 'Aborting';
  if (ending.phase === 'Terminated') return 'Terminating';
  if (ending.phase === 'Completed') return 'Completing';
  // A failed run still stops attempts, or only waits for their output.
  return draft.active.length > 0 ? 'Terminating' : 'Completing';
}

function deriveOpenPhase(draft: Draft, wanted: number): void {
  const { active } = draft;
  const { phase, reason } = openPhase(openCounts(draft, active, wanted));
  if (phase === 'Running') {
    draft.moveTo('Running', draft.phase === 'Running' ? draft : { reason: REASONS.AttemptStarted });
  } else if (phase === 'Backoff') {
    if (draft.phase !== 'Backoff') draft.moveTo('Backoff', { reason, ...waitMessage(draft) });
  } else if (reason === 'Starting') {
    if (active.length > 0) deriveStartingPhase(draft, active);
    // A gang was released and waits for its next round.
    else if (draft.phase === 'Running') draft.moveTo('Pending', { reason });
  } else draft.moveTo('Pending', { reason });
}

function openCounts(draft: Draft, active: readonly LiveAttempt[], wanted: number): OpenCounts {
  const { tasks } = draft.context.plan;
  const totals = tasks.map(({ name }) => draft.indexes.of(name)?.totals);
  const sum = (of: (totals: IndexTotals) => number): number =>
    totals.reduce((all, each) => all + (each ? of(each) : 0), 0);
  const running = active.filter(({ startedAt }) => startedAt !== null).length;
  return {
    running,
    starting: active.length - running,
    waiting: sum(({ waiting }) => waiting),
    free: wanted,
    ended: sum(({ succeeded, failed }) => succeeded + failed),
    required: requiredMembers(draft),
    isPaused: tasks.every(({ maxActive, indexes }) => maxActive === 0 || indexes === 0),
  };
}

/** The failure that this decision learned of, if any, and when the next attempt is due. */
function waitMessage(draft: Draft): { readonly message: string; readonly pod?: string } {
  const dues = draft.context.plan.tasks.map(({ name }) => draft.indexes.of(name)?.nextDue ?? Infinity);
  const due = Math.min(...dues);
  const next = due === Infinity ? '' : `; the next is due at ${new Date(due).toISOString()}`;
  const [failed] = draft.ended;
  return failed ? { message: `${failureOf(failed)}${next}`, ...draft.podOf(failed) } : { message: next.slice(2) };
}

/** Attempts are about to start. If all of them are retries, the run is `Backoff`, then `Pending`, until one has started. */
function deriveStartingPhase(draft: Draft, active: readonly LiveAttempt[]): void {
  const [retry] = active;
  if (!retry || active.some(({ attempt }) => attempt === 1)) {
    const waited = draft.phase === 'Backoff' || draft.reason === AWAITING_START_TIME;
    if (waited) draft.moveTo('Pending', { reason: REASONS.Starting });
    return;
  }
  if (draft.phase === 'Running') draft.moveTo('Backoff', { reason: REASONS.AttemptFailed, ...waitMessage(draft) });
  if (draft.phase === 'Backoff')
    draft.moveTo('Pending', {
      reason: REASONS.Starting,
      message: `attempt ${retry.attempt} of ${retry.task}/${retry.index}`,
    });
}

function failureOf({ task, index, attempt, end }: EndedAttempt): string {
  return `attempt ${attempt} of ${task}/${index} failed: ${describeEnd(end)}`;
}

/** Counts each task from its live attempts and its table of indexes; indexes that were cut off do not count. */
function countTasks(draft: Draft): void {
  const counts = countLive(draft);
  for (const task of draft.tasks.values()) {
    const { succeeded, failed } = draft.indexes.of(task.name)?.totals ?? NOTHING_DECIDED;
    const { running, terminating } = counts.get(task.name) ?? NOTHING_LIVE;
    const pending = task.indexes - succeeded - failed - running - terminating;
    const counted = { running, terminating, succeeded, failed, pending };
    if (differs(task, counted)) draft.setTask({ ...task, ...counted });
  }
}

function countLive(draft: Draft): ReadonlyMap<string, typeof NOTHING_LIVE> {
  const counts = new Map<string, typeof NOTHING_LIVE>();
  for (const { task, index, stop, startedAt } of draft.active) {
    if (index >= (draft.tasks.get(task)?.indexes ?? 0)) continue;
    const count = counts.get(task) ?? { ...NOTHING_LIVE };
    counts.set(task, count);
    if (stop) count.terminating += 1;
    else if (startedAt !== null) count.running += 1;
  }
  return counts;
}

type Counted = Pick<TaskState, 'running' | 'terminating' | 'pending' | 'succeeded' | 'failed'>;
const differs = (task: TaskState, counted: Counted): boolean =>
  COUNTERS.some((counter) => task[counter] !== counted[counter]);

export interface OpenCounts {
  /** Running attempts. */
  readonly running: number;
  /** Attempts that are claimed, created or stopping, and have not started. */
  readonly starting: number;
  /** Indexes that wait for their next attempt. */
  readonly waiting: number;
  /** Indexes that could start now. */
  readonly free: number;
  /** Indexes that have succeeded or failed. */
  readonly ended: number;
  /** Members that all gangs started so far need; 0 without a gang. */
  readonly required: number;
  /** `maxActive` of every task is 0. */
  readonly isPaused: boolean;
}

interface OpenPhase {
  readonly phase: Extract<Phase, 'Pending' | 'Running' | 'Backoff'>;
  readonly reason: 'Paused' | 'Starting' | 'AttemptStarted' | 'AttemptFailed' | 'WaitingForCapacity' | 'GangIncomplete';
}

/** The phase of a run whose ending is not decided. */
export function openPhase({ running, starting, waiting, free, ended, required, isPaused }: OpenCounts): OpenPhase {
  // V30: members of a gang that have ended count as present.
  if (running > 0 && running + ended >= required) return { phase: 'Running', reason: 'AttemptStarted' };
  if (running > 0) return { phase: 'Pending', reason: 'GangIncomplete' };
  if (starting > 0) return { phase: 'Pending', reason: 'Starting' };
  if (isPaused) return { phase: 'Pending', reason: 'Paused' };
  if (free > 0) return { phase: 'Pending', reason: 'WaitingForCapacity' };
  return waiting > 0 ? { phase: 'Backoff', reason: 'AttemptFailed' } : { phase: 'Pending', reason: 'Starting' };
}
