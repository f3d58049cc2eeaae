import type { Stroke } from './freezes.js';
import type { SoakJob } from './jobs.js';
import { slotFaults, type SlotBooks } from './slots.js';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const at = (second: number): number => START + second * 1_000;
const gap = (from: number, to: number, reason: string, count = (to - from) / 5 + 1): SlotBooks['gaps'][number] => ({
  from: new Date(at(from)).toISOString(),
  to: new Date(at(to)).toISOString(),
  count,
  reason,
});
const job = (kind: SoakJob['kind']): SoakJob => ({
  id: 'rates',
  kind,
  every: 5,
  work: null,
  attempts: 1,
  madeAt: START,
});
const books = (kind: SoakJob['kind'], ran: readonly number[], gaps: SlotBooks['gaps'] = []): SlotBooks => ({
  job: job(kind),
  ran: ran.map(at),
  gaps,
  since: at(0),
  until: at(20),
});
/** The database stood still from the first slot on, for so many seconds. */
const outage = (seconds: number): Stroke[] => [{ name: 'database', from: at(0), to: at(seconds), killed: false }];

test.each<[string, SlotBooks, readonly Stroke[]]>([
  ['all of which ran', books('all', [5, 10, 15, 20]), []],
  ['a run and a gap of a long outage', books('last', [5, 20], [gap(10, 15, 'MisfireLast')]), outage(60)],
  ['skipped after a long outage', books('skip', [5, 15, 20], [gap(10, 10, 'MisfireSkip')]), outage(60)],
  ['refused to a job with one run at a time', books('serial', [5, 15, 20], [gap(10, 10, 'ConcurrencyForbidden')]), []],
])('slots are in order: %s', (_what, ledger, diary) => {
  expect(slotFaults(ledger, diary)).toEqual([]);
});

test.each<[string, SlotBooks, readonly Stroke[], string]>([
  ['one without an outcome', books('all', [5, 15, 20]), [], 'has 0 outcomes'],
  ['one with two runs', books('all', [5, 10, 10, 15, 20]), [], 'has 2 outcomes: run, run'],
  ['a run within a gap', books('last', [5, 10, 15, 20], [gap(10, 10, 'MisfireLast')]), outage(60), 'run, MisfireLast'],
  ['missed without an outage', books('last', [5, 20], [gap(10, 15, 'MisfireLast')]), [], 'did not run for MisfireLast'],
  ['missed after a short outage', books('skip', [5, 15, 20], [gap(10, 10, 'MisfireSkip')]), outage(12), 'MisfireSkip'],
  [
    'missed although the policy runs all',
    books('all', [5, 15, 20], [gap(10, 10, 'MaxMissed')]),
    outage(60),
    'MaxMissed',
  ],
  ['a gap with a wrong count', books('last', [5, 20], [gap(10, 15, 'MisfireLast', 3)]), outage(60), 'counts 3'],
  ['a late beginning', { ...books('all', [20]), since: at(-60) }, [], 'has no outcome before'],
  ['none at all', books('all', []), [], 'has no outcome before ever'],
])('slots are out of order: %s', (_what, ledger, diary, fault) => {
  expect(slotFaults(ledger, diary).join('; ')).toContain(fault);
});
