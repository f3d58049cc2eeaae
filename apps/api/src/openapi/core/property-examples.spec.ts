import { withExamples, withoutExample } from './property-examples.js';

const documentOf = (schemas: Record<string, unknown>): Record<string, unknown> => ({ components: { schemas } });
const text = { type: 'string' };

/** The examples that the properties of `Job` get. */
function examplesOf(
  properties: Record<string, unknown>,
  values: Record<string, readonly unknown[]>,
  others: Record<string, unknown> = {},
): Record<string, unknown> {
  const { components } = withExamples(documentOf({ Job: { type: 'object', properties }, ...others }), values);
  const { Job } = (components as { schemas: Record<string, { properties: Record<string, { examples?: unknown[] }> }> })
    .schemas;
  return Object.fromEntries(Object.entries(Job!.properties).map(([name, { examples }]) => [name, examples?.[0]]));
}

test('a property keeps its own example, which precedes all others', () => {
  expect(examplesOf({ name: { ...text, examples: ['mine'] } }, { name: ['nightly'] })).toEqual({ name: 'mine' });
});

test('the example is the first value that fits the schema: its type, bounds, choices and pattern', () => {
  const values = { a: ['a text', 0, 5, 'x-1'] };
  expect(examplesOf({ a: text }, values)).toEqual({ a: 'a text' });
  expect(examplesOf({ a: { type: 'integer', exclusiveMinimum: 0 } }, values)).toEqual({ a: 5 });
  expect(examplesOf({ a: { ...text, pattern: '^x-' } }, values)).toEqual({ a: 'x-1' });
  expect(examplesOf({ a: { ...text, enum: ['y', 'x-1'] } }, values)).toEqual({ a: 'x-1' });
});

test('the enclosing object determines the meaning of a property', () => {
  const properties = { name: text, tasks: { type: 'array', items: { type: 'object', properties: { name: text } } } };
  const values = { name: ['nightly'], 'tasks.name': ['main'] };
  expect(examplesOf(properties, values)).toEqual({ name: 'nightly', tasks: [{ name: 'main' }] });
});

test('the schema gives the example where no value does: its default, first choice or first branch', () => {
  expect(examplesOf({ a: { type: 'integer', default: 7 } }, {})).toEqual({ a: 7 });
  expect(examplesOf({ a: { enum: ['first', 'second'] } }, {})).toEqual({ a: 'first' });
  expect(examplesOf({ a: { anyOf: [{ type: 'null' }, { type: 'boolean' }] } }, {})).toEqual({ a: true });
});

test('the example of an object has all required properties, also those behind references', () => {
  const Tenant = { type: 'object', required: ['id'], properties: { id: text, name: text } };
  const properties = { tenant: { $ref: '#/components/schemas/Tenant' } };
  expect(examplesOf(properties, { 'Tenant.id': ['acme'] }, { Tenant })).toEqual({ tenant: { id: 'acme' } });
});

test('a recursive schema does not cause an endless loop', () => {
  const Node = { type: 'object', required: ['node'], properties: { node: { $ref: '#/components/schemas/Node' } } };
  expect(examplesOf({ node: { $ref: '#/components/schemas/Node' } }, {}, { Node })).toEqual({ node: undefined });
});

test('properties without an example are listed', () => {
  const properties = { a: text, tasks: { type: 'array', examples: [[]], items: { properties: { b: text } } } };
  expect(withoutExample(documentOf({ Job: { properties } }))).toEqual([
    '/components/schemas/Job/properties/a',
    '/components/schemas/Job/properties/tasks/items/properties/b',
  ]);
});
