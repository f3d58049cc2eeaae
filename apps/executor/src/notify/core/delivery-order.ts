/**
 * Determines which notices have to be delivered before another one to the same address: receivers such as PagerDuty keep an alert open
 * that is resolved before it is triggered, and close an alert that is triggered before an older recovery arrives.
 */
import type { NoticeEvent } from '#common/notices/notice-events.js';
import type { IncidentStep } from '#common/watch/incident-steps.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';

type Kind = NoticeEvent | IncidentStep;

/** The kinds that a notice waits for if they concern the same incident, or the same job, and happened before it. */
const WAITS_FOR: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  escalated: ['opened'],
  resolved: ['opened', 'escalated'],
  recovered: ['failed'],
  failed: ['recovered'],
};

/** The earlier one may be under way: its result is known soon. */
const LOOK_AGAIN_MS = 1_000;

/** Empty if the notice waits for none. A notice that a person has asked to send again is sent at once. */
export const kindsBefore = ({ on, askedAnewAt }: Notice): readonly Kind[] =>
  askedAnewAt === undefined ? (WAITS_FOR[on] ?? []) : [];

/** When to check again; null if none of the undelivered notices happened before this notice. */
export function waitsUntil(notice: Notice, undelivered: readonly Notice[], now: Instant): Instant | null {
  const kinds = kindsBefore(notice);
  const tries = undelivered
    .filter((other) => other.id !== notice.id && kinds.includes(other.on) && happenedBefore(other, notice))
    .map(({ nextTryAt }) => nextTryAt ?? now);
  return tries.length === 0 ? null : Math.max(Math.min(...tries), now + LOOK_AGAIN_MS);
}

/** Steps of an incident may have the same instant; then they are ordered by their kinds. */
const happenedBefore = (one: Notice, other: Notice): boolean =>
  one.incident === undefined ? Date.parse(one.body.at) < Date.parse(other.body.at) : true;
