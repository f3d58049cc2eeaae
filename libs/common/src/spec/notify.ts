/** Who is told when a job's runs go wrong, and the body of what they are sent. */
import { z } from 'zod';
import { MAX_NOTIFY_RULES } from '../domain/limits.js';
import { httpUrl, positiveSeconds } from './fields.js';

export const NOTICE_EVENTS = ['failed', 'missed', 'late', 'long', 'recovered'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

const notifyRule = z.strictObject({
  on: z
    .array(z.enum(NOTICE_EVENTS))
    .min(1)
    .refine((events) => new Set(events).size === events.length, 'must name each event once'),
  webhook: httpUrl,
  /** Seconds after its effective time from which a slot's run counts as late. */
  lateAfterSeconds: positiveSeconds.optional(),
  /** Seconds from which a run counts as long, instead of what is usual for the job. */
  longAfterSeconds: positiveSeconds.optional(),
});
export type NotifyRule = z.output<typeof notifyRule>;
export const notifyRules = z.array(notifyRule).max(MAX_NOTIFY_RULES);

const time = z.iso.datetime();
const timeOrNull = time.nullable();

/** Body of the POST to a webhook. */
export const noticeBody = z.object({
  /** The same however often it is sent; also in the header `Idempotency-Key`. */
  id: z.string(),
  on: z.enum(NOTICE_EVENTS),
  at: time,
  tenant: z.string(),
  job: z.string(),
  jobName: z.string(),
  message: z.string(),
  /** Null for `missed`: there is no run. */
  run: z
    .object({
      id: z.string(),
      state: z.string(),
      phase: z.string(),
      reason: z.string(),
      message: z.string(),
      scheduledFor: timeOrNull,
      createdAt: time,
      started: timeOrNull,
      finished: timeOrNull,
      exitCode: z.int().nullable(),
      url: z.url(),
    })
    .nullable(),
  /** The slots that became no runs; null unless `missed`. */
  missed: z.object({ from: time, to: time, count: z.int(), reason: z.string() }).nullable(),
});
export type NoticeBody = z.output<typeof noticeBody>;
