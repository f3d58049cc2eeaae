/**
 * The notices of a job: a pure function of its newest runs and of the slots that did not become runs, so every evaluation gives
 * the same notices under the same ids.
 */
import { shardOf } from '#common/domain/shards.js';
import type { NoticeBody, NotifyRule } from '#common/spec/notify.js';
import type { NoticeEvent } from '#common/notices/notice-events.js';
import type { JobId, TenantId } from '#common/domain/ids.js';
import {
  DEFAULT_LATE_SECONDS,
  LONG_FACTOR,
  MIN_LONG_SECONDS,
  MIN_USUAL_RUNS,
  NOTICE_WINDOW_MS,
} from '#common/domain/limits.js';
import type { Notice } from '#common/run/notice.js';
import { isFinal, stateOf } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import { isFailure } from '#common/run/failed-ends.js';
import { GAP_REASONS, type Gap } from '#common/schedule/schedule-state.js';

/** A run with the notification rules of the snapshot that it was admitted with; later rules do not apply to it. */
export interface WatchedRun {
  readonly run: Run;
  readonly rules: readonly NotifyRule[];
  /**
   * True if its workers are given secrets: then none of their texts are sent. Known secrets are hidden in texts, but values that a worker
   * derives from them are not known, and readers of a webhook may not be allowed to see the secrets of the job.
   */
  readonly keepsWords: boolean;
}

export interface NoticeFacts {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly jobName: string;
  /** The current rules of the job: for slots, which have no snapshot. */
  readonly rules: readonly NotifyRule[];
  /** Newest first. */
  readonly runs: readonly WatchedRun[];
  /** Durations of successful runs in seconds, with the run's id; newest first. */
  readonly successes: readonly { readonly run: string; readonly seconds: number }[];
  readonly gaps: readonly Gap[];
}

export interface NoticeContext {
  readonly now: Instant;
  readonly shardCount: number;
  /** The page of a run: `<base>/#/runs/<id>`. */
  readonly uiBase: string;
  /** A digest that identifies a webhook in ids, independent of its encryption. */
  readonly digest: (webhook: string) => string;
}

interface Finding {
  readonly on: NoticeEvent;
  readonly rule: NotifyRule;
  readonly subject: string;
  readonly message: string;
  readonly run: Run | null;
  readonly missed: NoticeBody['missed'];
}

export function decideNotices(facts: NoticeFacts, context: NoticeContext): Notice[] {
  const since = context.now - NOTICE_WINDOW_MS;
  const ofRuns = facts.runs.flatMap((watched, position) => {
    const isOld = (watched.run.finished ?? context.now) < since;
    return isOld ? [] : findingsOfRun(watched, facts, position, context.now);
  });
  const ofSlots = facts.gaps.filter(({ outcome, recordedAt }) => outcome === 'missed' && recordedAt >= since);
  const findings = [...ofRuns, ...ofSlots.flatMap((gap) => findingsOfGap(gap, facts.rules))];
  return findings.map((each) => noticeOf(each, facts, context));
}

function findingsOfRun(
  { run: whole, rules, keepsWords }: WatchedRun,
  facts: NoticeFacts,
  position: number,
  now: Instant,
): Finding[] {
  const run = keepsWords ? { ...whole, message: '' } : whole;
  return rules.flatMap((rule) =>
    rule.on.flatMap((on): Finding[] => {
      const message = MESSAGES[on]({ run, rule, facts, position, now });
      // A run that is restarted as a whole does not start again.
      const subject = `${run.id}/${on === 'started' ? 0 : run.generation}`;
      return message === null ? [] : [{ on, rule, subject, message, run, missed: null }];
    }),
  );
}

interface Question {
  readonly run: Run;
  readonly rule: NotifyRule;
  readonly facts: NoticeFacts;
  readonly position: number;
  readonly now: Instant;
}

/** What the message says of each event; null if it has not happened. */
const MESSAGES: Readonly<Record<NoticeEvent, (question: Question) => string | null>> = {
  failed: ({ run }) => (hasFailed(run) ? `failed: ${run.message || run.reason}` : null),
  missed: ({ run }) => (stateOf(run.phase) === 'MISSED' ? `missed: ${run.message || run.reason}` : null),
  recovered: (question) => (hasSucceeded(question.run) && failedBefore(question) ? 'succeeded again' : null),
  // A notice of a run that takes longer has been removed.
  started: ({ run, now }) => ((run.started ?? 0) < now - NOTICE_WINDOW_MS ? null : 'started'),
  succeeded: ({ run }) => (hasSucceeded(run) ? 'succeeded' : null),
  late: lateMessage,
  long: longMessage,
};

const hasSucceeded = ({ phase }: Run): boolean => stateOf(phase) === 'FINISHED';
const hasFailed = ({ phase, reason }: Run): boolean => isFailure({ state: stateOf(phase), reason });

/** The previous run, by creation, among the runs that succeeded or failed. */
function failedBefore({ facts, position }: Question): boolean {
  const before = facts.runs.slice(position + 1).find(({ run }) => hasSucceeded(run) || hasFailed(run));
  return before !== undefined && hasFailed(before.run);
}

function lateMessage({ run, rule }: Question): string | null {
  if (run.trigger !== 'schedule') return null;
  const seconds = (run.createdAt - run.startAfter) / 1_000;
  return seconds > (rule.lateAfterSeconds ?? DEFAULT_LATE_SECONDS)
    ? `its slot was recorded ${Math.round(seconds)} s late`
    : null;
}

function longMessage({ run, rule, facts, now }: Question): string | null {
  const limit = rule.longAfterSeconds ?? usualLimit(facts.successes.filter((success) => success.run !== run.id));
  if (limit === null || run.started === null) return null;
  // A run that ended without success is reported as such.
  if (isFinal(run.phase) && stateOf(run.phase) !== 'FINISHED') return null;
  const seconds = ((run.finished ?? now) - run.started) / 1_000;
  return seconds > limit ? `takes longer than ${Math.round(limit)} s` : null;
}

function usualLimit(successes: NoticeFacts['successes']): number | null {
  if (successes.length < MIN_USUAL_RUNS) return null;
  const sorted = successes.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.max(MIN_LONG_SECONDS, LONG_FACTOR * median);
}

const findingsOfGap = (gap: Gap, rules: readonly NotifyRule[]): Finding[] =>
  rules
    .filter(({ on }) => on.includes('missed'))
    .map((rule) => ({
      on: 'missed',
      rule,
      subject: `${gap.job}/slots/${gap.from}`,
      message: GAP_REASONS[gap.reason],
      run: null,
      missed: { from: timeText(gap.from), to: timeText(gap.to), count: gap.count, reason: gap.reason },
    }));

function noticeOf(
  { on, rule, subject, message, run, missed }: Finding,
  facts: NoticeFacts,
  context: NoticeContext,
): Notice {
  const to = context.digest(rule.webhook);
  const id = `${subject}/${on}/${to}`;
  const { job, tenant, jobName } = facts;
  return {
    id,
    tenant,
    job,
    shard: shardOf(job, context.shardCount),
    on,
    webhook: rule.webhook,
    to,
    run: run?.id ?? null,
    body: {
      id,
      on,
      at: timeText(context.now),
      tenant,
      job,
      jobName,
      message: `${jobName}: ${message}`,
      run: run && runBody(run, context.uiBase),
      missed,
    },
    decidedAt: context.now,
    tries: 0,
    nextTryAt: context.now,
    outcome: null,
    lastError: null,
  };
}

const timeText = (at: Instant): string => new Date(at).toISOString();
const timeOrNull = (at: Instant | null): string | null => (at === null ? null : timeText(at));

const runBody = (run: Run, uiBase: string): NoticeBody['run'] => ({
  id: run.id,
  state: stateOf(run.phase),
  phase: run.phase,
  reason: run.reason,
  message: run.message,
  scheduledFor: timeOrNull(run.scheduledFor),
  createdAt: timeText(run.createdAt),
  started: timeOrNull(run.started),
  finished: timeOrNull(run.finished),
  exitCode: run.exitCode,
  url: `${uiBase}/#/runs/${encodeURIComponent(run.id)}`,
  ...(hasFailed(run) && {
    errorUrl: `${uiBase}/#/runs/${encodeURIComponent(run.id)}?at=error`,
  }),
});
