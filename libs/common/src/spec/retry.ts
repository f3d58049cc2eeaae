/** When a failed attempt is tried again: how long to wait, and for which ends at all. */
import { z } from 'zod';
import { MAX_RETRY_REASONS, MAX_RETRY_RULES } from '../domain/limits.js';
import { seconds } from './fields.js';

const exitCode = z.int().min(1).max(255);
const exitCodes = z.array(exitCode).max(255);

/** Answers after which a start is repeated until its deadline: no attempt ends with them. */
const REPEATED_STATUSES = new Set([429, 503]);

/** A status with which a web service may refuse a start, or all that begin with its first digit. */
const httpStatus = z.union([
  z
    .int()
    .min(300)
    .max(599)
    .refine((status) => !REPEATED_STATUSES.has(status), {
      message:
        'ends no attempt: the start is repeated until startDeadlineSeconds; name the reason StartDeadlineExceeded instead',
    }),
  z.enum(['3xx', '4xx', '5xx']),
]);

const retryRule = z
  .strictObject({
    exitCodes: exitCodes.min(1).optional().describe('The attempt has ended with one of these exit codes.'),
    httpStatuses: z
      .array(httpStatus)
      .min(1)
      .max(300)
      .optional()
      .describe(
        'Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline.',
      ),
    reasons: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(MAX_RETRY_REASONS)
      .optional()
      .describe(
        'Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.',
      ),
    retry: z.boolean().optional().describe('Whether it is tried again; true unless given.'),
    delaySeconds: seconds
      .optional()
      .describe('In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt.'),
  })
  .refine((rule) => rule.exitCodes ?? rule.httpStatuses ?? rule.reasons, {
    message: 'needs exitCodes, httpStatuses or reasons',
  });

export const retrySpec = z.strictObject({
  delaySeconds: seconds
    .optional()
    .describe(
      'Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry.',
    ),
  backoff: z
    .enum(['fixed', 'exponential'])
    .optional()
    .describe(
      '`fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.',
    ),
  maxDelaySeconds: seconds.optional().describe('Upper limit of an exponential delay, in seconds.'),
  jitter: z
    .enum(['none', 'equal', 'full'])
    .optional()
    .describe(
      'Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.',
    ),
  onExitCodes: exitCodes.optional().describe('Only attempts that end with one of these exit codes are tried again.'),
  notOnExitCodes: exitCodes.optional().describe('Attempts that end with one of these exit codes are not tried again.'),
  onIdleTimeout: z
    .boolean()
    .optional()
    .describe('Whether an attempt that ended by the idle timeout is tried again; false unless given.'),
  rules: z
    .array(retryRule)
    .max(MAX_RETRY_RULES)
    .optional()
    .describe(
      'The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide.',
    ),
});

export type RetryRuleSpec = z.output<typeof retryRule>;
