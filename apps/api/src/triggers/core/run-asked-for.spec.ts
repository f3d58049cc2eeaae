import fc from 'fast-check';
import type { JsonValue } from '#common/spec/fields.js';
import type { TriggerCondition, TriggerSpec } from '#common/spec/trigger.js';
import { runAskedFor } from './run-asked-for.js';

const body = {
  action: 'published',
  release: { tag_name: 'v2', id: 7, 'a/b': [1, { x: null }] },
  ref: 'refs/heads/main',
};
const message = { body, headers: { 'x-github-event': 'release' } };
const asked = (spec: Pick<TriggerSpec, 'when' | 'options' | 'parameters'>): ReturnType<typeof runAskedFor> =>
  runAskedFor(spec, message);

test.each<[string, TriggerCondition, boolean]>([
  ['an equal value', { body: '/action', equals: 'published' }, true],
  ['another value', { body: '/action', equals: 'created' }, false],
  ['a number that is not a text', { body: '/release/id', equals: '7' }, false],
  ['an equal object, in any order of fields', { body: '/release/a~1b/1', equals: { x: null } }, true],
  ['one of several values', { body: '/action', oneOf: ['created', 'published'] }, true],
  ['none of several values', { body: '/action', oneOf: ['created', null] }, false],
  ['the beginning of a text', { body: '/ref', startsWith: 'refs/heads/' }, true],
  ['the beginning of a value that is not a text', { body: '/release/id', startsWith: '7' }, false],
  ['a value that exists', { body: '/release/a~1b/1/x', exists: true }, true],
  ['a value that does not exist', { body: '/nothing', exists: false }, true],
  ['a value that every object inherits', { body: '/constructor', exists: true }, false],
  ['the length of a list', { body: '/release/a~1b/length', exists: true }, false],
  ['a header, in upper or lower case', { header: 'X-GitHub-Event', equals: 'release' }, true],
  ['a header that is missing', { header: 'x-other', exists: true }, false],
  ['a test that holds together with one that does not', { body: '/action', exists: true, startsWith: 'un' }, false],
])('a condition on %s is evaluated', (_what, condition, expected) => {
  expect(asked({ when: [condition] }).kind).toBe(expected ? 'run' : 'skipped');
});

test('a condition that does not hold is named in the result', () => {
  const when = [
    { body: '/action', exists: true },
    { body: '/action', equals: 'created' },
  ];
  const detail = 'when.1 does not hold: /action of the body must be "created"';
  expect(asked({ when })).toEqual({ kind: 'skipped', detail });
});

test('values keep their types, from the body, from headers, or by default', () => {
  const options = { version: { body: '/release/tag_name' }, event: { header: 'X-GitHub-Event' } };
  const parameters = {
    all: { body: '' },
    draft: { body: '/release/draft', default: false },
    id: { body: '/release/id' },
  };
  const request = { options: { version: 'v2', event: 'release' }, parameters: { all: body, draft: false, id: 7 } };
  expect(asked({ options, parameters })).toEqual({ kind: 'run', request });
});

test('null is a value, for which a default takes its place', () => {
  const parameters = {
    note: { body: '/note' },
    text: { body: '/note', default: '' },
    no: { body: '/no', default: 'x' },
  };
  const asking = runAskedFor({ parameters }, { body: { note: null, no: false }, headers: {} });
  expect(asking).toEqual({ kind: 'run', request: { parameters: { note: null, text: '', no: false } } });
});

test('every missing value is reported', () => {
  const asking = asked({ options: { a: { body: '/x' } }, parameters: { b: { header: 'x-b' } } });
  expect(asking).toEqual({
    kind: 'refused',
    problems: [
      { path: 'options.a', message: 'there is no /x of the body, and no default' },
      { path: 'parameters.b', message: 'there is no header x-b, and no default' },
    ],
  });
});

test('a value that cannot be stored is refused', () => {
  const parameters = { text: { body: '/text' } };
  const problem = (text: string): unknown => runAskedFor({ parameters }, { body: { text }, headers: {} });
  expect(problem('a\u0000b')).toMatchObject({ kind: 'refused', problems: [{ path: 'parameters.text' }] });
  expect(problem('x'.repeat(200_000))).toMatchObject({ kind: 'refused', problems: [{ path: 'parameters' }] });
});

test('only values that the sources name reach the run, whatever the message contains', () => {
  const sources = { a: { body: '/a', default: null }, b: { body: '/b/0', default: null } };
  fc.assert(
    fc.property(fc.jsonValue(), (sent) => {
      const asking = runAskedFor({ parameters: sources }, { body: sent as JsonValue, headers: {} });
      const given = asking.kind === 'run' ? asking.request.parameters : null;
      expect(Object.keys(given ?? {})).toEqual(['a', 'b']);
    }),
  );
});
