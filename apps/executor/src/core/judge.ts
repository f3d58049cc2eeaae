/** What attempts' ends mean for their indexes, and indexes' ends for the run. */
import { withAction } from '#common/domain/parallel/delayed-actions.js';
import { intentOf, type Intent } from '#common/domain/parallel/intents.js';
import { judgeEnd, makesWay, type EndJudgement } from '#common/domain/parallel/judge-end.js';
import { happeningOf, rulesFor } from '#common/domain/parallel/policy-match.js';
import type { PolicyRule } from '#common/domain/parallel/policy-rules.js';
import type { AttemptEnd, LiveAttempt } from '#common/domain/run.js';
import { carryOut } from './actions.js';
import { completedTasks, completions } from './happenings.js';
import { conclude, describeEnd } from './completion.js';
import type { Draft } from './draft.js';
import { stopRemaining } from './ending.js';
import { REASONS } from './reasons.js';

const REMAINING_GRACE_SECONDS = 30;

/** Counts the ends that this decision learned of since it last judged, all of them before anything is concluded from any. */
export function judgeEnds(draft: Draft): void {
  // What is concluded may end attempts at once that had certainly not started.
  while (draft.endedNow.length > 0) judgeKnown(draft, draft.endedNow.splice(0).sort(byTaskAndIndex));
}

function judgeKnown(draft: Draft, ended: readonly LiveAttempt[]): void {
  if (draft.final || draft.phase === 'Queued') return;
  const wasComplete = completedTasks(draft);
  const lost: LiveAttempt[] = [];
  const silent: LiveAttempt[] = [];
  const intents: Intent[] = [];
  for (const live of ended) {
    const known = { ...live, end: live.end && asAsked(draft, live, live.end) };
    const judged = judgeOne(draft, known);
    if (!judged) continue;
    if (judged.isLost) lost.push(known);
    if (judged.judgement.abortsRun) silent.push(known);
    intents.push(...intentsOf(draft, known, judged.judgement));
  }
  intents.push(...completions(draft, wasComplete));
  carryOut(draft, intents);
  conclude(draft, lost);
  judgeSilence(draft, silent);
}

interface Judged {
  readonly judgement: EndJudgement;
  readonly isLost: boolean;
}

function judgeOne(draft: Draft, live: LiveAttempt): Judged | null {
  const { plan } = draft.turn;
  const task = plan.tasks.find(({ name }) => name === live.task);
  const indexes = draft.indexes.of(live.task);
  if (!task || !indexes || !live.end) return null;
  const judgement = judgeEnd({
    end: live.end,
    // Of a run that is decided, whatever ended by itself counts as what it was: it may have been heard of first.
    makesWay: !draft.ending && makesWay(live.stop),
    failures: indexes.failuresOf(live.index),
    policies: rulesFor(task, plan.rules),
    retry: task.retry,
  });
  const { outcome } = judgement;
  const again = live.stop?.again ?? 0;
  const isCounted = indexes.record(
    live.index,
    live.attempt,
    outcome.type === 'again' ? { ...outcome, notBefore: Math.max(outcome.notBefore, again) } : outcome,
  );
  draft.changed = true;
  return { judgement, isLost: isCounted && outcome.type === 'failed' };
}

/** Nobody seems to have asked for this end: then it is no end of ours. */
function asAsked(draft: Draft, live: LiveAttempt, end: AttemptEnd): AttemptEnd {
  const wasAsked = live.stop !== null || draft.ending !== null;
  return end.result === 'deletedByUs' && !wasAsked ? { ...end, result: 'deletedByOther' } : end;
}

function intentsOf(draft: Draft, live: LiveAttempt, { act, delayed }: EndJudgement): readonly Intent[] {
  if (draft.ending || draft.phase === 'Restarting') return [];
  if (delayed) delay(draft, live, delayed);
  if (!act) return [];
  const { task, index, end } = live;
  const message = `${task}/${index}: ${end ? describeEnd(end) : ''} (${act.path})`;
  return [intentOf(act.action, { task, index, message })];
}

function delay(draft: Draft, { task, index, end }: LiveAttempt, rule: PolicyRule): void {
  const happening = end && happeningOf(end);
  if (!happening) return;
  const { action, path, delayMs } = rule;
  const dueAt = draft.now + delayMs;
  draft.setDelayed(withAction(draft.delayed, { task, index, event: happening.event, action, rule: path, dueAt }));
}

/** A worker that fell silent takes its whole run with it, unless the job chose otherwise. */
function judgeSilence(draft: Draft, [silent]: readonly LiveAttempt[]): void {
  if (!silent?.end || draft.phase === 'Restarting') return;
  const decided = draft.end({
    phase: 'Aborted',
    reason: REASONS.IdleTimeout,
    message: `attempt ${silent.attempt} of ${silent.task}/${silent.index}: ${silent.end.message}`,
    actor: 'executor',
    exitCode: null,
  });
  if (decided) stopRemaining(draft, 'aborted', REMAINING_GRACE_SECONDS);
}

const byTaskAndIndex = (a: LiveAttempt, b: LiveAttempt): number =>
  a.task < b.task ? -1 : a.task > b.task ? 1 : a.index - b.index;
