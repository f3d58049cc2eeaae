import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { JsonValue } from '../fields.js';
import { newJob } from '../job.js';
import { parametersProblems, schemaProblems } from './check-parameters.js';
import { partsOf, type JsonSchema } from './schema-shape.js';

const said = (schema: JsonSchema, parameters?: JsonValue, completeness: 'wholly' | 'partly' = 'wholly'): string[] =>
  parametersProblems(schema, parameters, completeness).map(({ path, message }) => `${path.join('.')} ${message}`);

const ORDER: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    rows: { type: 'integer', minimum: 1 },
    mode: { enum: ['fast', 'slow'] },
    day: { type: 'string', format: 'date' },
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
    sites: { type: 'array', items: { $ref: '#/$defs/site' }, uniqueItems: true },
  },
  required: ['rows'],
  additionalProperties: false,
  $defs: { site: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
};

test.each<[what: string, parameters: JsonValue | undefined, problems: string[]]>([
  ['what fits', { rows: 1, mode: 'fast', day: '2026-11-30', code: 'ABC', sites: [{ name: 'a' }, { name: 'b' }] }, []],
  ['nothing at all', undefined, ['parameters.rows is required']],
  ['another type', { rows: 'x' }, ['parameters.rows must be integer']],
  ['a value that is too small', { rows: 0 }, ['parameters.rows must be >= 1']],
  [
    'a value that is not one of the possible values',
    { rows: 1, mode: 'x' },
    ['parameters.mode must be one of "fast", "slow"'],
  ],
  ['a day that no calendar has', { rows: 1, day: '2026-02-30' }, ['parameters.day must match format "date"']],
  [
    'a text that does not match the pattern',
    { rows: 1, code: 'AB' },
    ['parameters.code must match pattern "^[A-Z]{3}$"'],
  ],
  ['an unknown name', { rows: 1, colour: 'red' }, ['parameters.colour is not a known name']],
  ['a name that every object inherits', { rows: 1, toString: 1 }, ['parameters.toString is not a known name']],
  [
    'a field at a deeper level',
    { rows: 1, sites: [{ name: 'a' }, { name: 1 }] },
    ['parameters.sites.1.name must be string'],
  ],
  [
    'the same item twice',
    { rows: 1, sites: [{ name: 'a' }, { name: 'a' }] },
    ['parameters.sites must not contain the same item twice'],
  ],
  [
    'several faults',
    { rows: 0, mode: 'x' },
    ['parameters.rows must be >= 1', 'parameters.mode must be one of "fast", "slow"'],
  ],
  ['null, which is a value', null, ['parameters must be object']],
  ['no object', [1], ['parameters must be object']],
])('%s', (_what, parameters, problems) => {
  expect(said(ORDER, parameters)).toEqual(problems);
});

test('a required name that every object inherits is missing if it is not given', () => {
  expect(said({ required: ['toString'] }, {})).toEqual(['parameters.toString is required']);
});

test('without a schema any parameters are accepted', () => {
  expect(parametersProblems(undefined, { any: 'thing' }, 'wholly')).toEqual([]);
});

test('a value that others can still give may be missing, but all given values are checked', () => {
  expect(said(ORDER, undefined, 'partly')).toEqual([]);
  expect(said(ORDER, { mode: 'x' }, 'partly')).toEqual(['parameters.mode must be one of "fast", "slow"']);
  const choice: JsonSchema = { anyOf: [{ required: ['a'] }, { required: ['b'] }] };
  expect(said(choice, {}, 'partly')).toEqual([]);
  expect(said(choice, {})).toContain('parameters.a is required');
});

test.each<[what: string, schema: JsonSchema, path: string]>([
  ['a reference to another document', { $ref: 'https://example.com/schema.json' }, '$ref'],
  ['a reference to a missing definition', { $ref: '#/$defs/none' }, '$ref'],
  ['a reference to the whole schema', { properties: { a: { $ref: '#' } } }, 'properties.a.$ref'],
  [
    'a schema within itself',
    { $defs: { a: { items: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' },
    '$defs.a.items.$ref',
  ],
  ['a dynamic reference', { $dynamicRef: '#a' }, '$dynamicRef'],
  ['an id of its own', { $id: 'https://example.com/a' }, '$id'],
  ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, '$schema'],
  ['a misspelled keyword', { properties: { a: { minimun: 1 } } }, 'properties.a.minimun'],
  ['a type that does not exist', { properties: { a: { type: 'text' } } }, 'properties.a.type'],
  ['a value in the place of a schema', { properties: { a: 'string' } }, 'properties.a'],
  ['a pattern with a back reference', { properties: { a: { pattern: '(a)\\1' } } }, 'properties.a.pattern'],
  ['an unknown format', { properties: { a: { format: 'colour' } } }, 'properties.a.format'],
  ['definitions inside', { properties: { a: { $defs: {} } } }, 'properties.a.$defs'],
  ['more text than the limit', { description: 'x'.repeat(20_000) }, ''],
  ['patterns that are too large together', { allOf: Array.from({ length: 20 }, () => ({ pattern: 'a{1000}' })) }, ''],
  ['a branch without a condition', { then: { type: 'object' } }, ''],
])('a schema with %s is refused, and the error names the place', (_what, schema, path) => {
  expect(schemaProblems(schema).map((each) => each.path.join('.'))).toContain(path);
});

test('a schema that is nested too deeply is refused', () => {
  let schema: Record<string, JsonValue> = {};
  for (let depth = 0; depth < 50; depth += 1) schema = { items: schema };
  expect(schemaProblems(schema)).toMatchObject([{ message: 'is nested too deeply' }]);
});

test('references that double at each step are counted, not expanded', () => {
  const names = Array.from({ length: 60 }, (_, i) => `d${i}`);
  const twice = (i: number): JsonValue =>
    i + 1 < names.length ? { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] } : {};
  const schema: JsonSchema = {
    $defs: Object.fromEntries(names.map((name, i) => [name, twice(i)])),
    $ref: '#/$defs/d0',
  };
  expect(partsOf(schema)).toBeGreaterThan(2 ** 59);
  expect(schemaProblems(schema)).toMatchObject([{ message: expect.stringContaining('parts') as string }]);
});

test('texts for which the patterns would take long are refused', () => {
  const schema: JsonSchema = { items: { allOf: Array.from({ length: 9 }, () => ({ pattern: '[ab]{500}$' })) } };
  expect(schemaProblems(schema)).toEqual([]);
  expect(said(schema, ['ab'.repeat(40_000)])).toEqual(['parameters are too long for the patterns of the schema']);
  expect(said(schema, ['ab'.repeat(250)])).toEqual([]);
});

test('parameters with more values than can be checked against a schema of its size are refused', () => {
  const schema: JsonSchema = { items: { allOf: Array.from({ length: 400 }, () => ({ minimum: 1 })) } };
  const message = 'parameters have too many values for a schema of this size';
  expect(
    said(
      schema,
      Array.from({ length: 3_000 }, () => 1),
    ),
  ).toEqual([message]);
  expect(
    said(
      schema,
      Array.from({ length: 2_000 }, () => 1),
    ),
  ).toEqual([]);
});

test('of very many problems only a few are named', () => {
  const schema: JsonSchema = { items: { allOf: Array.from({ length: 50 }, () => ({ type: 'string' })) } };
  expect(
    said(
      schema,
      Array.from({ length: 9_000 }, () => 1),
    ),
  ).toEqual(['parameters.0 must be string']);
  expect(
    said(
      schema,
      Array.from({ length: 100 }, () => 1),
    ),
  ).toHaveLength(20);
});

test('a job is saved only with a schema and defaults that match each other', () => {
  const job = { tenant: 'acme', name: 'a', worker: 'w', parametersSchema: ORDER };
  const pathsOf = (more: object): string[] | undefined =>
    newJob.safeParse({ ...job, ...more }).error?.issues.map(({ path }) => path.join('.'));
  expect(pathsOf({})).toBeUndefined();
  expect(pathsOf({ parameters: { rows: 0 } })).toEqual(['parameters.rows']);
  expect(pathsOf({ cron: '0 3 * * *' })).toEqual(['parameters.rows']);
  expect(pathsOf({ cron: '0 3 * * *', parameters: { rows: 5 } })).toBeUndefined();
  expect(pathsOf({ parametersSchema: { type: 'objekt' } })).toContain('parametersSchema.type');
});

/** Any JSON with names and values that schemas use; most of it is not a schema. */
const schemaLike = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(true, false, 'string', 'object', 3, null, '#/$defs/a', '^a+$'),
    fc.array(tie('schema'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        ...[
          'type',
          'properties',
          'items',
          'allOf',
          'anyOf',
          'not',
          'if',
          'then',
          '$ref',
          '$defs',
          'a',
          'enum',
          'const',
        ],
        ...[
          'pattern',
          'patternProperties',
          'required',
          'minimum',
          'uniqueItems',
          'prefixItems',
          'contains',
          '__proto__',
        ],
      ),
      tie('schema'),
      { maxKeys: 4 },
    ),
  ),
})).schema;

test('any value as a schema is refused with a place or can be used, and no check throws an error', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('type', 'properties', 'allOf', 'items', '$defs', '$ref', 'not'), schemaLike),
      fc.jsonValue(),
      (schema, value) => {
        const given = JSON.parse(JSON.stringify(schema)) as JsonSchema;
        const problems = schemaProblems(given);
        expect(problems.every(({ message }) => message !== '')).toBe(true);
        const parameters = JSON.parse(JSON.stringify(value)) as JsonValue;
        const wholly = said(given, parameters);
        const partly = said(given, parameters, 'partly');
        expect(problems.length > 0 || partly.every((each) => wholly.includes(each))).toBe(true);
      },
    ),
    { numRuns: worlds(500) },
  );
});
