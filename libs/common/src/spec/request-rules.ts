/** The public shape of how requests for runs of a job are joined: by `deduplicate`, and by one of `debounce` and `collect`. */
import { z } from 'zod';
import {
  DEBOUNCE_WAITS,
  DEFAULT_ITEMS,
  MAX_DEDUPLICATE_SECONDS,
  MAX_GATHER_SECONDS,
  MAX_ITEMS,
  MAX_ITEMS_BYTES,
  MAX_KEY_TEMPLATE_LENGTH,
} from '../domain/limits.js';
import { templateProblem } from './key-template.js';
import type { JobOption } from './options.js';
import type { Problem } from './problem.js';

const keyOf = (unlessGiven: string): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .min(1)
    .max(MAX_KEY_TEMPLATE_LENGTH)
    .optional()
    .meta({
      description: `The key of a request, a text with \`\${option.<name>}\` and \`\${parameters.<name>}\`: requests with the same key belong together. ${unlessGiven}`,
      examples: ['${option.order}'],
    });
const secondsUpTo = (max: number): z.ZodNumber => z.number().min(1).max(max);
const gatherSeconds = secondsUpTo(MAX_GATHER_SECONDS);

const deduplicateSpec = z.strictObject({
  key: keyOf('Default: everything that the request gives, such as parameters and options.'),
  windowSeconds: secondsUpTo(MAX_DEDUPLICATE_SECONDS).meta({
    description: `For this many seconds after a request, further requests with the same key are duplicates; at most ${MAX_DEDUPLICATE_SECONDS}.`,
    examples: [3_600],
  }),
});
const debounceSpec = z.strictObject({
  key: keyOf('Default: all requests of the job have the same key.'),
  seconds: gatherSeconds.describe(
    `The run starts this many seconds after the last request; at most ${MAX_GATHER_SECONDS}.`,
  ),
  maxWaitSeconds: gatherSeconds.optional().meta({
    description: `The run starts at the latest this many seconds after the first request; at most ${MAX_GATHER_SECONDS}. Default: ${DEBOUNCE_WAITS} times \`seconds\`.`,
    examples: [600],
  }),
});
const collectSpec = z.strictObject({
  key: keyOf('Default: all requests of the job have the same key.'),
  seconds: gatherSeconds.describe(
    `The run starts this many seconds after the first request; at most ${MAX_GATHER_SECONDS}.`,
  ),
  maxItems: z
    .int()
    .min(1)
    .max(MAX_ITEMS)
    .optional()
    .meta({
      description: `The run starts at once when it has this many requests, 1 to ${MAX_ITEMS}, or when a further request would make the items longer than ${MAX_ITEMS_BYTES} bytes of JSON. Default: ${DEFAULT_ITEMS}.`,
      examples: [50],
    }),
});

/** The fields of a job. They concern requests: not slots, backfills, reruns, and runs after other jobs. */
export const requestFields = {
  deduplicate: deduplicateSpec.optional().meta({
    description:
      'A second request with the same key starts no run: the answer is the run of the first request. docs/guide/requests.md.',
    examples: [{ key: '${option.order}', windowSeconds: 3_600 }],
  }),
  debounce: debounceSpec
    .optional()
    .describe(
      'Requests with the same key that follow each other become one run, which is given the values of the last request. docs/guide/requests.md.',
    ),
  collect: collectSpec
    .optional()
    .describe(
      'Requests with the same key become one run, which is given all of them as a list (`JOB_ITEMS`, `items`). docs/guide/requests.md.',
    ),
};

export interface RequestRules {
  readonly deduplicate?: z.output<typeof deduplicateSpec> | undefined;
  readonly debounce?: z.output<typeof debounceSpec> | undefined;
  readonly collect?: z.output<typeof collectSpec> | undefined;
}

export const maxWaitOf = ({ seconds, maxWaitSeconds }: NonNullable<RequestRules['debounce']>): number =>
  maxWaitSeconds ?? Math.min(DEBOUNCE_WAITS * seconds, MAX_GATHER_SECONDS);

/** Finds rules that contradict each other, or that name an option which the job does not have. */
export function requestRuleProblems(
  job: RequestRules & { readonly options?: readonly Pick<JobOption, 'name' | 'type'>[] | undefined },
): readonly Problem[] {
  const { debounce, collect, options = [] } = job;
  const problems: Problem[] = [];
  if (debounce && collect) problems.push({ path: ['collect'], message: 'takes one of debounce and collect' });
  if (debounce?.maxWaitSeconds !== undefined && debounce.maxWaitSeconds < debounce.seconds)
    problems.push({ path: ['debounce', 'maxWaitSeconds'], message: 'must not be less than seconds' });
  for (const field of ['deduplicate', 'debounce', 'collect'] as const) {
    const template = job[field]?.key;
    const message = template === undefined ? null : templateProblem(template, options);
    if (message !== null) problems.push({ path: [field, 'key'], message });
  }
  return problems;
}
