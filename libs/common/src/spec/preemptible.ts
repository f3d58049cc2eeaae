/** Whether attempts of a job's runs may be stopped so that runs of higher priority, or of tenants below their share, have their places. */
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
      `How often a run may be preempted, 1 to ${MAX_PREEMPTIONS}; from then on it keeps its places. ${DEFAULT_PREEMPTIONS} unless given.`,
    ),
  graceSeconds: z
    .int()
    .min(0)
    .max(MAX_PREEMPTION_GRACE_SECONDS)
    .optional()
    .describe(
      `Seconds between the request to end and the end by force, at most ${MAX_PREEMPTION_GRACE_SECONDS}; ${DEFAULT_GRACE_SECONDS} unless given.`,
    ),
});
type PreemptibleSpec = z.output<typeof preemptibleSpec>;

export const preemptibleField = preemptibleSpec
  .optional()
  .describe(
    'Attempts of its runs may be stopped, and started again later, where runs of higher priority, or of tenants below their share, wait for their places or permits. An empty object is enough; never unless given.',
  );

/** A gang is of no use without one of its members, so it is not preempted. */
export function preemptibleProblems(
  job: ParallelSpec & { readonly preemptible?: PreemptibleSpec | undefined },
): readonly Problem[] {
  if (job.preemptible === undefined || (job.minAvailable == null && job.tasks === undefined)) return [];
  return [
    { path: ['preemptible'], message: 'is not for a gang (a job with minAvailable or tasks), which starts as a whole' },
  ];
}
