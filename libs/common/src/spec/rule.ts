/** The public shape of a rule: a problem of the runs of jobs, and who is notified of it. */
import { z } from 'zod';
import {
  DEFAULT_RULE_FACTOR,
  FLAPPING_RUNS,
  MAX_FAILURES_IN_ROW,
  MAX_OFTEN_RUNS,
  MIN_USUAL_RUNS,
} from '../domain/limits.js';
import { displayName, labels, positiveSeconds, slug } from './fields.js';
import { monitorFields } from './monitor.js';

const seconds = positiveSeconds.int();
const kind = <T extends string>(name: T): z.ZodLiteral<T> => z.literal(name).describe('The kind of the condition.');

const condition = z
  .discriminatedUnion('type', [
    z.strictObject({ type: kind('failed') }).describe('The newest run that ended has failed.'),
    z
      .strictObject({
        type: kind('failuresInRow'),
        count: z.int().min(2).max(MAX_FAILURES_IN_ROW).describe('Runs that have to fail one after the other.'),
        pause: z
          .boolean()
          .optional()
          .describe(
            'True: a job that fulfils the condition is paused. After a resume only later failures count. Default: false.',
          ),
      })
      .describe('This many runs have failed one after the other.'),
    z
      .strictObject({
        type: kind('flapping'),
        changes: z
          .int()
          .min(2)
          .max(FLAPPING_RUNS - 1)
          .describe(`Changes between success and failure among the newest ${FLAPPING_RUNS} runs that ended.`),
      })
      .describe('Success and failure alternate.'),
    z.strictObject({ type: kind('missed') }).describe('A slot was missed, and no later one has become a run.'),
    z
      .strictObject({
        type: kind('lateStart'),
        afterSeconds: seconds.describe(
          'The run of a slot is late if it starts more than this many seconds after its effective time.',
        ),
      })
      .describe('The newest run of a slot has started late, or has not started yet.'),
    z
      .strictObject({
        type: kind('tooLong'),
        afterSeconds: seconds
          .optional()
          .describe('A run takes too long if its duration is more than this many seconds.'),
        factor: z
          .number()
          .min(1)
          .max(100)
          .optional()
          .describe(
            `Can be given instead of \`afterSeconds\`: a run takes too long if its duration is more than this factor times the 95th percentile of the job's newest successes, of which there must be ${MIN_USUAL_RUNS}. Default: ${DEFAULT_RULE_FACTOR}, if \`afterSeconds\` is not given either.`,
          ),
      })
      .describe('An active run takes too long.'),
    z
      .strictObject({
        type: kind('tooShort'),
        underSeconds: seconds.describe('A successful run is too short if its duration is less than this many seconds.'),
      })
      .describe('The newest run that ended has succeeded too fast.'),
    z
      .strictObject({
        type: kind('tooOften'),
        runs: z
          .int()
          .min(1)
          .max(MAX_OFTEN_RUNS - 1)
          .describe('How many runs a job may have within the time.'),
        withinSeconds: seconds.describe('The time, in seconds.'),
      })
      .describe('More runs were recorded within the time.'),
    z
      .strictObject({
        type: kind('queueTooLong'),
        afterSeconds: seconds.describe('A run waits too long if it is in the queue for more than this many seconds.'),
      })
      .describe('A run waits in the queue for too long.'),
    z
      .strictObject({
        type: kind('noSuccessSince'),
        seconds: seconds.describe('Seconds without a success.'),
      })
      .describe('No run has succeeded for this time.'),
  ])
  .refine((of) => of.type !== 'tooLong' || of.afterSeconds === undefined || of.factor === undefined, {
    path: ['factor'],
    message: 'must not be given together with afterSeconds',
  });
export type RuleCondition = z.output<typeof condition>;

export const pausesJobs = (when: RuleCondition): boolean => when.type === 'failuresInRow' && when.pause === true;

export const RULE_CONDITIONS = [
  ...(['failed', 'failuresInRow', 'flapping', 'missed', 'lateStart', 'tooLong'] as const),
  ...(['tooShort', 'tooOften', 'queueTooLong', 'noSuccessSince'] as const),
] as const satisfies readonly RuleCondition['type'][];

const match = z
  .strictObject({
    job: slug.optional().describe('The id of the only job that the rule watches.'),
    labels: labels.optional().meta({
      description: 'The labels that the watched jobs have, all of them.',
      examples: [{ team: 'billing' }],
    }),
  })
  .refine(({ job, labels: borne }) => (job === undefined) !== (borne === undefined), 'takes one of job and labels');

export const ruleFields = {
  name: displayName.optional().describe('The display name. Default: the id.'),
  match: match.optional().describe('The jobs that the rule watches. Default: all jobs of the tenant.'),
  when: condition.describe('The condition: an incident is open as long as it holds for any of the jobs.'),
  enabled: z.boolean().optional().describe('False: no job is watched, and nobody is notified. Default: true.'),
  channels: monitorFields.channels.describe(
    'Ids of the channels that are notified of the incidents of the rule. Default: none.',
  ),
  escalation: monitorFields.escalation,
  quietHours: monitorFields.quietHours,
};
/** Body of `PUT /rules/{id}`. */
export const ruleSpec = z.strictObject(ruleFields);
export type RuleSpec = z.output<typeof ruleSpec>;
/** Body of `POST /rules`. */
export const newRule = z.strictObject({
  id: slug.describe('The id within the tenant.'),
  tenant: slug.describe('The tenant whose jobs the rule watches.'),
  ...ruleFields,
});
