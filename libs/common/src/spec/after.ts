/**
 * What a job runs after: ends of other jobs' runs, and what is taken over from them. docs/dependencies.md says what follows from it
 * in each case; apps/scheduler/src/after decides.
 */
import { z } from 'zod';
import { MAX_AFTER, MAX_OUTPUT_TESTS, MAX_PASSED_OUTPUTS, MAX_WITHIN_SECONDS } from '../domain/limits.js';
import { jsonValue, slug, type JsonValue } from './fields.js';
import { jsonPointer } from './json-pointer.js';
import type { Problem } from './problem.js';

export const AFTER_ENDS = ['succeeded', 'failed', 'finished', 'skipped'] as const;
export type AfterEnd = (typeof AFTER_ENDS)[number];
export const AFTER_MATCHES = ['sameSlot', 'latest'] as const;
export const AFTER_REQUIREMENTS = ['all', 'any'] as const;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const outputPath = jsonPointer('/rows, or empty for all outputs');

const outputTest = z.strictObject({
  path: outputPath.meta({ description: 'Which of the outputs, as a JSON Pointer.', examples: ['/rows'] }),
  exists: z.boolean().optional().describe('Whether there is such an output.'),
  equals: jsonValue.optional().meta({ description: 'The output is this value.' }),
  min: z.number().optional().describe('The output is a number, and no less than this.'),
  max: z.number().optional().describe('The output is a number, and no more than this.'),
});
export type OutputTest = z.output<typeof outputTest>;

const afterCondition = z.strictObject({
  job: slug.meta({ description: 'The id of the job whose run has to end.', examples: ['ibm-load'] }),
  on: z
    .enum(AFTER_ENDS)
    .optional()
    .describe(
      'How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.',
    ),
  match: z
    .enum(AFTER_MATCHES)
    .optional()
    .describe(
      'Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.',
    ),
  within: z
    .number()
    .positive()
    .max(MAX_WITHIN_SECONDS)
    .optional()
    .describe(
      `Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most ${MAX_WITHIN_SECONDS}. No limit unless given.`,
    ),
  exitCodes: z
    .array(z.int().min(0).max(255))
    .min(1)
    .max(256)
    .optional()
    .describe('The run ended with one of these exit codes.'),
  outputs: z
    .array(outputTest)
    .min(1)
    .max(MAX_OUTPUT_TESTS)
    .optional()
    .describe(`What its outputs have to be, all of it; at most ${MAX_OUTPUT_TESTS} tests.`),
  pass: z
    .record(z.string().min(1).max(200), outputPath)
    .refine((value) => Object.keys(value).length <= MAX_PASSED_OUTPUTS, `at most ${MAX_PASSED_OUTPUTS} parameters`)
    .optional()
    .meta({
      description: `Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most ${MAX_PASSED_OUTPUTS}. An output that is missing leaves the parameter as the job has it.`,
      examples: [{ file: '/file' }],
    }),
});
export type AfterCondition = z.output<typeof afterCondition>;

export const afterConditions = z.array(afterCondition).min(1).max(MAX_AFTER);

export const afterRule = z.strictObject({
  require: z
    .enum(AFTER_REQUIREMENTS)
    .optional()
    .describe('Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.'),
  deadline: z
    .strictObject({
      at: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 06:00')
        .meta({ description: 'A time of day, as `HH:MM`.', examples: ['06:00'] }),
      timezone: z.string().min(1).max(64).optional().describe('IANA name of its zone; UTC unless given.'),
      weekdays: z.array(z.enum(WEEKDAYS)).min(1).max(7).optional().describe('On these days; on all unless given.'),
    })
    .optional()
    .describe(
      'By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent.',
    ),
});
export type AfterRuleSpec = z.output<typeof afterRule>;

export interface AfterSpec {
  readonly after?: readonly AfterCondition[] | undefined;
  readonly afterRule?: AfterRuleSpec | undefined;
  readonly parameters?: JsonValue | undefined;
}

/** Finds dependencies of a job that contradict each other or could never be fulfilled, independent of other jobs. */
export function afterProblems({ after, afterRule: rule, parameters }: AfterSpec): readonly Problem[] {
  if (after === undefined)
    return rule === undefined ? [] : [{ path: ['afterRule'], message: 'belongs to after, which is missing' }];
  return [
    ...after.flatMap((condition, i) => conditionProblems(condition, ['after', i], parameters)),
    ...(rule?.require === 'any' ? [] : repeatedJobs(after)),
  ];
}

function conditionProblems(
  { outputs = [], pass }: AfterCondition,
  path: Problem['path'],
  parameters: JsonValue | undefined,
): Problem[] {
  const empty = outputs.flatMap(({ path: _path, ...tests }, i) =>
    Object.values(tests).every((test) => test === undefined)
      ? [{ path: [...path, 'outputs', i], message: 'needs one of exists, equals, min and max' }]
      : [],
  );
  const isObject = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters);
  if (pass === undefined || parameters === undefined || isObject) return empty;
  return [...empty, { path: [...path, 'pass'], message: "needs the job's parameters to be an object" }];
}

const repeatedJobs = (after: readonly AfterCondition[]): Problem[] =>
  after.flatMap(({ job }, i) =>
    after.findIndex((other) => other.job === job) < i
      ? [{ path: ['after', i, 'job'], message: `"${job}" is named twice: one run cannot meet two conditions of "all"` }]
      : [],
  );

/** The jobs that a job runs after, each once. */
export const upstreamOf = ({ after = [] }: Pick<AfterSpec, 'after'>): readonly string[] => [
  ...new Set(after.map(({ job }) => job)),
];
