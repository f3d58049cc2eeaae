import type { JsonValue } from '../fields.js';
import type { JobOption } from '../options.js';
import { jobOptions } from '../job.js';
import { parseOffsetTime, formatTime } from './date-format.js';
import { unscheduledProblems } from './declaration.js';
import { evaluateOptions, optionValue } from './evaluate.js';
import { partSecrets, withoutSecretDefaults, withSecretDefaults } from './secret-defaults.js';

type Declared = JobOption extends infer T ? (T extends { name: string } ? Omit<T, 'name'> : never) : never;

const textOf = (declared: Declared, given: JsonValue | undefined): string => {
  const result = optionValue({ name: 'x', ...declared }, given);
  return result.ok ? result.text : `refused: ${result.message}`;
};
const REFUSED = expect.stringMatching(/^refused: /) as string;
const NEEDED = 'refused: is required';
const NOON = '2021-02-09T12:06:09+08:00';

const cases: [name: string, declared: Declared, given: JsonValue | undefined, want: string][] = [
  ['120: true of a custom bool', { type: 'bool', format: 'Custom', trueVal: '--verbose' }, true, '--verbose'],
  ['120: false of a custom bool', { type: 'bool', format: 'Custom', trueVal: '--verbose' }, false, ''],
  ['120: a bool accepts no text', { type: 'bool' }, 'true', REFUSED],
  ['120: a bool accepts no empty text', { type: 'bool' }, '', REFUSED],
  ['120: a bool that is null gets the default', { type: 'bool', default: true, format: 'OneZero' }, null, '1'],
  ['120: a bool without a value gets the default', { type: 'bool', default: true }, undefined, 'true'],
  ['120: a bool is written as yes or no', { type: 'bool', format: 'YesNo' }, false, 'no'],
  ['121: a string is trimmed on request', { type: 'string', trimSpaces: true }, ' world ', 'world'],
  ['121: a string is not trimmed otherwise', { type: 'string' }, ' world ', ' world '],
  [
    '121: the empty text is a value, but not one for a required option',
    { type: 'string', required: true, default: 'a' },
    '',
    NEEDED,
  ],
  [
    '121: spaces are not a value for a required option either',
    { type: 'string', required: true, trimSpaces: true },
    '  ',
    NEEDED,
  ],
  ['121: the empty text is not the default', { type: 'string', default: 'a' }, '', ''],
  ['121: a string that is null gets the default', { type: 'string', default: 'a' }, null, 'a'],
  ['121: a string accepts no bool', { type: 'string' }, true, REFUSED],
  [
    '122: a select accepts only its values',
    { type: 'select', values: ['a', 'b'] },
    'c',
    'refused: must be one of "a", "b"',
  ],
  [
    '122: a select accepts others if they are allowed',
    { type: 'select', values: ['a', 'b'], allowCustom: true },
    'c',
    'c',
  ],
  ['122: the empty text is not the default', { type: 'select', values: ['a'], default: 'a' }, '', ''],
  ['122: nor enough', { type: 'select', values: ['a'], required: true }, '', NEEDED],
  ['123: a multi that is null gets the default', { type: 'multi', values: ['a', 'b'], default: ['b'] }, null, 'b'],
  ['123: a multi with an empty list gets the default', { type: 'multi', values: ['a', 'b'], default: ['b'] }, [], 'b'],
  ['123: several values are joined', { type: 'multi', values: ['a', 'b'] }, ['a', 'b'], 'a,b'],
  [
    '123: several values are joined by the given delimiter',
    { type: 'multi', values: ['a', 'b'], delimiter: '' },
    ['a', 'b'],
    'ab',
  ],
  ['123: a text is not a list', { type: 'multi', values: ['a'] }, 'a', REFUSED],
  ['123: numbers are not values of a multi', { type: 'multi', values: ['a'] }, ['a', 2], REFUSED],
  [
    '123: the empty text is not a value of a multi',
    { type: 'multi', values: ['a'], allowCustom: true },
    ['a', ''],
    REFUSED,
  ],
  [
    '123: an empty list is not a value for a required option',
    { type: 'multi', values: ['a'], required: true },
    [],
    NEEDED,
  ],
  ['124: a date is written in its own offset', { type: 'date', format: 'D MMM YYYY' }, NOON, '9 Feb 2021'],
  ['124: a date without a format is written as it was given', { type: 'date' }, NOON, NOON],
  ['124: a number is not a date', { type: 'date' }, 1_612_843_569, REFUSED],
  ['124: free text is not a date', { type: 'date' }, 'tomorrow', REFUSED],
  ['124: a required date cannot be empty', { type: 'date', required: true }, null, NEEDED],
  ['124: an optional date can be empty', { type: 'date', format: 'D' }, null, ''],
  ['a number is written in full', { type: 'number' }, 1.5, '1.5'],
  ['a number has a minimum', { type: 'number', min: 2 }, 1, 'refused: must be at least 2'],
  ['a number has a maximum', { type: 'number', max: 2 }, 3, 'refused: must be at most 2'],
  ['a whole number', { type: 'number', integer: true }, 1.5, REFUSED],
  ['a number accepts no text', { type: 'number' }, '1', REFUSED],
  ['zero is a number', { type: 'number', required: true, default: 7 }, 0, '0'],
  ['a required number cannot be empty', { type: 'number', required: true }, null, NEEDED],
  ['a secret is kept unchanged', { type: 'secret' }, ' s ', ' s '],
  ['a secret has a default', { type: 'secret', required: true, default: 's' }, null, 's'],
];
test.each(cases)('%s', (_name, declared, given, want) => {
  expect(textOf(declared, given)).toEqual(want);
});

const refusals: [name: string, options: unknown, path: string][] = [
  [
    'two options of one name',
    [
      { name: 'a', type: 'bool' },
      { name: 'a', type: 'bool' },
    ],
    '1.name',
  ],
  ['a name with a space', [{ name: 'a b', type: 'bool' }], '0.name'],
  ['no such type', [{ name: 'a', type: 'file' }], '0.type'],
  ['a required bool', [{ name: 'a', type: 'bool', required: true }], '0'],
  ['a field of another type', [{ name: 'a', type: 'string', values: ['a'] }], '0'],
  ['texts without Custom', [{ name: 'a', type: 'bool', trueVal: 'x' }], '0.trueVal'],
  ['Custom without texts', [{ name: 'a', type: 'bool', format: 'Custom' }], '0.trueVal'],
  ['no values', [{ name: 'a', type: 'select', values: [] }], '0.values'],
  ['an empty value', [{ name: 'a', type: 'select', values: [''] }], '0.values.0'],
  ['a value twice', [{ name: 'a', type: 'multi', values: ['a', 'a'] }], '0.values.1'],
  [
    'a default that is not one of the values',
    [{ name: 'a', type: 'select', values: ['a'], default: 'b' }],
    '0.default',
  ],
  ['one of several', [{ name: 'a', type: 'multi', values: ['a'], default: ['a', 'b'] }], '0.default'],
  ['a default that is not a date', [{ name: 'a', type: 'date', default: '2021-02-30T00:00:00Z' }], '0.default'],
  ['a default out of range', [{ name: 'a', type: 'number', max: 1, default: 2 }], '0.default'],
  ['an empty range', [{ name: 'a', type: 'number', min: 2, max: 1 }], '0.min'],
  ['a required text whose default is empty', [{ name: 'a', type: 'string', required: true, default: '' }], '0.default'],
];
test.each(refusals)('a declaration with %s is refused, and the error names the field', (_name, options, path) => {
  const parsed = jobOptions.safeParse(options);
  expect(parsed.success).toBe(false);
  expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});

test('values without an option are refused by name, with all problems', () => {
  const declared: JobOption[] = [
    { name: 'a', type: 'number' },
    { name: 'b', type: 'secret', default: 's' },
  ];
  expect(evaluateOptions(declared, { a: 'x', c: 1, toString: 2 }).problems).toEqual([
    { path: 'options.c', message: 'is not an option of this job' },
    { path: 'options.toString', message: 'is not an option of this job' },
    { path: 'options.a', message: 'must be a number' },
  ]);
  expect(evaluateOptions(declared, { a: 1 }).values).toEqual([
    { name: 'a', value: 1, text: '1', secret: false },
    { name: 'b', value: 's', text: 's', secret: true },
  ]);
});

test('slots give no values, so a required option needs a default', () => {
  const declared: JobOption[] = [
    { name: 'a', type: 'string', required: true, default: 'x' },
    { name: 'b', type: 'date', required: true },
  ];
  expect(unscheduledProblems(declared)).toMatchObject([{ path: ['options', 1, 'default'] }]);
});

test('defaults of secrets are removed and inserted again', () => {
  const declared: JobOption[] = [
    { name: 'a', type: 'secret', default: 's' },
    { name: 'b', type: 'string', default: 't' },
  ];
  const bare = withoutSecretDefaults(declared);
  expect(JSON.stringify(bare)).not.toContain('"s"');
  expect(withSecretDefaults(bare, { a: 's', b: 'no secret' })).toEqual(declared);
  expect(partSecrets(declared, { a: 1, b: 2, c: 3 })).toEqual({ plain: { b: 2, c: 3 }, secret: { a: 1 } });
});

test.each([
  ['YYYY-MM-DD[T]HH:mm:ssZ', '2021-02-09T12:06:09+08:00'],
  ['dddd, Do MMMM YY', 'Tuesday, 9th February 21'],
  ['h:mm:ss.SSS A ZZ', '12:06:09.000 PM +0800'],
  ['X x', '1612843569 1612843569000'],
  ['DD/MM', '09/02'],
  ['[Day] d', 'Day 2'],
])('%s is written as %s', (pattern, want) => {
  expect(formatTime(parseOffsetTime(NOON)!, pattern)).toBe(want);
});

test.each(['2021-02-29T00:00:00Z', '2021-02-09', '2021-02-09T24:00:01Z', '2021-02-09T12:00:00', 'x'])(
  '%s is not a time',
  (text) => {
    expect(parseOffsetTime(text)).toBeNull();
  },
);
