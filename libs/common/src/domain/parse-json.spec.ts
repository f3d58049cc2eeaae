import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { MAX_ESCAPED_JSON_DEPTH, parseJson } from './parse-json.js';

/** The value with each object as the list of its names and values, so that JSON.parse reads no name, and none wrongly. */
type Listed = string | number | boolean | null | { list: Listed[] } | { fields: [string, Listed][] };

const name = fc.oneof(
  fc.constantFrom('\\u0', '\\"x', 'é1x', '"x1', '__proto__', 'constructor', 'toString', 'length', '0', '', 'a'),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('\\', '"', 'u', '0', 'é', '\n', '\ud83d', 'x'), maxLength: 6 }),
);

const { listed } = fc.letrec<{ listed: Listed }>((tie) => ({
  listed: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(name, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.record({ list: fc.array(tie('listed'), { maxLength: 4 }) }),
    fc.record({
      fields: fc.uniqueArray(fc.tuple(name, tie('listed')), { maxLength: 5, selector: ([each]) => each }),
    }),
  ),
}));

/** Writes text with escapes by turns as `escapes` says: only required ones, each letter, or all beyond ASCII. */
function written(value: Listed, escapes: () => number): string {
  if (typeof value === 'string') return writtenText(value, escapes());
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  if ('list' in value) return `[ ${value.list.map((each) => written(each, escapes)).join(' ,')}]`;
  return `{${value.fields.map(([key, each]) => `${writtenText(key, escapes())}\t:\n${written(each, escapes)}`).join(', ')} }`;
}

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
function writtenText(text: string, escapes: number): string {
  if (escapes % 3 === 0) return JSON.stringify(text);
  return `"${[...Array(text.length).keys()]
    .map((i) => (escapes % 3 === 1 || /[^ -~]|["\\]/u.test(text.charAt(i)) ? unit(text.charCodeAt(i)) : text.charAt(i)))
    .join('')}"`;
}

/** The value as JSON.parse gives it from its texts alone: the fault concerns names only. */
function built(value: Listed): unknown {
  if (typeof value === 'string') return JSON.parse(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return value;
  if ('list' in value) return value.list.map(built);
  return Object.fromEntries(
    value.fields.map(([key, each]) => [JSON.parse(JSON.stringify(key)) as string, built(each)]),
  );
}

/** The value as lists again, since matchers treat a name such as `constructor` specially. */
function listedOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return { list: value.map(listedOf) };
  return { fields: Object.entries(value).map(([key, each]) => [key, listedOf(each)]) };
}

test('a text is parsed to its value, however its names are escaped and whatever was parsed before', () => {
  fc.assert(
    fc.property(fc.array(listed, { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat(2)), (values, stream) => {
      const escapes = (): number => stream.next().value as number;
      for (const value of values)
        expect(listedOf(parseJson(written(value, escapes)))).toStrictEqual(listedOf(built(value)));
    }),
    { numRuns: worlds(500) },
  );
});

test('names are given in the order of the text', () => {
  expect(Object.keys(parseJson('{"b":1,"\\u0061":2,"2":3,"1":4}') as object)).toEqual(['1', '2', 'b', 'a']);
});

describe('S14: a name is parsed as it was sent, whatever others have sent before', () => {
  test.each([
    ['a letter beyond ASCII', '{"rows":1,"\\\\u0":2}', '{"rows":1,"\\u00e91x":[1]}', ['rows', 'é1x']],
    ['a quote', '{"lines":1,"\\\\\\"x":2}', '{"lines":1,"\\"x1":[1]}', ['lines', '"x1']],
    ['a control character', '{"pages":1,"\\\\n":2}', '{"pages":1,"\\nx":[1]}', ['pages', '\nx']],
    ['an ASCII letter', '{"sheets":1,"\\\\u":2}', '{"sheets":1,"\\u0061b":[1]}', ['sheets', 'ab']],
  ])('%s', (_, before, text, want) => {
    for (let i = 0; i < 50; i++) parseJson(before);
    for (let i = 0; i < 50; i++) expect(Object.keys(parseJson(text) as object)).toEqual(want);
  });

  test('JSON.parse itself gives the right names, too, after parseJson has parsed others', () => {
    for (let i = 0; i < 50; i++) parseJson('{"cells":1,"\\\\u0":2}');
    expect(Object.keys(JSON.parse('{"cells":1,"\\u00e91x":[1]}') as object)).toEqual(['cells', 'é1x']);
  });
});

test.each([
  ['the last value of a repeated name counts', '{"\\u0061":1,"a":2}', { a: 2 }],
  ['null as the last value counts', '{"\\u0061":1,"a":null}', { a: null }],
  ['numbers', '{"\\n":[-0,1e400,1E-2,12345678901234567890]}', { '\n': [-0, Infinity, 0.01, 12345678901234567000] }],
  ['white space', ' {"\\n" \r\n\t: [ ] } ', { '\n': [] }],
  ['half of a surrogate pair is kept', '{"\\ud83d":"\\ude00"}', { '\ud83d': '\ude00' }],
])('%s', (_, text, want) => {
  expect(parseJson(text)).toStrictEqual(want);
});

test('a name that objects use for inheritance is an ordinary name', () => {
  const value = parseJson('{"\\u005f_proto__":{"a":1}}') as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('invalid JSON is refused, with and without escaped names', () => {
  const pieces = fc.constantFrom(
    ...['{', '}', '[', ']', ':', ',', '"', '\\'],
    '\\u00',
    '\\"',
    '"\\n":',
    '"a"',
    '1',
    '-',
    '.5',
    'true',
    ' ',
    '\n',
    '\u00a0',
    '\ufeff',
  );
  const outcome = (read: () => unknown): unknown => {
    try {
      return { value: read() };
    } catch (error) {
      return (error as Error).name;
    }
  };
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = `{"\\n":${parts.join('')}`;
      for (const each of [text, `${text}}`, parts.join('')])
        expect(outcome(() => parseJson(each))).toEqual(outcome(() => JSON.parse(each)));
    }),
    { numRuns: worlds(1_000) },
  );
});

test('text with escaped names may be nested to the limit; other text as deeply as JSON.parse allows', () => {
  const nested = (inner: string, depth: number): string => '['.repeat(depth) + inner + ']'.repeat(depth);
  expect(() => parseJson(nested('{"\\n":"[[[{"}', MAX_ESCAPED_JSON_DEPTH - 1))).not.toThrow();
  expect(() => parseJson(nested('{"\\n":1}', MAX_ESCAPED_JSON_DEPTH))).toThrow(SyntaxError);
  expect(() => parseJson(nested('{"\\n":1}', 1_000_000))).toThrow(SyntaxError);
  expect(() => parseJson(nested('{"n":"\\n"}', 100_000))).not.toThrow();
});
