/** Validation of sources of indexes and of rules of success. */
import type { ParallelismSpec, ParallelSpec } from './tasks.js';
import { MAX_INDEXES_PER_RUN } from '../domain/limits.js';
import { inRanges, parseIndexRanges, rangesBelow, sizeOfRanges } from './index-ranges.js';
import { axesOf, indexCountOf, indexSourceOf, matrixVariable, waysOf, type SourceFields } from './index-source.js';
import type { Problem } from './problem.js';

type Path = readonly (string | number)[];

const MATRIX_KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,62}$/;

/** Validates a job (path empty) or one of its tasks. */
export function sourceProblems(fields: SourceFields, path: Path): readonly Problem[] {
  return [
    ...severalSources(fields, path),
    ...(fields.parallelism ? parallelismProblems(fields.parallelism, [...path, 'parallelism']) : []),
    ...(fields.completionMode === 'NonIndexed' ? nonIndexedProblems(fields, path) : missingSource(fields, path)),
  ];
}

function givenSources({ replicas, completions, parallelism }: SourceFields): readonly string[] {
  return Object.entries({ replicas, completions, ...waysOf(parallelism) })
    .filter(([, value]) => value != null)
    .map(([name]) => (name.startsWith('with') ? `parallelism.${name}` : name));
}

function severalSources(fields: SourceFields, path: Path): Problem[] {
  const sources = givenSources(fields);
  const [, second] = sources;
  if (second === undefined) return [];
  const message = `defines the indexes, but ${sources[0]} defines them, too: give only one of the two`;
  return [{ path: [...path, ...second.split('.')], message }];
}

/** Furiko 127: a parallelism without a source of indexes is refused, except beside `replicas` or `completions`. */
function missingSource(fields: SourceFields, path: Path): Problem[] {
  if (!fields.parallelism || givenSources(fields).length > 0) return [];
  const beside = path.length === 0 ? 'completions' : 'replicas or completions';
  return [
    {
      path: [...path, 'parallelism'],
      message: `needs withCount, withKeys or withMatrix, or ${beside} next to it`,
    },
  ];
}

function parallelismProblems(parallelism: ParallelismSpec, path: Path): Problem[] {
  const { withKeys, withMatrix } = waysOf(parallelism);
  const problems: Problem[] = [];
  if (withKeys) problems.push(...repeated(withKeys, [...path, 'withKeys']));
  if (!withMatrix) return problems;
  const variables = new Map<string, string>();
  for (const { key, values } of axesOf(withMatrix)) {
    if (!MATRIX_KEY.test(key)) {
      problems.push({
        path: [...path, 'withMatrix', key],
        message: 'must be 1 to 63 letters, digits, "_", "-" or "."',
      });
    }
    const other = variables.get(matrixVariable(key));
    if (other !== undefined) {
      problems.push({
        path: [...path, 'withMatrix', key],
        message: `has the same variable name as ${other}: ${matrixVariable(key)}`,
      });
    }
    variables.set(matrixVariable(key), key);
    problems.push(...repeated(values, [...path, 'withMatrix', key]));
  }
  const cells = indexCountOf({ kind: 'withMatrix', axes: axesOf(withMatrix) });
  if (cells > MAX_INDEXES_PER_RUN) {
    problems.push({
      path: [...path, 'withMatrix'],
      message: `has ${cells} cells, at most ${MAX_INDEXES_PER_RUN} are possible`,
    });
  }
  return problems;
}

/** Returns the first value that occurs twice. */
function repeated(values: readonly string[], path: Path): Problem[] {
  const seen = new Set<string>();
  for (const [at, value] of values.entries()) {
    if (seen.has(value)) return [{ path: [...path, at], message: 'occurs twice' }];
    seen.add(value);
  }
  return [];
}

function nonIndexedProblems(fields: SourceFields & Partial<ParallelSpec>, path: Path): Problem[] {
  const problems: Problem[] = [];
  const { parallelism = {}, completions } = fields;
  for (const name of Object.keys(waysOf(parallelism))) {
    problems.push({
      path: [...path, 'parallelism', name],
      message: 'defines indexes, so completionMode must be Indexed',
    });
  }
  if (parallelism.completionStrategy === 'AnySuccessful') {
    problems.push({
      path: [...path, 'parallelism', 'completionStrategy'],
      message: 'AnySuccessful needs completionMode Indexed: completions says how many successes are needed',
    });
  }
  if (completions == null && parallelism.maxActive == null) {
    problems.push({
      path: [...path, 'completionMode'],
      message: 'NonIndexed needs completions, or parallelism.maxActive for a work queue',
    });
  }
  if (fields.maxFailedIndexes != null) {
    problems.push({ path: [...path, 'maxFailedIndexes'], message: 'needs completionMode Indexed' });
  }
  return problems;
}

/** Rules of success that contradict each other, or that no run of this job could ever fulfil. */
export function successProblems(job: ParallelSpec): readonly Problem[] {
  const problems: Problem[] = [];
  const isAny = job.parallelism?.completionStrategy === 'AnySuccessful';
  for (const field of ['minSuccess', 'successPolicy'] as const) {
    if (isAny && job[field] != null) {
      problems.push({
        path: [field],
        message: 'completionStrategy AnySuccessful ends the run at its first success already',
      });
    }
  }
  if (!job.successPolicy) return problems;
  if (job.completionMode === 'NonIndexed') {
    problems.push({ path: ['successPolicy'], message: 'needs completionMode Indexed' });
  }
  if (job.minSuccess != null) {
    problems.push({
      path: ['minSuccess'],
      message: 'cannot be combined with successPolicy: use a rule with succeededCount instead',
    });
  }
  const count = indexCountOf(indexSourceOf(job));
  for (const [at, rule] of job.successPolicy.rules.entries()) {
    problems.push(...ruleProblems(rule, count, ['successPolicy', 'rules', at]));
  }
  return problems;
}

interface Rule {
  readonly succeededIndexes?: string | undefined;
  readonly succeededCount?: number | undefined;
}

function ruleProblems({ succeededIndexes, succeededCount }: Rule, count: number, path: Path): Problem[] {
  if (succeededIndexes === undefined && succeededCount === undefined) {
    return [{ path, message: 'needs succeededIndexes, succeededCount or both' }];
  }
  let size = count;
  if (succeededIndexes !== undefined) {
    const parsed = parseIndexRanges(succeededIndexes);
    if (!parsed.ok) return [{ path: [...path, 'succeededIndexes'], message: parsed.problem }];
    size = sizeOfRanges(parsed.ranges);
    if (size === 0) return [{ path: [...path, 'succeededIndexes'], message: 'names no index' }];
    if (size > sizeOfRanges(rangesBelow(parsed.ranges, count)) || inRanges(parsed.ranges, count)) {
      return [{ path: [...path, 'succeededIndexes'], message: `names indexes beyond the last one, ${count - 1}` }];
    }
  }
  if (succeededCount !== undefined && succeededCount > size) {
    return [{ path: [...path, 'succeededCount'], message: `is more than the ${size} indexes that are counted` }];
  }
  return [];
}
