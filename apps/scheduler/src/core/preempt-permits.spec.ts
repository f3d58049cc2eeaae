import { asRunId } from '#common/domain/ids.js';
import { PREEMPT_AFTER_MS } from '#common/domain/limits.js';
import { preemptions, type HoldingRun, type WaitingRun } from './preempt-permits.js';
import type { GroupWeights } from './turns.js';

const NOW = 1_000_000;
const LONG_AGO = NOW - PREEMPT_AFTER_MS;

const waits = (id: string, fields: Partial<WaitingRun> = {}): WaitingRun => ({
  run: asRunId(id),
  priority: 10,
  waitsSince: LONG_AGO,
  ...fields,
});
const holds = (id: string, fields: Partial<HoldingRun> = {}): HoldingRun => ({
  run: asRunId(id),
  priority: 0,
  since: 1,
  standing: 'preemptible',
  ...fields,
});
const pairsOf = (
  waiting: readonly WaitingRun[],
  holders: readonly HoldingRun[],
  terms: { readonly size?: number; readonly weights?: GroupWeights | null } = {},
): readonly string[] =>
  preemptions({ size: holders.length, weights: null, waiting, holders, ...terms }, NOW).map(
    ({ taker, victim }) => `${victim.run} for ${taker.run}`,
  );

test('the permit of the youngest run of the lowest priority is taken', () => {
  const holders = [holds('five', { priority: 5 }), holds('old'), holds('young', { since: 9 })];
  expect(pairsOf([waits('w')], holders)).toEqual(['young for w']);
  expect(pairsOf([waits('w'), waits('v'), waits('u')], holders)).toEqual(['young for w', 'old for v', 'five for u']);
});

test('no permit is taken from runs that are not preemptible or have no lower priority', () => {
  expect(pairsOf([waits('w')], [holds('same', { priority: 10 }), holds('stays', { standing: 'stays' })])).toEqual([]);
});

test('a permit that is free, or will be released, goes to the first in turn', () => {
  expect(pairsOf([waits('w')], [holds('low')], { size: 2 })).toEqual([]);
  const leaving = [holds('low'), holds('gone', { standing: 'leaving' })];
  expect(pairsOf([waits('w')], leaving)).toEqual([]);
  expect(pairsOf([waits('w'), waits('v')], leaving)).toEqual(['low for v']);
});

test('no permit is taken for a run behind one that has to wait', () => {
  const holders = [holds('low', { priority: 5 })];
  expect(pairsOf([waits('young', { waitsSince: NOW - 1 }), waits('w')], holders)).toEqual([]);
  expect(pairsOf([waits('lower', { priority: 1 }), waits('w')], holders)).toEqual([]);
});

test('a lowered limit has no free permit until enough runs have ended', () => {
  expect(pairsOf([waits('w')], [holds('a'), holds('b')], { size: 1 })).toEqual([]);
});

test('between groups with weights, the other group keeps as many permits for its weight as the taker then has', () => {
  const many = ['a', 'b', 'c'].map((id) => holds(id, { group: 'big', priority: 50 }));
  const taker = [waits('w', { group: 'small', priority: 0 })];
  const terms = { weights: { big: 1, small: 1 } };
  expect(pairsOf(taker, many, terms)).toEqual(['a for w']);
  expect(pairsOf(taker, [...many.slice(0, 1), holds('own', { group: 'small' })], terms)).toEqual([]);
  expect(pairsOf(taker, many, { weights: { big: 4, small: 1 } })).toEqual([]);
});
