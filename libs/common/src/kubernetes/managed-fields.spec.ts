import fc from 'fast-check';
import { parseJson } from '../domain/parse-json.js';
import { withoutManagedFields } from './managed-fields.js';

type Json = string | number | null | Json[] | { [name: string]: Json };

const word = fc.oneof(
  fc.constantFrom(
    'managedFields',
    '"managedFields":[',
    '{"managedFields":[',
    ',"managedFields":[]',
    '\\',
    '"',
    ']',
    '[',
  ),
  fc.string({ unit: fc.constantFrom('\\', '"', '[', ']', '{', ',', ':', 'é', 'x'), maxLength: 6 }),
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.oneof(word, fc.integer(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(word, tie('json'), { maxKeys: 4 }),
  ),
}));

/** The value with every list of that name empty. */
function emptied(value: Json): Json {
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]): [string, Json] => [
    name,
    name === 'managedFields' && Array.isArray(each) ? [] : emptied(each),
  ]);
  return Object.fromEntries(entries);
}

test('managed fields are emptied wherever they occur, and nothing else is changed', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(parseJson(withoutManagedFields(JSON.stringify(value)))).toEqual(emptied(value));
    }),
  );
});

test('the result has no escaped names that the API server wrote in managed fields', () => {
  const pod = {
    metadata: {
      name: 'a',
      managedFields: [{ fieldsV1: { 'f:spec': { 'k:{"name":"main"}': { '.': {} } } } }, { manager: 'kubelet' }],
    },
    spec: { nodeName: 'one' },
  };
  const text = withoutManagedFields(JSON.stringify({ type: 'ADDED', object: pod }));
  expect(text).toBe('{"type":"ADDED","object":{"metadata":{"name":"a","managedFields":[]},"spec":{"nodeName":"one"}}}');
});

test('managed fields stay if the text is cut within them, so that the parser reports the error', () => {
  const text = '{"metadata":{"managedFields":[{"manager":"a]';
  expect(withoutManagedFields(text)).toBe(text);
});
