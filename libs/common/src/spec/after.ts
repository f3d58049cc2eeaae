/**
 * The dependencies of a job: ends of other jobs' runs, and outputs that are passed on from them. docs/dependencies.md describes the
 * result in each case; apps/scheduler/src/after decides.
 */
import { z } from 'zod';
import { MAX_AFTER, MAX_OUTPUT_TESTS, MAX_PASSED_OUTPUTS, MAX_WITHIN_SECONDS } from '../domain/limits.js';
import { exitCode, isJsonObject, jsonValue, slug, type JsonValue } from './fields.js';
import { jsonPointer } from './json-pointer.js';
import type { Problem } from './problem.js';

export const AFTER_ENDS = ['succeeded', 'failed', 'finished', 'skipped'] as const;
export type AfterEnd = (typeof AFTER_ENDS)[number];
export const AFTER_MATCHES = ['sameSlot', 'latest'] as const;
export const AFTER_REQUIREMENTS = ['all', 'any'] as const;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const outputPath = jsonPointer('/rows, or empty for all outputs');

const outputTest = z.strictObject({
  path: outputPath.meta({ description: 'The output to test, as a JSON Pointer.', examples: ['/rows'] }),
  exists: z.boolean().optional().describe('True: the output exists; false: it does not.'),
  equals: jsonValue.optional().describe('The output equals this value.'),
  min: z.number().optional().describe('The output is a number that is at least this.'),
  max: z.number().optional().describe('The output is a number that is at most this.'),
});
export type OutputTest = z.output<typeof outputTest>;

const afterCondition = z.strictObject({
  job: slug.meta({ description: 'The id of the job whose run has to end.', examples: ['ibm-load'] }),
  on: z
    .enum(AFTER_ENDS)
    .optional()
    .describe(
      'The result that the run must have: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). Default: `succeeded`.',
    ),
  match: z
    .enum(AFTER_MATCHES)
    .optional()
    .describe(
      'The run whose end counts. `sameSlot`: the run of the same slot (of the same chain where the chain was started by hand), for which the job waits. `latest`: the latest run that has ended; the job does not wait. Default: `sameSlot`.',
    ),
  within: z
    .number()
    .positive()
    .max(MAX_WITHIN_SECONDS)
    .optional()
    .describe(
      `The run must have ended at most this many seconds before the last of the runs after which the job runs; at most ${MAX_WITHIN_SECONDS}. Default: no limit.`,
    ),
  exitCodes: z.array(exitCode).min(1).max(256).optional().describe('The run ended with one of these exit codes.'),
  outputs: z
    .array(outputTest)
    .min(1)
    .max(MAX_OUTPUT_TESTS)
    .optional()
    .describe(`Tests of the outputs, all of which have to pass; at most ${MAX_OUTPUT_TESTS} tests.`),
  pass: z
    .record(z.string().min(1).max(200), outputPath)
    .refine((value) => Object.keys(value).length <= MAX_PASSED_OUTPUTS, `at most ${MAX_PASSED_OUTPUTS} parameters`)
    .optional()
    .meta({
      description: `Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most ${MAX_PASSED_OUTPUTS}. Where an output is missing, the parameter of the job stays as it is.`,
      examples: [{ file: '/file' }],
    }),
});
export type AfterCondition = z.output<typeof afterCondition>;

export const afterConditions = z.array(afterCondition).min(1).max(MAX_AFTER);

export const afterRule = z.strictObject({
  require: z
    .enum(AFTER_REQUIREMENTS)
    .optional()
    .describe('Whether `all` conditions of `after` have to be met, or `any` of them. Default: `all`.'),
  deadline: z
    .strictObject({
      at: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 06:00')
        .meta({ description: 'A time of day, as `HH:MM`.', examples: ['06:00'] }),
      timezone: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe('IANA name of the time zone of the deadline. Default: UTC.'),
      weekdays: z
        .array(z.enum(WEEKDAYS))
        .min(1)
        .max(7)
        .optional()
        .describe('Days of the week on which the deadline applies. Default: all.'),
    })
    .optional()
    .describe(
      'The deadline by which the job must have got a run since the deadline before; otherwise a missed slot is recorded for the job, and its notices are sent.',
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
    return rule === undefined ? [] : [{ path: ['afterRule'], message: 'needs after, which is missing' }];
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
  if (pass === undefined || parameters === undefined || isJsonObject(parameters)) return empty;
  return [...empty, { path: [...path, 'pass'], message: "needs the job's parameters to be an object" }];
}

const repeatedJobs = (after: readonly AfterCondition[]): Problem[] =>
  after.flatMap(({ job }, i) =>
    after.findIndex((other) => other.job === job) < i
      ? [{ path: ['after', i, 'job'], message: `"${job}" is named twice: one run cannot meet two conditions of "all"` }]
      : [],
  );

/** The jobs after which a job runs, each once. */
export const upstreamOf = ({ after = [] }: Pick<AfterSpec, 'after'>): readonly string[] => [
  ...new Set(after.map(({ job }) => job)),
];
