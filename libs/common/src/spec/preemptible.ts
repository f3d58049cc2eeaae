/** Whether attempts of a job's runs may be stopped so that runs of higher priority, or of tenants below their share, get their permits. */
import { z } from 'zod';
import {
  DEFAULT_GRACE_SECONDS,
  DEFAULT_PREEMPTIONS,
  MAX_PREEMPTIONS,
  MAX_PREEMPTION_GRACE_SECONDS,
} from '../domain/limits.js';
import type { Problem } from './problem.js';
import type { ParallelSpec } from './tasks.js';

const preemptibleSpec = z.strictObject({
  maxTimes: z
    .int()
    .min(1)
    .max(MAX_PREEMPTIONS)
    .optional()
    .describe(
      `How often a run may be preempted, 1 to ${MAX_PREEMPTIONS}; after that it keeps its places. Default: ${DEFAULT_PREEMPTIONS}.`,
    ),
  graceSeconds: z
    .int()
    .min(0)
    .max(MAX_PREEMPTION_GRACE_SECONDS)
    .optional()
    .describe(
      `Seconds between the request to end and the end by force, at most ${MAX_PREEMPTION_GRACE_SECONDS}. Default: ${DEFAULT_GRACE_SECONDS}.`,
    ),
});
type PreemptibleSpec = z.output<typeof preemptibleSpec>;

export const preemptibleField = preemptibleSpec
  .optional()
  .describe(
    'Allows preemption: attempts of runs of the job may be stopped, and started again later, while runs of higher priority or of tenants below their share wait for these permits. An empty object is enough. Default: no preemption.',
  );

/** A gang is useless without one of its members, so it is not preempted. */
export function preemptibleProblems(
  job: ParallelSpec & { readonly preemptible?: PreemptibleSpec | undefined },
): readonly Problem[] {
  if (job.preemptible === undefined || (job.minAvailable == null && job.tasks === undefined)) return [];
  return [
    {
      path: ['preemptible'],
      message: 'cannot be combined with a gang (a job with minAvailable or tasks), which starts as a whole',
    },
  ];
}
