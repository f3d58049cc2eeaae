/**
 * The one place that decides what becomes of a run that has left `Queued`. Pure and total: whatever arrives, in whatever
 * order and however often, gives a next state. What must be done about it stands in that state (`effects`), so that any
 * replica finds it there after a crash.
 */
import { MAX_EMBEDDED_TRANSITIONS, MAX_PENDING_EFFECTS } from '#common/domain/limits.js';
import type { ChunkKey, ChunkWrite } from '#common/run/stored-tables.js';
import type { AttemptRecord, Effect, Instant, LiveAttempt, Run, TaskState, Transition } from '#common/run/run.js';
import { applyCommand } from './commands.js';
import { applyFact } from './observe.js';
import { fireDeadlines, forceAt, nextWake } from './deadlines.js';
import type { RunTables } from './indexes.js';
import { Draft, type LogVerdict, type DecisionContext } from './draft.js';
import { conclude, giveUpStarts } from './completion.js';
import { openGeneration } from './generations.js';
import { applyOrder, type Answer, type Input } from './inputs.js';
import { applyDueActions, applyActions, newPolicyEvents } from './policies.js';
import { judgeEnds } from './ends.js';
import { derivePhase } from './phase.js';
import { claimStarts, NOTHING_WANTED, type Wanted } from './starts.js';

export interface Decision {
  /** The very run that was given if nothing changed. */
  readonly next: Run;
  readonly changed: boolean;
  /** Ends to be saved in `attempts` before `next` is; the first end that is saved stands. */
  readonly records: readonly AttemptRecord[];
  /** What became known of output whose attempt was recorded earlier. */
  readonly verdicts: readonly LogVerdict[];
  /** What became of the indexes, for the next decision; it is stored as `next` says. */
  readonly tables: RunTables;
  /** Chunks of indexes to be saved before `next` is, which refers to them. */
  readonly chunks: readonly ChunkWrite[];
  /** Chunks that nothing refers to once `next` is saved. */
  readonly superseded: readonly ChunkKey[];
  /** Transitions that no longer fit into the run, to be saved in `runEvents` before `next` is; oldest first. */
  readonly moved: readonly Transition[];
  /** The transitions that this decision made. */
  readonly transitions: readonly Transition[];
  /** One for each input. */
  readonly answers: readonly Answer[];
  /** Attempts that could be claimed now if they were granted. */
  readonly wanted: Wanted;
}

export function reconcile(run: Run, inputs: readonly Input[], context: DecisionContext): Decision {
  const draft = new Draft(run, context);
  const answers = applyFacts(draft, inputs);
  judgeEnds(draft);
  applyCommands(draft, inputs, answers);
  const wanted = proceed(draft);
  const indexes = draft.indexes.finish(draft.tasks.values(), draft.generation);
  const wakeAt = draft.final || draft.phase === 'Queued' ? null : nextWake(draft, indexes.tables);
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
    transitions: draft.transitions,
    answers,
    wanted,
  };
}

/** Facts come first and are judged before any command, so that a run that has ended is not aborted afterwards. */
function applyFacts(draft: Draft, inputs: readonly Input[]): Answer[] {
  const answers: Answer[] = inputs.map(() => 'done');
  for (const position of applyOrder(inputs)) {
    const input = inputs[position];
    if (input && input.type !== 'command') answers[position] = applyFact(draft, input);
  }
  return answers;
}

function applyCommands(draft: Draft, inputs: readonly Input[], answers: Answer[]): void {
  for (const position of applyOrder(inputs)) {
    const input = inputs[position];
    if (input?.type === 'command') answers[position] = applyCommand(draft, input.command);
  }
}

/** What time, starts and endings make of it; gives what waits for a grant. */
function proceed(draft: Draft): Wanted {
  if (draft.final || draft.phase === 'Queued') return NOTHING_WANTED;
  fireDeadlines(draft);
  judgeEnds(draft);
  applyDueActions(draft);
  conclude(draft);
  if (draft.phase === 'Restarting') openGeneration(draft);
  const wanted = claimStarts(draft);
  applyActions(draft, newPolicyEvents(draft));
  giveUpStarts(draft);
  // What was asked to make way had perhaps never begun.
  judgeEnds(draft);
  derivePhase(draft, wanted.most);
  return wanted;
}

interface Tail {
  readonly wakeAt: Instant | null;
  readonly tasks: readonly TaskState[];
  readonly transitions: readonly Transition[];
  readonly movedCount: number;
}

function nextRun(draft: Draft, { wakeAt, tasks, transitions, movedCount }: Tail): Run {
  const { delayed: _delayed, gangs: _gangs, notBefore: _notBefore, ...base } = draft.base;
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
    generation: draft.generation,
    retries: draft.retries,
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
    expireAt: draft.final && draft.finished !== null ? draft.finished + draft.context.plan.retention.maxAgeMs : null,
    rev: base.rev + 1,
  };
}

/** What only a run under way has; absent where there is none. */
const openFields = ({ delayed, gangs, notBefore }: Draft): Pick<Run, 'delayed' | 'gangs' | 'notBefore'> => ({
  ...(delayed.length > 0 && { delayed }),
  ...(gangs.length > 0 && { gangs }),
  ...(notBefore !== null && { notBefore }),
});

/** What must be done about these attempts; those beyond the limit come up when some of these are done. */
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

/** A wake-up is written again only where it comes earlier, or has passed: else the sweep simply looks once too often. */
function mustRewriteWake(old: Instant | null, next: Instant | null, now: Instant): boolean {
  if (next === null || old === null) return next !== old;
  return next < old || (old <= now && next > old);
}
