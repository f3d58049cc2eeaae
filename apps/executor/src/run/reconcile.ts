/**
 * The only place that decides the next state of a run that has left `Queued`. It is pure and total: any inputs, in any order and with any
 * repetition, give a next state. Actions outside the database are stored in that state (`effects`), so any replica finds them after a
 * crash.
 */
import type { AttemptId } from '#common/domain/ids.js';
import type { RunEnd } from '#common/usage/ledger.js';
import { MAX_EMBEDDED_TRANSITIONS, MAX_PENDING_EFFECTS } from '#common/domain/limits.js';
import type { AttemptRecord, Effect, Instant, LiveAttempt, Run, TaskState, Transition } from '#common/run/run.js';
import type { ChunkKey, ChunkWrite } from '#common/run/stored-tables.js';
import { applyActions, applyDueActions } from './actions.js';
import { skipAlreadyRun } from './already-run.js';
import { forceAt } from './attempt.js';
import { applyCommand } from './commands.js';
import { giveUpStarts } from './completion.js';
import type { DecisionContext, Wanted } from './context.js';
import { fireActiveDeadline, fireDeadlines, nextWake, silentAttempts } from './deadlines.js';
import { Draft, type LogVerdict } from './draft.js';
import { judgeEnds } from './ends.js';
import { openGeneration } from './generations.js';
import type { RunTables } from './indexes.js';
import { applyOrder, type Answer, type Input } from './inputs.js';
import { applyFact } from './observe.js';
import { derivePhase } from './phase.js';
import { newPolicyEvents } from './policies.js';
import { preempt } from './preemption.js';
import { claimStarts, NOTHING_WANTED } from './starts.js';

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
