import { DEFAULT_SHARDS } from '#common/domain/limits.js';
import fc from 'fast-check';
import { asRunId } from '#common/domain/ids.js';
import { MAX_ITEMS_BYTES, MAX_NAMED_REQUESTS } from '#common/domain/limits.js';
import { isGathering } from '#common/run/gathered.js';
import type { Run } from '#common/run/run.js';
import type { JsonValue } from '#common/spec/fields.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { printOf, standsFor } from '../request-print.js';
import { gatheringRun, closed, joined, type GatherRequest, type GatherRule } from './gather.js';

const NOW = 1_795_000_000_000;
const SECOND = 1_000;
const state = aSchedule(null, 0);
const debounce: GatherRule = { by: 'debounce', key: 'k', seconds: 10, maxWaitSeconds: 25 };
const collect: GatherRule = { by: 'collect', key: 'k', seconds: 10, maxItems: 3 };

function asked(name: string, rule: GatherRule, item: JsonValue = name): GatherRequest {
  const items = rule.by === 'collect' ? { items: [item] } : {};
  return {
    id: asRunId(name),
    print: printOf(asRunId(name)),
    shardCount: DEFAULT_SHARDS,
    rule,
    run: { requestedBy: 'ann', overrides: { parameters: { name }, ...items } },
  };
}
const begin = (rule: GatherRule, now = NOW): Run => gatheringRun(state, asRunId('run'), asked('a', rule), now);
const join = (run: Run, name: string, rule: GatherRule, now: number): Run | null =>
  joined(run, state, asked(name, rule), now);
function sure(run: Run | null): Run {
  if (run === null) throw new Error('it does not take the request');
  return run;
}

test('a gathered run is queued until its window ends, and has this as its reason', () => {
  const run = begin(debounce);
  expect(run).toMatchObject({
    id: 'run',
    phase: 'Queued',
    wakeAt: null,
    rev: 1,
    startAfter: NOW + 10 * SECOND,
    reason: 'Debouncing',
    overrides: { parameters: { name: 'a' } },
    requests: { by: 'debounce', key: 'k', open: true, count: 1, first: [{ id: 'a', at: NOW, by: 'ann' }], last: [] },
  });
  expect(run.transitions).toMatchObject([{ phase: 'Queued', reason: 'Debouncing', message: run.message }]);
  expect([standsFor(run, asRunId('a')), standsFor(run, asRunId('b'))]).toEqual([true, false]);
});

test('debounce: the latest request overrides the others, and each one delays the start, up to the maximum wait', () => {
  const second = sure(join(begin(debounce), 'b', debounce, NOW + 9 * SECOND));
  expect(second).toMatchObject({
    startAfter: NOW + 19 * SECOND,
    overrides: { parameters: { name: 'b' } },
    requests: { count: 2, firstAt: NOW, lastAt: NOW + 9 * SECOND },
    id: 'run',
    createdAt: NOW,
    rev: 2,
  });
  expect(second.transitions).toHaveLength(1);
  const third = sure(join(second, 'c', debounce, NOW + 18 * SECOND));
  expect([third.startAfter, third.rev]).toEqual([NOW + 25 * SECOND, 3]);
  expect(join(third, 'd', debounce, NOW + 25 * SECOND)).toBeNull();
});

test('debounce: the run uses the new version after an edit', () => {
  const edited = { ...state, jobVersion: state.jobVersion + 1, jobName: 'Another' };
  expect(joined(begin(debounce), edited, asked('b', debounce), NOW + 1)).toMatchObject({
    jobVersion: edited.jobVersion,
    jobName: 'Another',
  });
});

test('collect: every request adds an item and keeps the start time, and the last one that fits starts the run', () => {
  const second = sure(join(begin(collect), 'b', collect, NOW + 1));
  expect(second).toMatchObject({ startAfter: NOW + 10 * SECOND, overrides: { items: ['a', 'b'] } });
  const full = sure(join(second, 'c', collect, NOW + 2));
  expect(full).toMatchObject({ startAfter: NOW + 2, overrides: { items: ['a', 'b', 'c'], parameters: { name: 'c' } } });
  expect(join(full, 'd', collect, NOW + 1)).toBeNull();
});

test('collect: an item that is too long, or was validated with another version, is refused', () => {
  const half = 'x'.repeat(MAX_ITEMS_BYTES / 2);
  const run = gatheringRun(state, asRunId('run'), asked('a', collect, half), NOW);
  expect(joined(run, state, asked('b', collect, half), NOW)).toBeNull();
  expect(joined(run, state, asked('b', collect), NOW)).not.toBeNull();
  expect(joined(run, { ...state, jobVersion: state.jobVersion + 1 }, asked('b', collect), NOW)).toBeNull();
});

test('a run with at most one item may start at once, but not before it was recorded', () => {
  const one = { ...collect, maxItems: 1 };
  expect(begin(one).startAfter).toBe(NOW + 1);
  expect(join(begin(one), 'b', one, NOW)).toBeNull();
});

test.each<[string, Partial<Run>]>([
  ['released', { requests: closed(begin(debounce), NOW).requests } as Partial<Run>],
  ['aborted', { phase: 'Aborted' }],
  ['resumed', { generation: 1 }],
  ['under way', { phase: 'Pending' }],
])('a run that is %s accepts no request', (_, change) => {
  expect(join({ ...begin(debounce), ...change }, 'b', debounce, NOW)).toBeNull();
});

test('a run of the other rule accepts no request', () => {
  expect(join(begin(debounce), 'b', collect, NOW)).toBeNull();
});

test('a manual change of the run is kept', () => {
  const changed = { ...begin(debounce), change: { completions: 2 }, commands: ['c1'] };
  expect(join(changed, 'b', debounce, NOW)).toMatchObject({ change: { completions: 2 }, commands: ['c1'] });
});

test('a closed run accepts no request, and starts at once if its window has not ended', () => {
  const run = closed(begin(collect), NOW + 5);
  expect([isGathering(run), run.startAfter, join(run, 'b', collect, NOW)]).toEqual([false, NOW + 5, null]);
  expect(closed(begin(collect), NOW + 60 * SECOND).startAfter).toBe(NOW + 10 * SECOND);
});

test('a run lists the first and the last requests, counts all, and recognises each of them', () => {
  const long = { ...debounce, maxWaitSeconds: 86_400 };
  let run = begin(long);
  for (let i = 1; i < 50; i++) run = sure(join(run, `r${i}`, long, NOW + i));
  const { count, first, last } = run.requests ?? { count: 0, first: [], last: [] };
  expect([count, first.length, last.length]).toEqual([50, MAX_NAMED_REQUESTS, MAX_NAMED_REQUESTS]);
  expect([first[0]?.id, first.at(-1)?.id, last[0]?.id, last.at(-1)?.id]).toEqual(['a', 'r9', 'r40', 'r49']);
  expect(Array.from({ length: 49 }, (_, i) => standsFor(run, asRunId(`r${i + 1}`)))).not.toContain(false);
  expect(standsFor(run, asRunId('r50'))).toBe(false);
});

test('no run starts before its window ends or after the maximum wait, and none has too many items', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 12 * SECOND }), { maxLength: 20 });
  const rules = fc.oneof(
    fc.record({
      by: fc.constant('debounce' as const),
      key: fc.constant('k'),
      seconds: fc.integer({ min: 1, max: 10 }),
      maxWaitSeconds: fc.integer({ min: 10, max: 30 }),
    }),
    fc.record({
      by: fc.constant('collect' as const),
      key: fc.constant('k'),
      seconds: fc.integer({ min: 1, max: 10 }),
      maxItems: fc.integer({ min: 1, max: 4 }),
    }),
  );
  fc.assert(fc.property(rules, gaps, keepsItsWindow));
});

/** Adds requests after these pauses until one is refused; throws if that refusal is wrong. */
function keepsItsWindow(rule: GatherRule, pauses: readonly number[]): boolean {
  let run = begin(rule);
  let now = NOW;
  let taken = 1;
  for (const [at, pause] of pauses.entries()) {
    now += pause;
    const next = join(run, `r${at}`, rule, now);
    const mayRefuse = now >= run.startAfter || (rule.by === 'collect' && taken === rule.maxItems);
    if (next === null && !mayRefuse) throw new Error('a request was refused within the window');
    if (next === null) break;
    taken += 1;
    run = next;
  }
  return run.requests?.count === taken && (rule.by === 'debounce' ? isInTime(run, rule) : hasItems(run, rule, taken));
}

function isInTime(run: Run, rule: Extract<GatherRule, { by: 'debounce' }>): boolean {
  const { firstAt = 0, lastAt = 0 } = run.requests ?? {};
  const waits = run.startAfter - firstAt;
  const longest = rule.maxWaitSeconds * SECOND;
  return waits <= longest && (run.startAfter - lastAt === rule.seconds * SECOND || waits === longest);
}

function hasItems(run: Run, rule: Extract<GatherRule, { by: 'collect' }>, taken: number): boolean {
  const waits = run.startAfter - (run.requests?.firstAt ?? 0);
  const hasAll = run.overrides?.items?.length === taken && taken <= rule.maxItems;
  return hasAll && (taken === rule.maxItems || waits === rule.seconds * SECOND);
}
