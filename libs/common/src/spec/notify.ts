/** The rules by which a job's failures are notified, and the body of a notice. */
import { z } from 'zod';
import { DEFAULT_LATE_SECONDS, MAX_INCIDENT_JOBS, MAX_NOTIFY_RULES } from '../domain/limits.js';
import { channelIn } from './channel.js';
import { positiveSeconds, slug } from './fields.js';
import { INCIDENT_STEPS } from '../watch/incident-steps.js';

export const NOTICE_EVENTS = ['failed', 'missed', 'late', 'long', 'recovered'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

const NO_ADDRESS = 'must be an http or https URL, or channel: and the id of a channel';

const notifyRule = z.strictObject({
  on: z
    .array(z.enum(NOTICE_EVENTS))
    .min(1)
    .refine((events) => new Set(events).size === events.length, 'must name each event once')
    .describe(
      'The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure.',
    ),
  webhook: z
    .url({ protocol: /^(?:https?|channel)$/, error: NO_ADDRESS, abort: true })
    .refine((text) => channelIn(text) === null || slug.safeParse(channelIn(text)).success, NO_ADDRESS)
    .describe(
      'The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.',
    ),
  lateAfterSeconds: positiveSeconds
    .optional()
    .describe(
      `Seconds after its effective time from which the run of a slot is late; ${DEFAULT_LATE_SECONDS} unless given.`,
    ),
  longAfterSeconds: positiveSeconds
    .optional()
    .describe('Seconds from which a run takes long; unless given, what is usual for the job decides.'),
});
export type NotifyRule = z.output<typeof notifyRule>;
export const notifyRules = z.array(notifyRule).max(MAX_NOTIFY_RULES);

const time = z.iso.datetime();
const timeOrNull = time.nullable();

/** Body of the POST to a webhook. */
export const noticeBody = z.object({
  id: z.string().describe('The same however often it is sent; also in the header `Idempotency-Key`.'),
  on: z
    .enum([...NOTICE_EVENTS, ...INCIDENT_STEPS, 'test'])
    .describe('The event; of an incident `opened`, `escalated` or `resolved`; `test` for a test of a channel.'),
  at: time.describe('When it happened.'),
  tenant: z.string().describe('The tenant of the job.'),
  job: z.string().describe('The id of the job; of the monitor or the rule where it is about an incident.'),
  jobName: z.string().describe('The name of the job, of the monitor or of the rule.'),
  message: z.string().describe('One sentence for people.'),
  /** Null for `missed`: there is no run. */
  run: z
    .object({
      id: z.string().describe('The id of the run.'),
      state: z.string().describe('The coarse state of the run.'),
      phase: z.string().describe('The phase of the run.'),
      reason: z.string().describe('Why it is in that phase, as a code.'),
      message: z.string().describe('Why it is in that phase, as a sentence; empty where there is nothing to add.'),
      scheduledFor: timeOrNull.describe('The slot; null for a run that no slot asked for.'),
      createdAt: time.describe('When the run was recorded.'),
      started: timeOrNull.describe('When its first attempt started; null before that.'),
      finished: timeOrNull.describe('When it ended; null before that.'),
      exitCode: z.int().nullable().describe('The exit code that decided it; null where there is none.'),
      url: z.url().describe('Where people find the run in the web UI.'),
    })
    .nullable()
    .describe('The run that it is about; null for `missed`, where there is none.'),
  missed: z
    .object({
      from: time.describe('The first of the slots.'),
      to: time.describe('The last of the slots.'),
      count: z.int().describe('How many slots.'),
      reason: z.string().describe('Why they did not run, as a code.'),
    })
    .nullable()
    .describe('The slots that became no runs; null unless `missed`.'),
  incident: z
    .object({
      id: z.string().describe('The id of the incident.'),
      source: z
        .enum(['monitor', 'rule'])
        .optional()
        .describe('What has found it: a monitor of work that runs elsewhere, or a rule about jobs.'),
      monitor: z.string().describe('The id of the monitor, or of the rule.'),
      reason: z
        .string()
        .describe('Why it began: `failed`, `missed` or `long` for a monitor, the `type` of its condition for a rule.'),
      jobs: z
        .array(
          z.object({
            id: z.string().describe('The id of the job.'),
            name: z.string().describe('The name of the job.'),
            message: z.string().describe('What is wrong with it.'),
          }),
        )
        .optional()
        .describe(`The affected jobs, the first ${MAX_INCIDENT_JOBS}; of a rule only.`),
      jobCount: z.int().optional().describe('How many jobs are affected; of a rule only.'),
      openedAt: time.describe('When it began.'),
      acknowledgedBy: z.string().nullable().describe('Who has acknowledged it; null where nobody has.'),
      resolvedAt: timeOrNull.describe('When it ended; null before that.'),
    })
    .optional()
    .describe('The incident that it is about; only where there is one.'),
});
export type NoticeBody = z.output<typeof noticeBody>;
