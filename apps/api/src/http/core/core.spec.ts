import fc from 'fast-check';
import { etagOf, matches, parseIfMatch } from './etag.js';
import { mergePatch, overTemplate } from './merge-patch.js';
import { methodsAt } from './path-match.js';
import { sameJson } from './same-json.js';

test('an entity tag matches only the revision from which it was made', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (rev, other) => {
      const condition = parseIfMatch(`"x", W/${etagOf(rev)}`);
      expect(matches(condition, other)).toBe(rev === other);
    }),
  );
  expect(matches(parseIfMatch('*'), 7)).toBe(true);
  expect(matches(null, 7)).toBe(true);
  expect(parseIfMatch('7')).toBeNull();
});

test.each(['"7-gzip"', '"7--gzip"', 'W/"7-br"', '"7;zstd"'])(
  'the tag of a compressed answer, %s, names the same revision',
  (tag) => {
    expect(matches(parseIfMatch(tag), 7)).toBe(true);
    expect(matches(parseIfMatch(tag), 77)).toBe(false);
  },
);

test.each(['"7-x"', '"-gzip"', '"7gzip"', '"7-gzip-gzip"', '"7--"'])('the tag %s names no revision', (tag) => {
  for (const rev of [0, 1, 7]) expect(matches(parseIfMatch(tag), rev)).toBe(false);
});

// The examples of RFC 7396, appendix A, whose target is a JSON object.
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ a: 'foo' }, null, null],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched by %j is %j', (target, patch, expected) => {
  expect(mergePatch(target, patch)).toEqual(expected);
});

test('the fields of a job override those of its template', () => {
  const template = { cron: '0 1 * * *', parameters: { a: 1, b: { c: 2 } }, options: [1, 2] };
  const own = { name: 'x', parameters: { b: { d: 3 } }, options: [] };
  expect(overTemplate(template, own)).toEqual({
    name: 'x',
    cron: '0 1 * * *',
    parameters: { a: 1, b: { c: 2, d: 3 } },
    options: [],
  });
  expect(overTemplate(undefined, own)).toEqual(own);
});

test('two JSON values are equal if they differ only in the order of fields', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const canonical = (value: unknown): string =>
        JSON.stringify(value, (_key, each: unknown) =>
          typeof each === 'object' && each !== null && !Array.isArray(each)
            ? Object.fromEntries(Object.entries(each).sort(([x], [y]) => (x < y ? -1 : 1)))
            : each,
        );
      expect(sameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true);
      expect(sameJson(a, b)).toBe(canonical(a) === canonical(b));
    }),
  );
  expect(sameJson({ a: undefined }, {})).toBe(true);
});

test('the methods of a path are those of all routes that match it', () => {
  const routes = [
    { method: 'GET', path: '/jobs/{id}' },
    { method: 'PUT', path: '/jobs/{id}' },
    { method: 'GET', path: '/jobs' },
  ];
  expect(methodsAt(routes, '/jobs/x')).toEqual(['GET', 'PUT']);
  expect(methodsAt(routes, '/jobs/')).toEqual(['GET']);
  expect(methodsAt(routes, '/jobs/x/y')).toEqual([]);
});
