/** A limit for each value of a key, which is made from the options and parameters of each run. */
import { z } from 'zod';
import { MAX_KEY_LENGTH, MAX_KEY_RATE_SECONDS, MAX_NAME_LENGTH, MAX_RUNS_PER_KEY } from '../domain/limits.js';
import { namesIn, templateProblem } from './key-template.js';
import type { JobOption } from './options.js';
import type { Problem } from './problem.js';

export const KEY_POLICIES = ['Enqueue', 'Forbid', 'Replace'] as const;
export type KeyPolicy = (typeof KEY_POLICIES)[number];

export const perKeySpec = z
  .strictObject({
    key: z
      .string()
      .min(1)
      .max(MAX_NAME_LENGTH)
      .meta({
        description: `The key of a run, in which \`\${option.<name>}\` and \`\${parameters.<name>}\` stand for values of the run; where there is no value, they stand for the empty text. A key that is longer than ${MAX_KEY_LENGTH} characters is cut and ends with a hash.`,
        examples: ['${option.customer}'],
      }),
    max: z
      .int()
      .min(1)
      .max(MAX_RUNS_PER_KEY)
      .optional()
      .describe('Runs with one key that may be active at once. Default: no limit.'),
    rate: z
      .strictObject({
        runs: z
          .int()
          .min(1)
          .max(MAX_RUNS_PER_KEY)
          .describe('How many runs may be admitted at once, and then within each `perSeconds`.'),
        perSeconds: z
          .int()
          .min(1)
          .max(MAX_KEY_RATE_SECONDS)
          .meta({
            description: 'The seconds over which `runs` further runs are admitted, evenly spread.',
            examples: [60],
          }),
      })
      .optional()
      .meta({
        description: 'How fast runs with one key are admitted, by a token bucket. Default: no limit.',
        examples: [{ runs: 10, perSeconds: 60 }],
      }),
    policy: z
      .enum(KEY_POLICIES)
      .optional()
      .describe(
        'What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. Default: `Enqueue`.',
      ),
    maxQueued: z
      .int()
      .min(0)
      .max(MAX_RUNS_PER_KEY)
      .optional()
      .describe('Runs with one key that may wait. Default: only `maxQueued` of the job counts.'),
  })
  .refine(({ max, rate }) => max !== undefined || rate !== undefined, {
    path: ['max'],
    message: 'is required if there is no rate: without both there is no limit',
  });
export type PerKeySpec = z.output<typeof perKeySpec>;

/** The problems of a key that refers to a value which the job does not have, or which must not be shown. */
export function perKeyProblems({
  concurrency,
  options = [],
}: {
  readonly concurrency?: { readonly perKey?: PerKeySpec | undefined } | undefined;
  readonly options?: readonly JobOption[] | undefined;
}): readonly Problem[] {
  if (concurrency?.perKey === undefined) return [];
  const { key } = concurrency.perKey;
  const message =
    namesIn(key).length === 0
      ? 'contains no value of a run: use ${option.<name>} or ${parameters.<name>}'
      : templateProblem(key, options);
  return message === null ? [] : [{ path: ['concurrency', 'perKey', 'key'], message }];
}
