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
      description: `Which requests belong together: those for which this text is the same, with \`\${option.<name>}\` and \`\${parameters.<name>}\` in it. ${unlessGiven}`,
      examples: ['${option.order}'],
    });
const secondsUpTo = (max: number): z.ZodNumber => z.number().min(1).max(max);
const gatherSeconds = secondsUpTo(MAX_GATHER_SECONDS);

const deduplicateSpec = z.strictObject({
  key: keyOf('All that the request gives, unless it is said: parameters, options and everything else.'),
  windowSeconds: secondsUpTo(MAX_DEDUPLICATE_SECONDS).meta({
    description: `Requests with the key of an earlier one are duplicates for so many seconds, at most ${MAX_DEDUPLICATE_SECONDS}.`,
    examples: [3_600],
  }),
});
const debounceSpec = z.strictObject({
  key: keyOf('All requests of the job, unless it is said.'),
  seconds: gatherSeconds.describe(
    `The run starts so many seconds after the last request, at most ${MAX_GATHER_SECONDS}.`,
  ),
  maxWaitSeconds: gatherSeconds.optional().meta({
    description: `The run starts so many seconds after the first request at the latest; unless given ${DEBOUNCE_WAITS} times \`seconds\`, up to ${MAX_GATHER_SECONDS}.`,
    examples: [600],
  }),
});
const collectSpec = z.strictObject({
  key: keyOf('All requests of the job, unless it is said.'),
  seconds: gatherSeconds.describe(
    `The run starts so many seconds after the first request, at most ${MAX_GATHER_SECONDS}.`,
  ),
  maxItems: z
    .int()
    .min(1)
    .max(MAX_ITEMS)
    .optional()
    .meta({
      description: `With so many requests the run starts at once, 1 to ${MAX_ITEMS}; ${DEFAULT_ITEMS} unless given. So it does where the next one would make the items longer than ${MAX_ITEMS_BYTES} bytes of JSON.`,
      examples: [50],
    }),
});

/** The fields of a job. They concern requests: not slots, backfills, reruns, and runs after other jobs. */
export const requestFields = {
  deduplicate: deduplicateSpec.optional().meta({
    description:
      'A second request with the same key makes no run: it is answered with the run of the first. docs/guide/requests.md.',
    examples: [{ key: '${option.order}', windowSeconds: 3_600 }],
  }),
  debounce: debounceSpec
    .optional()
    .describe(
      'Requests with the same key that follow each other become one run, which is given what the last of them gives. docs/guide/requests.md.',
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
