import { asRunId } from '#common/domain/ids.js';
import { PREEMPT_AFTER_MS } from '#common/domain/limits.js';
import { preemptions, type HoldingRun, type WaitingRun } from './preempt-permits.js';
import type { GroupWeights } from './turns.js';

const NOW = 1_000_000;
const LONG_AGO = NOW - PREEMPT_AFTER_MS;

const waits = (id: string, fields: Partial<WaitingRun> = {}): WaitingRun => ({
  ...{ run: asRunId(id), priority: 10, waitsSince: LONG_AGO },
  ...fields,
});
const holds = (id: string, fields: Partial<HoldingRun> = {}): HoldingRun => ({
  ...{ run: asRunId(id), priority: 0, since: 1, standing: 'preemptible' },
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

test('the permit of a run of lower priority is taken: of the lowest, and of these the youngest', () => {
  const holders = [holds('five', { priority: 5 }), holds('old'), holds('young', { since: 9 })];
  expect(pairsOf([waits('w')], holders)).toEqual(['young for w']);
  expect(pairsOf([waits('w'), waits('v'), waits('u')], holders)).toEqual(['young for w', 'old for v', 'five for u']);
});

test('nothing is taken of runs that have no lower priority or are not preemptible', () => {
  expect(pairsOf([waits('w')], [holds('same', { priority: 10 }), holds('stays', { standing: 'stays' })])).toEqual([]);
});

test('a permit that is free, or becomes free by itself, is for the first in turn', () => {
  expect(pairsOf([waits('w')], [holds('low')], { size: 2 })).toEqual([]);
  const leaving = [holds('low'), holds('gone', { standing: 'leaving' })];
  expect(pairsOf([waits('w')], leaving)).toEqual([]);
  expect(pairsOf([waits('w'), waits('v')], leaving)).toEqual(['low for v']);
});

test('nothing is taken for a run behind one that has to wait', () => {
  const holders = [holds('low', { priority: 5 })];
  expect(pairsOf([waits('young', { waitsSince: NOW - 1 }), waits('w')], holders)).toEqual([]);
  expect(pairsOf([waits('lower', { priority: 1 }), waits('w')], holders)).toEqual([]);
});

test('a limit that was made smaller has nothing free until so many have left', () => {
  expect(pairsOf([waits('w')], [holds('a'), holds('b')], { size: 1 })).toEqual([]);
});

test('between groups with weights the other keeps as many for its weight as the taker has then', () => {
  const many = ['a', 'b', 'c'].map((id) => holds(id, { group: 'big', priority: 50 }));
  const taker = [waits('w', { group: 'small', priority: 0 })];
  const terms = { weights: { big: 1, small: 1 } };
  expect(pairsOf(taker, many, terms)).toEqual(['a for w']);
  expect(pairsOf(taker, [...many.slice(0, 1), holds('own', { group: 'small' })], terms)).toEqual([]);
  expect(pairsOf(taker, many, { weights: { big: 4, small: 1 } })).toEqual([]);
});
