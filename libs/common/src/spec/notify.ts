/** The rules by which a job's failures are notified, and the body of a notice. */
import { z } from 'zod';
import { DEFAULT_LATE_SECONDS, MAX_FREQUENT_NOTICES, MAX_INCIDENT_JOBS, MAX_NOTIFY_RULES } from '../domain/limits.js';
import { isReadableAddress } from '../domain/percent-decoded.js';
import { channelIn } from '../notices/channel-address.js';
import { positiveSeconds, SECRET, slug } from './fields.js';
import { NOTICE_EVENTS } from '../notices/notice-events.js';
import { INCIDENT_STEPS } from '../watch/incident-steps.js';

const NO_ADDRESS = 'must be an http or https URL, or channel: and the id of a channel';

const notifyRule = z.strictObject({
  on: z
    .array(z.enum(NOTICE_EVENTS))
    .min(1)
    .refine((events) => new Set(events).size === events.length, 'must name each event once')
    .describe(
      'The event: `failed`: a run failed; `missed`: a slot was missed; `late`: the run of a slot was recorded late; `long`: a run takes long; `recovered`: the first success of the job after a failure; `started`: a run has started, once for each run; `succeeded`: a run has succeeded. '.concat(
        `Of a job that runs often, an address is told of at most ${MAX_FREQUENT_NOTICES} starts and as many successes in a minute, and of the others by one notice with their number.`,
      ),
    ),
  webhook: z
    .url({ protocol: /^(?:https?|channel)$/, error: NO_ADDRESS, abort: true })
    .superRefine(isReadableAddress)
    .refine((text) => channelIn(text) === null || slug.safeParse(channelIn(text)).success, NO_ADDRESS)
    .meta(SECRET)
    .describe(
      'The address to which notices are sent by POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; the part of an address after the host is shown as `***` to callers who may not see secrets.',
    ),
  lateAfterSeconds: positiveSeconds
    .optional()
    .describe(
      `The run of a slot is late if it is recorded more than this many seconds after the effective time of the slot. Default: ${DEFAULT_LATE_SECONDS}.`,
    ),
  longAfterSeconds: positiveSeconds
    .optional()
    .describe(
      'A run takes long if its duration is more than this many seconds. Default: a multiple of the usual duration of the job.',
    ),
});
export type NotifyRule = z.output<typeof notifyRule>;
export const notifyRules = z.array(notifyRule).max(MAX_NOTIFY_RULES);

const time = z.iso.datetime();
const timeOrNull = time.nullable();

/** Body of the POST to a webhook. */
export const noticeBody = z.object({
  id: z.string().describe('The id of the notice, the same in every try; also sent in the header `Idempotency-Key`.'),
  on: z
    .enum([...NOTICE_EVENTS, ...INCIDENT_STEPS, 'test'])
    .describe('The event; of an incident `opened`, `escalated` or `resolved`; `test` for a test of a channel.'),
  at: time.describe('When the event happened.'),
  tenant: z.string().describe('The tenant of the job.'),
  job: z.string().describe('The id of the job; of the monitor or the rule where it is about an incident.'),
  jobName: z.string().describe('The name of the job, of the monitor or of the rule.'),
  message: z.string().describe('One sentence for people.'),
  title: z.string().optional().describe('The title by the template of the channel; only where it has one.'),
  text: z.string().optional().describe('The text by the template of the channel; only where it has one.'),
  /** Null for `missed`: there is no run. */
  run: z
    .object({
      id: z.string().describe('The id of the run.'),
      state: z.string().describe('The coarse state of the run.'),
      phase: z.string().describe('The phase of the run.'),
      reason: z.string().describe('The reason for the phase, as a code.'),
      message: z.string().describe('The reason for the phase, as a sentence; empty where there is nothing to add.'),
      scheduledFor: timeOrNull.describe('The slot of the run; null for a run without a slot.'),
      createdAt: time.describe('When the run was recorded.'),
      started: timeOrNull.describe('When its first attempt started; null before that.'),
      finished: timeOrNull.describe('When it ended; null before its end.'),
      exitCode: z.int().nullable().describe('The exit code that decided the result; null where there is none.'),
      url: z.url().describe('The address of the run in the web UI.'),
      errorUrl: z
        .url()
        .optional()
        .meta({ examples: ['https://carillon.example/#/runs/c33d-1796119200?at=error'] })
        .describe('The same, at the first line of its log that names an error; only for a run that has failed.'),
    })
    .nullable()
    .describe('The run that the notice is about; null for `missed`, where there is none.'),
  missed: z
    .object({
      from: time.describe('The first of the slots.'),
      to: time.describe('The last of the slots.'),
      count: z.int().describe('How many slots.'),
      reason: z.string().describe('The reason why the slots did not run, as a code.'),
    })
    .nullable()
    .describe('The slots that did not become runs; null for events other than `missed`.'),
  gathered: z
    .object({
      count: z.int().describe('How many runs it tells of, besides those that were told one by one.'),
      isLeast: z.boolean().describe('True if there may be more.'),
      from: time.describe('The minute in which they started, or succeeded.'),
    })
    .optional()
    .describe('Runs that are told together, because the job runs often; `run` is the newest of them.'),
  incident: z
    .object({
      id: z.string().describe('The id of the incident.'),
      source: z
        .enum(['monitor', 'rule'])
        .optional()
        .describe('What opened the incident: a monitor of work that runs elsewhere, or a rule about jobs.'),
      monitor: z.string().describe('The id of the monitor, or of the rule.'),
      url: z
        .url()
        .optional()
        .meta({ examples: ['https://carillon.example/#/incidents/5f0c9e1d2b3a4c5d6e7f8a9b-1'] })
        .describe('The address of the incident in the web UI.'),
      reason: z
        .string()
        .describe(
          'The reason for the incident: `failed`, `missed` or `long` for a monitor, the `type` of the condition for a rule.',
        ),
      jobs: z
        .array(
          z.object({
            id: z.string().describe('The id of the job.'),
            name: z.string().describe('The name of the job.'),
            message: z.string().describe('What is wrong with the job.'),
            errorUrl: z
              .url()
              .optional()
              .meta({ examples: ['https://carillon.example/#/runs/c33d-1796119200?at=error'] })
              .describe(
                'The address of the failed run by which the problem was found, at the first line of its log that names an error; only for conditions about failures.',
              ),
          }),
        )
        .optional()
        .describe(`The first ${MAX_INCIDENT_JOBS} affected jobs; for rules only.`),
      jobCount: z.int().optional().describe('How many jobs are affected; for rules only.'),
      openedAt: time.describe('When the incident was opened.'),
      acknowledgedBy: z.string().nullable().describe('Who acknowledged the incident; null where nobody has.'),
      resolvedAt: timeOrNull.describe('When it ended; null before its end.'),
    })
    .optional()
    .describe('The incident that the notice is about; only where there is one.'),
});
export type NoticeBody = z.output<typeof noticeBody>;
