/**
 * Validates parameters by the JSON Schema that their job declares for them. A pure function of both: it is called when the job is saved,
 * when a run is requested, and before each attempt.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import {
  MAX_CHECK_STEPS,
  MAX_COMPILED_SCHEMAS,
  MAX_PARAMETER_PROBLEMS,
  MAX_PATTERN_STEPS,
  MAX_WHOLE_CHECK_STEPS,
} from '../../domain/limits.js';
import { hasExactNumbers } from '../../domain/exact-number.js';
import { parseJson } from '../../domain/parse-json.js';
import type { JsonValue } from '../fields.js';
import type { Problem } from '../problem.js';
import { FORMATS, partsOf, shapeProblems, type JsonSchema } from './schema-shape.js';

/** Returns the problems; their paths begin at the parameters. */
type Check = (parameters: JsonValue, whole: boolean) => Problem[];
type Compiled = { readonly ok: true; readonly check: Check } | { readonly ok: false; readonly problems: Problem[] };

const compiled = new LRUCache<string, Compiled>({ max: MAX_COMPILED_SCHEMAS });

/** The problems of the schema itself; empty if it can be used. */
export function schemaProblems(schema: JsonSchema): Problem[] {
  const result = compiledOf(schema);
  return result.ok ? [] : result.problems;
}

/**
 * The problems of the parameters, by paths that begin with `parameters`; absent parameters count as an empty object. `partly`: values
 * may still be missing, since the request for a run can give them.
 */
export function parametersProblems(
  schema: JsonSchema | undefined,
  parameters: JsonValue | undefined,
  completeness: 'wholly' | 'partly',
): Problem[] {
  if (schema === undefined) return [];
  const result = compiledOf(schema);
  // A schema that this version cannot use is refused when it is saved; one that is already stored is reported by each check.
  const problems = result.ok
    ? result.check(parameters === undefined ? {} : inDoubles(parameters), completeness === 'wholly')
    : result.problems.map(({ message }) => ({ path: [], message: `cannot be checked: the schema ${message}` }));
  return problems.slice(0, MAX_PARAMETER_PROBLEMS).map(({ path, message }) => ({
    path: ['parameters', ...path],
    message,
  }));
}

/** The schema's numbers are doubles, so it is applied to the nearest ones. */
const inDoubles = (parameters: JsonValue): JsonValue =>
  hasExactNumbers(parameters) ? (parseJson(JSON.stringify(parameters)) as JsonValue) : parameters;

function compiledOf(schema: JsonSchema): Compiled {
  const key = JSON.stringify(schema);
  const cached = compiled.get(key);
  if (cached) return cached;
  const check = compile(schema);
  compiled.set(key, check);
  return check;
}

const dialect = new Ajv2020({ logger: false });

function compile(schema: JsonSchema): Compiled {
  const problems = shapeProblems(schema);
  if (problems.length > 0) return { ok: false, problems };
  if (dialect.validateSchema(schema) !== true) return { ok: false, problems: problemsOf(dialect.errors ?? []) };
  const work = { left: 0 };
  const parts = partsOf(schema);
  try {
    const first = validatorOf(schema, work, false);
    let all: ValidateFunction | null = null;
    const check: Check = (parameters, isWhole) => {
      const steps = parts * valuesIn(parameters);
      if (steps > MAX_CHECK_STEPS) throw new TooMuchWork('have too many values for a schema of this size');
      work.left = MAX_PATTERN_STEPS;
      if (first(parameters)) return [];
      const validator = steps <= MAX_WHOLE_CHECK_STEPS ? (all ??= validatorOf(schema, work, true)) : first;
      work.left = MAX_PATTERN_STEPS;
      validator(parameters);
      return problemsOf(isWhole ? (validator.errors ?? []) : withoutMissing(validator.errors ?? []));
    };
    return { ok: true, check: (parameters, isWhole) => withinWork(() => check(parameters, isWhole)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [{ path: [], message: `cannot be used: ${why.replace('strict mode: ', '')}` }] };
  }
}

/** Its message is the problem of the parameters. */
class TooMuchWork extends Error {}

function withinWork(check: () => Problem[]): Problem[] {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return [{ path: [], message: error.message }];
  }
}

/** A validator with an instance of its own, which is dropped with it: an instance keeps all that it has compiled. */
function validatorOf(schema: JsonSchema, work: { left: number }, allErrors: boolean): ValidateFunction {
  const { $schema: _dialect, ...rest } = schema;
  const ajv = new Ajv2020({
    allErrors,
    meta: false,
    validateSchema: false,
    logger: false,
    ownProperties: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    code: { regExp: patternsWithin(work) },
  });
  // Days and times are checked by the calendar; the other formats by simple patterns, whose time is bounded.
  addFormats.default(ajv, { mode: 'fast', formats: [...FORMATS] });
  addFormats.default(ajv, { mode: 'full', formats: ['date', 'time', 'date-time'] });
  // The library's own check compares each item with every other one.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, items: JsonValue[]) => !isAsked || new Set(items.map(ordered)).size === items.length,
    error: { message: 'must not contain the same item twice' },
  });
  return ajv.compile(rest);
}

/** The time of a pattern grows only with the text and the pattern; its total in one check is bounded. */
function patternsWithin(work: {
  left: number;
}): ((pattern: string, flags: string) => { test: (text: string) => boolean }) & { code: string } {
  const engine = (pattern: string): { test: (text: string) => boolean; toString: () => string } => {
    const compiledPattern = RE2JS.compile(pattern);
    const size = compiledPattern.programSize();
    return {
      test: (text) => {
        work.left -= size * (text.length + 1);
        if (work.left < 0) throw new TooMuchWork('are too long for the patterns of the schema');
        return compiledPattern.test(text);
      },
      // The library distinguishes patterns by this text.
      toString: () => pattern,
    };
  };
  return Object.assign(engine, { code: 'patternsWithin' });
}

/** The same text for equal values, regardless of the order of their names. */
const ordered = (value: JsonValue): string =>
  JSON.stringify(value, (_name, each: JsonValue) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

function valuesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1);
}

const MISSING = ['required', 'dependentRequired', 'minProperties'];
/** Keywords whose errors only follow from other errors. */
const FOLLOWING = ['anyOf', 'oneOf', 'if', 'contains'];

/** Problems that further values cannot solve. */
function withoutMissing(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const others = errors.filter(({ keyword }) => !MISSING.includes(keyword));
  const isOnlyMissing = others.length < errors.length && others.every(({ keyword }) => FOLLOWING.includes(keyword));
  return isOnlyMissing ? [] : others;
}

function problemsOf(errors: readonly ErrorObject[]): Problem[] {
  const problems = errors.map(problemOf);
  return [...new Map(problems.map((each) => [`${each.path.join('.')} ${each.message}`, each])).values()];
}

function problemOf({ instancePath, keyword, params, message = 'does not fit' }: ErrorObject): Problem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const said = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return { path: [...path, String(said['missingProperty'])], message: 'is required' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return {
        path: [...path, String(said['additionalProperty'] ?? said['unevaluatedProperty'])],
        message: 'is not a known name',
      };
    case 'enum':
      return { path, message: `must be one of ${listed(said['allowedValues'])}` };
    case 'const':
      return { path, message: `must be ${JSON.stringify(said['allowedValue'])}` };
    case 'false schema':
      return { path, message: 'must not be given' };
    default:
      return { path, message };
  }
}

const MAX_NAMED_VALUES = 10;
function listed(values: unknown): string {
  const list = Array.isArray(values) ? (values as unknown[]) : [];
  const named = list.slice(0, MAX_NAMED_VALUES).map((value) => JSON.stringify(value));
  return `${named.join(', ')}${list.length > MAX_NAMED_VALUES ? ', …' : ''}`;
}
