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
  ...{ key, max: 1, rate: null, policy: 'Enqueue', maxQueued: null, options, parameters },
});

describe('the key of a run', () => {
  it.each<[string, string, Parameters<typeof limitKeyOf>[1], string]>([
    ['holds the value that the run was given', '${option.customer}', { options: { customer: '42' } }, '42'],
    ['holds it as the option writes it', '${option.customer}', { options: { customer: ' 42 ' } }, '42'],
    ['of an option has its default', 'r=${option.region}', null, 'r=eu'],
    ['of an option without a default has nothing', 'c=${option.customer}', { options: { region: 'us' } }, 'c='],
    ['of a bool has its word', '${option.urgent}', { options: { urgent: true } }, 'yes'],
    ['has several values', '${option.region}/${parameters.site}', { options: { region: 'us' } }, 'us/7'],
    ['has parameters of the job', '${parameters.site} ${parameters.list}', null, '7 [1,2]'],
    ['has those of the run over them', '${parameters.site}', { parameters: { site: 'b' } }, 'b'],
    ['has those of the job beside them', '${parameters.site}', { parameters: { list: 1 } }, '7'],
    ['has none of the job where the run has others than names', '${parameters.site}', { parameters: 'whole' }, ''],
    ['steps into an object', '${parameters.order.id}', { parameters: { order: { id: 5 } } }, '5'],
    ['has nothing for null and for what is absent', '<${parameters.none}${parameters.absent}>', null, '<>'],
    [
      'reads no value as a reference',
      '${parameters.site}',
      { parameters: { site: '${option.region}' } },
      '${option.region}',
    ],
    ['does not find what every object has', '${parameters.toString}', { parameters: {} }, ''],
  ])('%s', (_, key, given, want) => {
    expect(limitKeyOf(rule(key), given)).toEqual({ limitKey: want });
  });

  it('is none where the job has no limit per key', () => {
    expect(limitKeyOf(undefined, { parameters: { a: 1 } })).toEqual({});
  });

  it('is bounded, and differs where long values do, and is stored as it is', () => {
    const long = fc.string({ unit: 'binary', minLength: 0, maxLength: 400 });
    const keyOf = (value: JsonValue): string =>
      limitKeyOf(rule('${parameters.v}'), { parameters: { v: value } }).limitKey ?? '';
    fc.assert(
      fc.property(long, long, (a, b) => {
        const [one, two] = [keyOf(a), keyOf(b)];
        expect(one.length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
        expect(keyOf(a)).toBe(one);
        expect(one === two).toBe(a === b);
        // UTF-8, in which the database stores it, has no halves of characters.
        expect(Buffer.from(one, 'utf8').toString('utf8')).toBe(one);
      }),
    );
    expect(keyOf('\ud800')).toBe('\ufffd');
    expect(keyOf(`${'x'.repeat(94)}\u{1f600}${'y'.repeat(90)}`)).toMatch(/^x{94}~[0-9a-f]{32}$/);
    expect(keyOf('z'.repeat(300))).not.toBe(keyOf('z'.repeat(301)));
  });
});

it('begins a new rate with buckets that are empty at worst', () => {
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
