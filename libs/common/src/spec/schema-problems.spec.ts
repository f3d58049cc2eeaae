import { z } from 'zod';
import { jsonValue } from './fields.js';
import { newJob } from './job.js';
import { problemsOf } from './schema-problems.js';

const problems = (schema: z.ZodType, value: unknown): [string, string][] =>
  problemsOf(schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path, message]);

test('every invalid field is reported with a readable message', () => {
  const schema = z.strictObject({
    a: z.string(),
    b: z.int().max(3),
    c: z.enum(['x', 'y']),
    d: z.array(z.string()).min(1),
    e: z.strictObject({ f: z.boolean() }),
    g: z.union([z.string(), z.array(z.int())]),
    h: z.string().max(2),
  });
  expect(problems(schema, { b: 4, c: 'z', d: [], e: { f: 1, extra: 2 }, g: ['x'], h: 'long', more: 1 })).toEqual([
    ['a', 'is required'],
    ['b', 'must be at most 3'],
    ['c', 'must be one of x, y'],
    ['d', 'must have at least 1 items'],
    ['e.f', 'must be a boolean'],
    ['e.extra', 'is not a known field'],
    ['g.0', 'must be a number'],
    ['h', 'must have at most 2 characters'],
    ['more', 'is not a known field'],
  ]);
  expect(problems(z.record(z.string(), z.int()), [])).toEqual([['', 'must be an object']]);
  expect(problems(z.int(), 1.5)).toEqual([['', 'must be a whole number']]);
  expect(problems(schema, 7)).toEqual([['', 'must be an object']]);
  expect(problems(z.union([z.string(), z.int()]), true)).toEqual([['', 'must be a string or a number']]);
});

test('the problems of a union are those of the form that the value matches best', () => {
  const oneOrMany = z.union([z.string(), z.array(z.string()).max(2)]);
  expect(problems(oneOrMany, ['a', 'b', 'c'])).toEqual([['', 'must have at most 2 items']]);
  const either = z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('a') }),
    z.strictObject({ type: z.literal('b') }),
  ]);
  expect(problems(either, { type: 'c' })).toEqual([['type', 'must be one of a, b']]);
  // What a secret must be like is more useful than the text that stands for a kept one.
  const kept = [z.literal('***'), z.string().regex(/^[a-z]+$/, 'must be small letters')] as const;
  for (const forms of [kept, kept.toReversed()])
    expect(problems(z.strictObject({ a: z.union(forms) }), { a: 'A' })).toEqual([['a', 'must be small letters']]);
  expect(problems(z.union([z.literal('***'), z.enum(['x', 'y'])]), 'z')).toEqual([['', 'must be one of ***']]);
});

test('JSON that is nested too deeply is reported with its field, at any depth', () => {
  const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const schema = z.strictObject({ a: jsonValue, b: jsonValue.optional() });
  expect(problems(schema, { a: deep(64) })).toEqual([]);
  for (const levels of [65, 100_000]) {
    expect(problems(schema, { a: deep(levels) })).toEqual([['a', 'must be JSON, nested at most 64 levels deep']]);
  }
  expect(problems(schema, {})).toEqual([['a', 'is required']]);
  expect(problems(schema, { a: { b: [1, 'x', null, true] } })).toEqual([]);
  for (const none of [Number.NaN, new Date(0), () => 1, [undefined]])
    expect(problems(schema, { a: none })).toHaveLength(1);
});

test('a schedule that is given in both forms is reported at the short form', () => {
  const job = { tenant: 'a', name: 'n', worker: 'w', cron: '* * * * *', schedule: { cron: '* * * * *' } };
  expect(problems(newJob, job).map(([path]) => path)).toEqual(['cron']);
});
