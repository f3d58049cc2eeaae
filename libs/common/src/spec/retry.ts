/** When a failed attempt is tried again: the delay, and the reasons of ends that are retried. */
import { z } from 'zod';
import { MAX_RETRY_REASONS, MAX_RETRY_RULES } from '../domain/limits.js';
import { failureCode, seconds } from './fields.js';

const exitCodes = z.array(failureCode).max(255);

/** Answers that refuse a start, which is then repeated until its deadline: no attempt ends with them unless the answer is its end. */
export const REPEATED_STATUSES: ReadonlySet<number | string> = new Set([429, 503]);

/** A status with which a web service may refuse a start or end an attempt, or all statuses with the same first digit. */
const httpStatus = z.union([z.int().min(200).max(599), z.enum(['2xx', '3xx', '4xx', '5xx'])]);

const retryRule = z
  .strictObject({
    exitCodes: exitCodes.min(1).optional().describe('The attempt has ended with one of these exit codes.'),
    httpStatuses: z
      .array(httpStatus)
      .min(1)
      .max(300)
      .optional()
      .describe(
        'Web services: the call was answered with one of these statuses, such as 500 or `5xx`. The statuses 429 and 503 end an attempt only with `answer: ends`: otherwise the call is repeated until the start deadline.',
      ),
    reasons: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(MAX_RETRY_REASONS)
      .optional()
      .describe(
        'The reason of the attempt, as it is shown, is one of these, such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.',
      ),
    retry: z.boolean().optional().describe('Whether the attempt is tried again. Default: true.'),
    delaySeconds: seconds
      .optional()
      .describe('Seconds from the end of the attempt to the next one; replaces the general `delaySeconds`.'),
  })
  .refine((rule) => rule.exitCodes ?? rule.httpStatuses ?? rule.reasons, {
    message: 'needs exitCodes, httpStatuses or reasons',
  });

export const retrySpec = z.strictObject({
  delaySeconds: seconds
    .optional()
    .describe(
      'Seconds from the end of an attempt to the next one of its index. Default: 0. With `exponential`, this is the delay before the first retry.',
    ),
  backoff: z
    .enum(['fixed', 'exponential'])
    .optional()
    .describe(
      '`fixed`: each retry waits `delaySeconds`; `exponential`: each retry waits twice as long as the one before. Default: `fixed`.',
    ),
  maxDelaySeconds: seconds.optional().describe('Upper limit of an exponential delay, in seconds.'),
  jitter: z
    .enum(['none', 'equal', 'full'])
    .optional()
    .describe(
      'Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between zero and all of it. Default: `none`.',
    ),
  onExitCodes: exitCodes.optional().describe('Only attempts that end with one of these exit codes are tried again.'),
  notOnExitCodes: exitCodes.optional().describe('Attempts that end with one of these exit codes are not tried again.'),
  onIdleTimeout: z
    .boolean()
    .optional()
    .describe('Whether an attempt that ended by the idle timeout is tried again. Default: false.'),
  rules: z
    .array(retryRule)
    .max(MAX_RETRY_RULES)
    .optional()
    .describe(
      'The first rule that matches the end of an attempt decides; all fields of the rule have to match. Where no rule matches, the general fields decide.',
    ),
});

export type RetryRuleSpec = z.output<typeof retryRule>;
