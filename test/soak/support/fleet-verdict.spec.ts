import { faultsOf, type Found } from './fleet-verdict.js';

const SLOT = 1_800_000_000_000;
const run = (id: string, laterMs = -1_500): [string, Found] => [id, { at: SLOT, createdAt: SLOT + laterMs }];
const expected = new Map([
  ['a', SLOT],
  ['b', SLOT],
]);
const stroke = { name: 'scheduler-3', from: SLOT - 1_000, to: SLOT + 5_000, killed: false };

test('there is no problem if each slot has its run, made before it or soon after', () => {
  expect(faultsOf(expected, new Map([run('a'), run('b', 9_000)]), [stroke])).toEqual({});
});

test('a slot without a run is reported, and a run without a slot', () => {
  expect(faultsOf(expected, new Map([run('a'), run('c')]), [])).toEqual({
    'no run of a slot': ['b'],
    'a run of no slot': ['c'],
  });
});

test('a late run is reported, with the process that stood still meanwhile', () => {
  const late = new Map([run('a', 30_000), run('b')]);
  expect(faultsOf(expected, late, [stroke])).toEqual({ late: ['a: 30000 ms, while scheduler-3 stood still'] });
  expect(faultsOf(expected, late, [])).toEqual({ late: ['a: 30000 ms, while nobody stood still'] });
});
