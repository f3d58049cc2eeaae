/** The public shape of a rule: what may go wrong with the runs of jobs, and who is notified of it. */
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
const kind = <T extends string>(name: T): z.ZodLiteral<T> => z.literal(name).describe('What goes wrong.');

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
            'True: such a job is paused, once for the same failures: after a resume only later ones count. False unless given.',
          ),
      })
      .describe('So many runs have failed one after the other.'),
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
        afterSeconds: seconds.describe('Seconds after its time from which the run of a slot starts late.'),
      })
      .describe('The newest run of a slot has started late, or has not started yet.'),
    z
      .strictObject({
        type: kind('tooLong'),
        afterSeconds: seconds.optional().describe('Seconds from which a run takes too long.'),
        factor: z
          .number()
          .min(1)
          .max(100)
          .optional()
          .describe(
            `In place of \`afterSeconds\`: times what 95 of 100 of the job's newest successes took, once there are ${MIN_USUAL_RUNS}; ${DEFAULT_RULE_FACTOR} unless either is given.`,
          ),
      })
      .describe('A run that is under way takes too long.'),
    z
      .strictObject({
        type: kind('tooShort'),
        underSeconds: seconds.describe('Seconds that a successful run has to take at least.'),
      })
      .describe('The newest run that ended has succeeded too fast.'),
    z
      .strictObject({
        type: kind('tooOften'),
        runs: z
          .int()
          .min(1)
          .max(MAX_OFTEN_RUNS - 1)
          .describe('Runs that a job may have within the time.'),
        withinSeconds: seconds.describe('The time, in seconds.'),
      })
      .describe('More runs than that were recorded within the time.'),
    z
      .strictObject({
        type: kind('queueTooLong'),
        afterSeconds: seconds.describe('Seconds from which a run waits in the queue for too long.'),
      })
      .describe('A run waits in the queue for too long.'),
    z
      .strictObject({
        type: kind('noSuccessSince'),
        seconds: seconds.describe('Seconds without a success.'),
      })
      .describe('No run has succeeded for so long.'),
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
    job: slug.optional().describe('The id of the only job that it watches.'),
    labels: labels.optional().meta({
      description: 'Labels that its jobs bear, all of them.',
      examples: [{ team: 'billing' }],
    }),
  })
  .refine(({ job, labels: borne }) => (job === undefined) !== (borne === undefined), 'takes one of job and labels');

export const ruleFields = {
  name: displayName.optional().describe('Shown to people; its id unless given.'),
  match: match.optional().describe('The jobs that it watches: all jobs of the tenant unless given.'),
  when: condition.describe('What opens an incident, for as long as it holds for any of the jobs.'),
  enabled: z.boolean().optional().describe('False: nothing is watched, and nobody is notified. True unless given.'),
  channels: monitorFields.channels,
  escalation: monitorFields.escalation,
  quietHours: monitorFields.quietHours,
};
/** Body of `PUT /rules/{id}`. */
export const ruleSpec = z.strictObject(ruleFields);
export type RuleSpec = z.output<typeof ruleSpec>;
/** Body of `POST /rules`. */
export const newRule = z.strictObject({
  id: slug.describe('Its id within the tenant.'),
  tenant: slug.describe('The tenant whose jobs it watches.'),
  ...ruleFields,
});
