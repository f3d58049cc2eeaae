import fc from 'fast-check';
import { MAX_KEY_LENGTH } from '#common/domain/limits.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { JobOption } from '#common/spec/options.js';
import { bucketsUnder, limitKeyOf, parameterTexts } from './key-limit.js';
import type { KeyRule } from './key-rule.js';

const options: JobOption[] = [
  { name: 'customer', type: 'string', trimSpaces: true },
  { name: 'urgent', type: 'bool', format: 'YesNo' },
  { name: 'region', type: 'select', values: ['eu', 'us'], default: 'eu' },
];
const parameters = parameterTexts({ site: 7, list: [1, 2], none: null, other: 'x' }, [
  'site',
  'list',
  'none',
  'absent',
]);
const rule = (key: string): KeyRule => ({
  key,
  max: 1,
  rate: null,
  policy: 'Enqueue',
  maxQueued: null,
  options,
  parameters,
});

describe('the key of a run', () => {
  it.each<[string, string, Parameters<typeof limitKeyOf>[1], string]>([
    ['contains the value that the run was given', '${option.customer}', { options: { customer: '42' } }, '42'],
    ['contains the value as the option writes it', '${option.customer}', { options: { customer: ' 42 ' } }, '42'],
    ['contains the default of an option', 'r=${option.region}', null, 'r=eu'],
    ['contains nothing for an option without a default', 'c=${option.customer}', { options: { region: 'us' } }, 'c='],
    ['contains the word of a bool option', '${option.urgent}', { options: { urgent: true } }, 'yes'],
    ['has several values', '${option.region}/${parameters.site}', { options: { region: 'us' } }, 'us/7'],
    ['contains parameters of the job', '${parameters.site} ${parameters.list}', null, '7 [1,2]'],
    [
      'contains parameters of the run instead of those of the job',
      '${parameters.site}',
      { parameters: { site: 'b' } },
      'b',
    ],
    ['contains parameters of the job beside those of the run', '${parameters.site}', { parameters: { list: 1 } }, '7'],
    [
      'contains none of the job if the parameters of the run are not an object',
      '${parameters.site}',
      { parameters: 'whole' },
      '',
    ],
    ['contains a field of an object', '${parameters.order.id}', { parameters: { order: { id: 5 } } }, '5'],
    ['contains nothing for null and for absent parameters', '<${parameters.none}${parameters.absent}>', null, '<>'],
    [
      'does not treat a value as a reference',
      '${parameters.site}',
      { parameters: { site: '${option.region}' } },
      '${option.region}',
    ],
    ['does not contain properties that every object inherits', '${parameters.toString}', { parameters: {} }, ''],
  ])('%s', (_, key, given, want) => {
    expect(limitKeyOf(rule(key), given)).toEqual({ limitKey: want });
  });

  it('is none if the job has no limit per key', () => {
    expect(limitKeyOf(undefined, { parameters: { a: 1 } })).toEqual({});
  });

  it('is bounded, differs if long values differ, and is what is stored', () => {
    const long = fc.string({ unit: 'binary', minLength: 0, maxLength: 400 });
    const keyOf = (value: JsonValue): string =>
      limitKeyOf(rule('${parameters.v}'), { parameters: { v: value } }).limitKey ?? '';
    fc.assert(
      fc.property(long, long, (a, b) => {
        const one = keyOf(a);
        const two = keyOf(b);
        expect(one.length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
        expect(keyOf(a)).toBe(one);
        expect(one === two).toBe(a === b);
        // UTF-8, in which the database stores it, cannot represent half of a surrogate pair.
        expect(Buffer.from(one, 'utf8').toString('utf8')).toBe(one);
      }),
    );
    expect(keyOf('\ud800')).toBe('\ufffd');
    expect(keyOf(`${'x'.repeat(94)}\u{1f600}${'y'.repeat(90)}`)).toMatch(/^x{94}~[0-9a-f]{32}$/);
    expect(keyOf('z'.repeat(300))).not.toBe(keyOf('z'.repeat(301)));
  });
});

it('a new rate begins with buckets that are empty at worst', () => {
  const buckets = [
    { key: 'a', fullAt: 90_000 },
    { key: 'b', fullAt: 11_000 },
  ];
  expect(bucketsUnder({ runs: 1, perSeconds: 5 }, buckets, 10_000)).toEqual([
    { key: 'a', fullAt: 15_000 },
    { key: 'b', fullAt: 11_000 },
  ]);
  expect(bucketsUnder(null, buckets, 10_000)).toEqual([]);
});
