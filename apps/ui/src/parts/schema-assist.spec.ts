import { faultsOf, fieldsAt, valuesAt, type Schema } from './schema-assist.js';

const root = {
  schemas: { Retry: { type: 'object', properties: { seconds: { type: 'number' } }, additionalProperties: false } },
};
const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string', description: 'What people call it.' },
    enabled: { type: 'boolean' },
    policy: { enum: ['Allow', 'Forbid'] },
    retry: { $ref: '#/schemas/Retry' },
    cron: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    env: { type: 'object', additionalProperties: { type: 'string' } },
    tasks: { type: 'array', items: { $ref: '#/schemas/Retry' } },
  },
};

test('the fields at a path are found, through references and lists', () => {
  expect(fieldsAt(root, schema, []).map(({ label }) => label)).toContain('policy');
  expect(fieldsAt(root, schema, ['retry']).map(({ label }) => label)).toEqual(['seconds']);
  expect(fieldsAt(root, schema, ['tasks', 0]).map(({ label }) => label)).toEqual(['seconds']);
  expect(fieldsAt(root, schema, ['env'])).toEqual([]);
});

test('the values at a path are found', () => {
  expect(valuesAt(root, schema, ['policy'])).toEqual(['Allow', 'Forbid']);
  expect(valuesAt(root, schema, ['enabled'])).toEqual(['true', 'false']);
  expect(valuesAt(root, schema, ['name'])).toEqual([]);
});

test.each([
  ['a field that does not exist', { nam: 'x' }, ['nam']],
  ['an unknown field in a referenced object', { retry: { second: 1 } }, ['retry.second']],
  ['an unknown field in a list', { tasks: [{ seconds: 1 }, { second: 1 }] }, ['tasks.1.second']],
  ['a value that is not allowed', { policy: 'Perhaps' }, ['policy']],
  ['free names', { env: { ANYTHING: 'x' } }, []],
  ['no problem in a value of several possible forms', { cron: ['0 1 * * *'] }, []],
  ['no problem in valid values', { name: 'x', enabled: true, policy: 'Allow' }, []],
])('unknown names and values are reported with their paths: %s', (_what, value, paths) => {
  expect(faultsOf(root, schema, value).map(({ path }) => path.join('.'))).toEqual(paths);
});
