import { asRunId } from '#common/domain/ids.js';
import { PREEMPT_AFTER_MS } from '#common/domain/limits.js';
import { preemptions, type HeldLimit, type HoldingRun, type WaitingRun } from './preempt-permits.js';
import type { GroupWeights } from './turns.js';

const NOW = 1_000_000;
const LONG_AGO = NOW - PREEMPT_AFTER_MS;

const waits = (id: string, fields: Partial<WaitingRun> = {}): Omit<WaitingRun, 'limits'> => ({
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
interface Terms {
  readonly size?: number;
  readonly weights?: GroupWeights | null;
  /** A further limit of the waiting runs. */
  readonly other?: HeldLimit;
}

/** The victims, each with the runs that get its permit. */
function pairsOf(
  waiting: readonly Omit<WaitingRun, 'limits'>[],
  holders: readonly HoldingRun[],
  { size = holders.length, weights = null, other }: Terms = {},
): readonly string[] {
  const limits = new Map<string, HeldLimit>([['l', { size, holders: new Set(holders.map(({ run }) => run)) }]]);
  if (other) limits.set('other', other);
  const inRank = waiting.map((each) => ({ ...each, limits: [...limits.keys()] }));
  return preemptions({ key: 'l', weights, holders, waiting: inRank, limits }, NOW).map(
    ({ run, takers }) => `${run} for ${takers}`,
  );
}

test('the permit of the youngest run of the lowest priority is taken', () => {
  const holders = [holds('five', { priority: 5 }), holds('old'), holds('young', { since: 9 })];
  expect(pairsOf([waits('w')], holders)).toEqual(['young for run w of priority 10']);
  expect(pairsOf([waits('w'), waits('v'), waits('u')], holders)).toEqual(
    ['young', 'old', 'five'].map((victim, at) => `${victim} for run ${'wvu'[at]} of priority 10`),
  );
});

test('no permit is taken from runs that are not preemptible or have no lower priority', () => {
  expect(pairsOf([waits('w')], [holds('same', { priority: 10 }), holds('stays', { standing: 'stays' })])).toEqual([]);
});

test('a permit that is free, or will be released, goes to the first in turn', () => {
  expect(pairsOf([waits('w')], [holds('low')], { size: 2 })).toEqual([]);
  const leaving = [holds('low'), holds('gone', { standing: 'leaving' })];
  expect(pairsOf([waits('w')], leaving)).toEqual([]);
  expect(pairsOf([waits('w'), waits('v')], leaving)).toEqual(['low for run v of priority 10']);
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
  expect(pairsOf(taker, many, terms)).toEqual(['a for run w of priority 0']);
  expect(pairsOf(taker, [...many.slice(0, 1), holds('own', { group: 'small' })], terms)).toEqual([]);
  expect(pairsOf(taker, many, { weights: { big: 4, small: 1 } })).toEqual([]);
});

test('no permit is taken for a run that would lack one of another limit, unless runs that may be preempted hold it', () => {
  const held = (...runs: string[]): Terms => ({ other: { size: 1, holders: new Set(runs.map(asRunId)) } });
  expect(pairsOf([waits('w')], [holds('low')], held('stranger'))).toEqual([]);
  expect(pairsOf([waits('w')], [holds('low')], held('low'))).toHaveLength(1);
  expect(pairsOf([waits('w')], [holds('low'), holds('young', { since: 9 })], held('low'))).toEqual([
    'low for run w of priority 10',
  ]);
});
