import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { MonitorSpec } from '../spec/monitor.js';
import { advance, stateOfMonitor, type MonitorFacts, type MonitorRule, type Ping, type PingKind } from './monitor.js';

const SECOND = 1_000;
const T0 = Date.UTC(2026, 10, 20, 3, 0);
const every: MonitorSpec = { schedule: { every: 60 }, graceSeconds: 10 };
const daily: MonitorSpec = { schedule: { cron: '0 3 * * *', timezone: 'Europe/Prague' }, graceSeconds: 600 };
const ruleOf = (spec: MonitorSpec, since = 0): MonitorRule => ({ spec, since });
const ping = (seconds: number, kind: PingKind = 'success', exitCode: number | null = null): Ping => ({
  id: String(seconds).padStart(6, '0'),
  at: T0 + seconds * SECOND,
  kind,
  exitCode,
});

interface Case {
  readonly spec?: MonitorSpec;
  readonly pings: readonly Ping[];
  /** Seconds after T0. */
  readonly now: number;
  readonly state: string;
  /** `opened missed 70`: with seconds after T0. */
  readonly changes?: readonly string[];
}

const cases: Record<string, Case> = {
  'nothing is due before the first ping': { pings: [], now: 1e6, state: 'new' },
  'a success is due one period after the last success': { pings: [ping(0)], now: 59, state: 'up' },
  'a success is late after the period': { pings: [ping(0)], now: 60, state: 'late' },
  'the monitor is down after the grace period': {
    pings: [ping(0)],
    now: 70,
    state: 'down',
    changes: ['opened missed 70'],
  },
  'a success within the grace period is in time': { pings: [ping(0), ping(69)], now: 80, state: 'up' },
  'a success ends the incident': {
    pings: [ping(0), ping(75)],
    now: 80,
    state: 'up',
    changes: ['opened missed 70', 'ended 75'],
  },
  'one long absence is one incident': { pings: [ping(0)], now: 1e5, state: 'down', changes: ['opened missed 70'] },
  'a failure opens an incident at once': {
    pings: [ping(0), ping(5, 'fail')],
    now: 6,
    state: 'down',
    changes: ['opened failed 5'],
  },
  'further failures change nothing': {
    pings: [ping(5, 'fail'), ping(6, 'fail'), ping(7, 'start'), ping(8, 'fail')],
    now: 9,
    state: 'down',
    changes: ['opened failed 5'],
  },
  'a start does not end the incident': {
    pings: [ping(5, 'fail'), ping(6, 'start')],
    now: 9,
    state: 'down',
    changes: ['opened failed 5'],
  },
  'started work may take the given time': {
    spec: { ...every, runSeconds: 300 },
    pings: [ping(0), ping(50, 'start')],
    now: 349,
    state: 'running',
  },
  'started work may not take longer': {
    spec: { ...every, runSeconds: 300 },
    pings: [ping(0), ping(50, 'start')],
    now: 350,
    state: 'down',
    changes: ['opened long 350'],
  },
  'repeated starts give no more time': {
    pings: [ping(0), ping(50, 'start'), ping(58, 'start')],
    now: 60,
    state: 'down',
    changes: ['opened long 60'],
  },
  'a period follows the clock of a zone: 03:00 in Prague is 02:00 UTC': {
    spec: daily,
    pings: [ping(0)],
    now: 23 * 3_600 - 1,
    state: 'up',
  },
  'a success is late after the period by the clock of the zone': {
    spec: daily,
    pings: [ping(0)],
    now: 23 * 3_600,
    state: 'late',
  },
  'an absence that was not checked in time is found later': {
    pings: [ping(0), ping(500), ping(1_000, 'fail'), ping(1_005)],
    now: 1_010,
    state: 'up',
    changes: ['opened missed 70', 'ended 500', 'opened missed 570', 'ended 1005'],
  },
  'while the monitor is paused nothing is due, and no failure counts': {
    spec: { ...every, enabled: false },
    pings: [ping(0), ping(5, 'fail')],
    now: 1e5,
    state: 'paused',
  },
};

const shown = (changes: readonly { type: string; at: number; reason?: string }[]): string[] =>
  changes.map(({ type, reason, at }) =>
    [type, reason, (at - T0) / SECOND].filter((part) => part !== undefined).join(' '),
  );

test.each(Object.entries(cases))('%s', (_name, { spec = every, pings, now, state, changes = [] }) => {
  const rule = ruleOf(spec);
  const advanced = advance(rule, null, pings, T0 + now * SECOND);
  expect(shown(advanced?.changes ?? [])).toEqual(changes);
  expect(stateOfMonitor(rule, advanced?.facts ?? null, T0 + now * SECOND)).toBe(state);
});

test('a change of its times applies from then on, and a pause ends an open incident', () => {
  const down = advance(ruleOf(every), null, [ping(0)], T0 + 70 * SECOND)!.facts;
  const paused = advance(ruleOf({ ...every, enabled: false }), down, [], T0 + 90 * SECOND)!;
  expect(shown(paused.changes)).toEqual(['ended 90']);
  const resumed = ruleOf(every, T0 + 1_000 * SECOND);
  expect(advance(resumed, paused.facts, [], T0 + 1_069 * SECOND)!.changes).toEqual([]);
  expect(shown(advance(resumed, paused.facts, [], T0 + 1_070 * SECOND)!.changes)).toEqual(['opened missed 1070']);
});

const kinds = fc.constantFrom<PingKind>('start', 'success', 'fail');
const history = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 200 }), kind: kinds }), { maxLength: 30 })
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, kind }, i) => ({ ...ping((at += gap), kind), id: `${String(at).padStart(6, '0')}/${i}` }));
  });

/** Checks the pings in batches, some of them again, and dies between check and save where `isLost` says so. */
function byLooks(
  pings: readonly Ping[],
  looks: readonly { upTo: number; again: number; isLost: boolean }[],
  end: number,
): string[] {
  const rule = ruleOf({ ...every, runSeconds: 30 });
  let facts: MonitorFacts | null = null;
  const notified: string[] = [];
  let seen = 0;
  const look = (batch: readonly Ping[], until: number, isLost: boolean): void => {
    const next = advance(rule, facts, batch, until);
    if (next === null || isLost) return;
    facts = next.facts;
    notified.push(...shown(next.changes));
  };
  for (const { upTo, again, isLost } of looks) {
    const to = Math.min(pings.length, seen + upTo);
    // No time is decided before all earlier pings are stored.
    const until = pings[to - 1]?.at ?? T0;
    look(pings.slice(Math.max(0, seen - again), to).toReversed(), until, isLost);
    if (!isLost) seen = to;
  }
  look(pings.slice(seen), end, false);
  return notified;
}

test('the same incidents begin and end in turn, whatever the batches, repeats and losses of the checks', () => {
  const looks = fc.array(
    fc.record({ upTo: fc.integer({ min: 0, max: 5 }), again: fc.integer({ min: 0, max: 5 }), isLost: fc.boolean() }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(history, looks, (pings, some) => {
      const end = T0 + 10_000 * SECOND;
      const whole = byLooks(pings, [], end);
      expect(byLooks(pings, some, end)).toEqual(whole);
      expect(whole.map((each) => each.split(' ')[0])).toEqual(whole.map((_, i) => (i % 2 === 0 ? 'opened' : 'ended')));
      // There is no ping for a long time before the end.
      expect(whole.length % 2).toBe(pings.length === 0 ? 0 : 1);
    }),
    { numRuns: worlds(300) },
  );
});
