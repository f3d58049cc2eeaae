import fc from 'fast-check';
import { nulPaths } from './nul.js';

const NUL = '\u0000';

test('a value holds NUL exactly if its JSON does', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\\', 'u0000', NUL), maxLength: 4 });
  const value = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constantFrom(null, 1, true),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(text, tie('node'), { maxKeys: 3 }),
    ),
  })).node;
  // The escape is in the text as JSON.stringify writes it: JSON.parse of Node 24 may read an escaped name wrongly if it begins with a backslash.
  const holds = (json: string): boolean => /(?<!\\)(?:\\\\)*\\u0000/.test(json);
  fc.assert(
    fc.property(value, (given) => {
      expect(nulPaths(given, 1).length > 0).toBe(holds(JSON.stringify(given)));
    }),
  );
});

test('paths are found in order, up to the requested limit, at any depth', () => {
  const value = { a: [1, `x${NUL}`], b: { [`k${NUL}`]: 1 }, c: NUL };
  expect(nulPaths(value, 9)).toEqual([['a', '1'], ['b', `k${NUL}`], ['c']]);
  expect(nulPaths(value, 1)).toEqual([['a', '1']]);
  expect(nulPaths(NUL, 9)).toEqual([[]]);
  const deep = JSON.parse('['.repeat(20_000) + `"\\u0000"` + ']'.repeat(20_000)) as unknown;
  expect(nulPaths(deep, 1)[0]).toHaveLength(20_000);
});
