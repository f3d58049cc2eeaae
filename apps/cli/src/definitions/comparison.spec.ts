import fc from 'fast-check';
import { differenceText, isSame, plainSpec, same } from './comparison.js';
import { replacing } from './server-kinds.js';

const jobs = fc.record(
  {
    name: fc.string(),
    enabled: fc.boolean(),
    labels: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
    parameters: fc.jsonValue(),
  },
  { requiredKeys: ['name'] },
);

test('a definition equals the one that the server shows for it', () => {
  fc.assert(
    fc.property(jobs, (job) => {
      const shown = { id: 'x', enabled: true, labels: {}, owners: [], ...job, version: 3, status: {}, paused: null };
      expect(isSame('Job', shown, job)).toBe(true);
      expect(plainSpec('Job', plainSpec('Job', shown))).toEqual(plainSpec('Job', shown));
    }),
  );
});

test('any other name counts as a difference', () => {
  fc.assert(
    fc.property(jobs, fc.string(), (job, name) => {
      expect(isSame('Job', job, { ...job, name })).toBe(name === job.name);
    }),
  );
});

test.each<[what: string, a: unknown, b: unknown, wanted: boolean]>([
  ['fields in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['an instant in another notation', '2026-12-01T00:00:00.000Z', '2026-12-01T01:00:00+01:00', true],
  ['items in another order', [1, 2], [2, 1], false],
  ['null and a missing field', { a: null }, {}, false],
])('%s are compared (case %#)', (_what, a, b, wanted) => {
  expect(same(a, b)).toBe(wanted);
});

test('*** in a file keeps the stored secret, and the differences show no secret', () => {
  const current = { name: 'x', secureParameters: { a: 'one', b: 'two' } };
  expect(isSame('Job', current, { name: 'x', secureParameters: { a: '***', b: '***' } })).toBe(true);
  const wanted = { name: 'x', secureParameters: { a: '***', b: 'three' } };
  expect(isSame('Job', current, wanted)).toBe(false);
  const text = differenceText('Job', 'job/x', current, wanted);
  expect(text).toContain('+  b: "*** (after)"');
  expect(text).not.toMatch(/one|two|three/);
});

test('a patch makes an object equal to the file: fields that the file lacks are removed', () => {
  const merge = (target: unknown, patch: unknown): unknown => {
    if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
    const base = typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {};
    const merged = new Map<string, unknown>(Object.entries(base));
    for (const [name, value] of Object.entries(patch))
      if (value === null) merged.delete(name);
      else merged.set(name, merge(merged.get(name), value));
    return Object.fromEntries(merged);
  };
  const groups = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer(), { noNullPrototype: true });
  fc.assert(
    fc.property(groups, groups, (before, after) => {
      expect(merge({ groups: before }, replacing({ groups: before }, { groups: after }))).toEqual({ groups: after });
    }),
  );
});
