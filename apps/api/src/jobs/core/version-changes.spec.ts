import fc from 'fast-check';
import { applyPatch } from 'rfc6902';
import type { JsonValue } from '#common/spec/fields.js';
import { versionChanges } from './version-changes.js';

test('the differences are given as paths with the values before and after', () => {
  const before = { name: 'a', schedules: [{ cron: '0 1 * * *' }], labels: { team: 'x' } };
  const after = { name: 'b', schedules: [{ cron: '0 2 * * *' }, { cron: '0 3 * * *' }], note: 'new' };
  expect(versionChanges(before, after)).toEqual([
    { op: 'remove', path: '/labels', before: { team: 'x' } },
    { op: 'add', path: '/note', value: 'new' },
    { op: 'replace', path: '/name', before: 'a', value: 'b' },
    { op: 'replace', path: '/schedules/0/cron', before: '0 1 * * *', value: '0 2 * * *' },
    { op: 'add', path: '/schedules/-', value: { cron: '0 3 * * *' } },
  ]);
});

test('equal definitions have no differences', () => {
  expect(versionChanges({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([]);
});

test('long lists are replaced as a whole, in a short time', () => {
  const list = (first: number): number[] => Array.from({ length: 50_000 }, (_, i) => first + i);
  expect(versionChanges({ keys: list(0) }, { keys: list(1) })).toEqual([
    { op: 'replace', path: '/keys', before: list(0), value: list(1) },
  ]);
  expect(versionChanges({ keys: list(0) }, { keys: list(0) })).toEqual([]);
});

/** No member is named `__proto__`: the parser of request bodies refuses it (`body-parsers.ts`), so no version contains one. */
const object = fc
  .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
  .filter((value) => !JSON.stringify(value).includes('"__proto__":'));

test('applying the changes to the one version gives the other, and each change contains the former value', () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      const present: unknown = structuredClone(before);
      const changes = versionChanges(before as JsonValue, after as JsonValue);
      for (const { op, path, value } of changes)
        expect(applyPatch(present, [op === 'remove' ? { op, path } : { op, path, value }])).toEqual([null]);
      expect(present).toEqual(after);
      expect(changes.every(({ op, ...rest }) => 'before' in rest === (op !== 'add'))).toBe(true);
    }),
  );
});
