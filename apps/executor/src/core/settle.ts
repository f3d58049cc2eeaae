/** The phase that follows from everything that was decided. */
import type { Phase } from '#common/domain/phase.js';
import type { Ending, LiveAttempt, TaskState } from '#common/domain/run.js';
import { describeEnd } from './completion.js';
import type { Draft } from './draft.js';
import { REASONS } from './reasons.js';

/** Moves the run where its attempts and its ending put it. `wanted` attempts wait for a grant. */
export function settle(draft: Draft, wanted: number): void {
  if (draft.final || draft.phase === 'Queued') return;
  countTasks(draft);
  if (draft.ending) settleEnding(draft, draft.ending);
  else if (draft.phase !== 'Restarting') settleOpen(draft, wanted);
}

const ON_THE_WAY = new Set<Phase>(['Completing', 'Terminating', 'Aborting']);

function settleEnding(draft: Draft, ending: Ending): void {
  const { reason, message, actor } = ending;
  if (draft.live.size === 0) {
    draft.moveTo(ending.phase, { reason, message, actor });
    draft.finished = draft.now;
    draft.exitCode = ending.exitCode;
    return;
  }
  if (!ON_THE_WAY.has(draft.phase)) draft.moveTo(wayOut(draft, ending), { reason, message, actor });
}

function wayOut(draft: Draft, ending: Ending): Phase {
  if (ending.phase === 'Aborted') return 'Aborting';
  if (ending.phase === 'Terminated') return 'Terminating';
  if (ending.phase === 'Completed') return 'Completing';
  // A failed run ends what is left of it, or only waits for output.
  return [...draft.live.values()].some((live) => live.state !== 'ended') ? 'Terminating' : 'Completing';
}

function settleOpen(draft: Draft, wanted: number): void {
  const active = [...draft.live.values()].filter((live) => live.state !== 'ended');
  if (active.some((live) => live.startedAt !== null)) {
    draft.moveTo('Running', draft.phase === 'Running' ? draft : { reason: REASONS.AttemptStarted });
    return;
  }
  if (active.length > 0) {
    settleStarting(draft, active);
    return;
  }
  if (wanted > 0) {
    draft.moveTo('Pending', { reason: REASONS.WaitingForCapacity });
    return;
  }
  const [ticket] = [...draft.waiting].sort((a, b) => a.notBefore - b.notBefore);
  if (ticket && draft.phase !== 'Backoff') {
    const due = `the next is due at ${new Date(ticket.notBefore).toISOString()}`;
    draft.moveTo('Backoff', { reason: REASONS.AttemptFailed, message: `${failureOf(draft, ticket)}; ${due}` });
  }
}

/** Attempts are about to start. Where they only repeat failed ones, the run is not Running until they have. */
function settleStarting(draft: Draft, active: readonly LiveAttempt[]): void {
  const [retry] = active;
  if (!retry || active.some(({ attempt }) => attempt === 1)) {
    if (draft.phase === 'Backoff') draft.moveTo('Pending', { reason: REASONS.Starting });
    return;
  }
  if (draft.phase === 'Running')
    draft.moveTo('Backoff', { reason: REASONS.AttemptFailed, message: failureOf(draft, retry) });
  if (draft.phase === 'Backoff')
    draft.moveTo('Pending', {
      reason: REASONS.Starting,
      message: `attempt ${retry.attempt} of ${retry.task}/${retry.index}`,
    });
}

/** Why the attempt before this one has ended, as far as this decision learned of it. */
function failureOf(draft: Draft, { task, index, attempt }: Pick<LiveAttempt, 'task' | 'index' | 'attempt'>): string {
  const end = draft.ended.find((live) => live.task === task && live.index === index)?.end;
  return `attempt ${attempt - 1} of ${task}/${index} failed${end ? `: ${describeEnd(end)}` : ''}`;
}

/** The counters are what the live attempts and the decided indexes say. */
function countTasks(draft: Draft): void {
  const running = new Map<string, number>();
  const terminating = new Map<string, number>();
  for (const live of draft.live.values()) {
    if (live.state === 'ended') continue;
    const counter = live.stop ? terminating : live.startedAt === null ? null : running;
    counter?.set(live.task, (counter.get(live.task) ?? 0) + 1);
  }
  for (const task of draft.tasks.values()) {
    const counted = {
      running: running.get(task.name) ?? 0,
      terminating: terminating.get(task.name) ?? 0,
    };
    const pending = Math.max(0, task.indexes - task.succeeded - task.failed - counted.running - counted.terminating);
    if (differs(task, { ...counted, pending })) draft.setTask({ ...task, ...counted, pending });
  }
}

const differs = (task: TaskState, counted: Pick<TaskState, 'running' | 'terminating' | 'pending'>): boolean =>
  task.running !== counted.running || task.terminating !== counted.terminating || task.pending !== counted.pending;
