import fc from 'fast-check';
import { asJobId, asRunId, type JobId } from '#common/domain/ids.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import type { OutputTest } from '#common/spec/after.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { Phase } from '#common/run/phase.js';
import type { AfterRule, AfterRuleCondition } from '#common/schedule/schedule-state.js';
import { valueAt } from '#common/spec/json-pointer.js';
import { decideAfter, type Facts, type Upstream, type Verdict } from './decide-after.js';
import { nextDeadline } from './read-after.js';

const [A, B, C] = ['a', 'b', 'c'].map(asJobId) as [JobId, JobId, JobId];
const on = (job: JobId, change: Partial<AfterRuleCondition> = {}): AfterRuleCondition => ({
  job,
  on: 'succeeded',
  match: 'sameSlot',
  within: null,
  exitCodes: null,
  outputs: [],
  pass: [],
  ...change,
});
const all = (...conditions: AfterRuleCondition[]): AfterRule => ({ conditions, require: 'all', deadline: null });
const any = (...conditions: AfterRuleCondition[]): AfterRule => ({ conditions, require: 'any', deadline: null });
const ended = (job: JobId, phase: Phase = 'Completed', change: Partial<Upstream> = {}): Upstream => ({
  id: asRunId(`${job}-1`),
  job,
  phase,
  exitCode: 0,
  finished: 1_000_000,
  ...change,
});
const facts = (trigger: Upstream, others: readonly Upstream[] = [], latest: readonly Upstream[] = []): Facts => ({
  trigger,
  sameCause: Map.groupBy([trigger, ...others], ({ job }) => job),
  latest: new Map(latest.map((run) => [run.job, run])),
});
const said = (verdict: Verdict): string =>
  verdict.type === 'run' ? `run by ${verdict.by.map(({ id }) => id).join()}` : `wait ${verdict.unmet.join()}`;

describe('the required end of a run', () => {
  it.each<[AfterRuleCondition['on'], readonly Phase[]]>([
    ['succeeded', ['Completed']],
    ['failed', ['Failed', 'Terminated', 'Refused']],
    ['finished', ['Completed', 'Failed', 'Terminated', 'Refused', 'Aborted']],
    ['skipped', ['Skipped', 'Missed']],
  ])('the condition %s is met only by %j', (end, phases) => {
    const possible: Phase[] = ['Completed', 'Failed', 'Terminated', 'Refused', 'Aborted', 'Skipped', 'Missed'];
    const meets = [...possible, 'Running' as const, 'Queued' as const].filter(
      (phase) => decideAfter(all(on(A, { on: end })), facts(ended(A, phase))).type === 'run',
    );
    expect(new Set(meets)).toEqual(new Set(phases));
  });

  it('may require one of several exit codes, and every listed output', () => {
    const rule = all(on(A, { on: 'finished', exitCodes: [0, 3], outputs: [{ path: '/rows', min: 1, max: 9 }] }));
    const outputs = (rows: number | string): Partial<Upstream> => ({ outputs: { rows } });
    const verdict = (change: Partial<Upstream>): string => decideAfter(rule, facts(ended(A, 'Completed', change))).type;
    expect(verdict({ ...outputs(9), exitCode: 3 })).toBe('run');
    expect(verdict({ ...outputs(9), exitCode: 4 })).toBe('wait');
    expect(verdict({ ...outputs(9), exitCode: null })).toBe('wait');
    expect([verdict(outputs(0)), verdict(outputs(10)), verdict(outputs('5')), verdict({})]).toEqual(
      Array(4).fill('wait'),
    );
  });

  it('compares numbers by their values, however a worker wrote them', () => {
    const outputs = parseExactJson('{"n":5.0,"id":9007199254740993,"huge":1e999}') as Record<string, JsonValue>;
    const type = (test: OutputTest): string =>
      decideAfter(all(on(A, { outputs: [test] })), facts(ended(A, 'Completed', { outputs }))).type;
    expect(type({ path: '/n', equals: 5, min: 5, max: 5 })).toBe('run');
    expect(type({ path: '/id', equals: 9007199254740992 })).toBe('wait');
    expect(type({ path: '/huge', min: 5 })).toBe('run');
    expect(type({ path: '/huge', max: Number.MAX_VALUE })).toBe('wait');
  });

  it('compares whole values in any order of their names', () => {
    const test = (equals: never): string =>
      decideAfter(
        all(on(A, { outputs: [{ path: '/of', equals }] })),
        facts(ended(A, 'Completed', { outputs: { of: { x: [1, null], y: 'z' } } })),
      ).type;
    expect(test({ y: 'z', x: [1, null] } as never)).toBe('run');
    expect([test({ y: 'z', x: [null, 1] } as never), test({ y: 'z' } as never), test('z' as never)]).toEqual(
      Array(3).fill('wait'),
    );
  });
});

describe('fan-in', () => {
  const rule = all(on(A), on(B), on(C, { match: 'latest', within: 60 }));

  it('waits for every job of the slot and lists the missing ones', () => {
    expect(said(decideAfter(rule, facts(ended(A))))).toBe('wait 1,2');
    expect(said(decideAfter(rule, facts(ended(A), [ended(B)], [ended(C)])))).toBe('run by a-1,b-1,c-1');
  });

  it('checks only the latest run of a job with that match, whose end does not start a run', () => {
    expect(said(decideAfter(rule, facts(ended(C), [ended(A), ended(B)])))).toBe('wait ');
  });

  it('measures "within" from the last end, in any order of decisions', () => {
    const early = ended(C, 'Completed', { finished: 1_000_000 - 60_001 });
    expect(said(decideAfter(rule, facts(ended(A), [ended(B)], [early])))).toBe('wait 2');
    const slow = ended(B, 'Completed', { finished: 1_060_001 });
    const strict = all(on(A, { within: 60 }), on(B));
    expect([
      said(decideAfter(strict, facts(ended(A), [slow]))),
      said(decideAfter(strict, facts(slow, [ended(A)]))),
    ]).toEqual(['wait 0', 'wait 0']);
  });

  it('uses the earlier run of a job if its repeat is so late that another run would be too old', () => {
    const strict = all(on(A), on(B, { within: 60 }));
    const again = ended(A, 'Completed', { id: asRunId('again'), finished: 9_000_000 });
    expect(said(decideAfter(strict, facts(ended(B), [again, ended(A)])))).toBe('run by a-1,b-1');
    expect(said(decideAfter(strict, facts(ended(B), [again])))).toBe('wait 1');
  });

  it('uses a rerun of the slot instead of the failed run', () => {
    const rerun = ended(A, 'Completed', { id: asRunId('rerun') });
    expect(said(decideAfter(all(on(A), on(B)), facts(ended(B), [ended(A, 'Failed'), rerun])))).toBe('run by rerun,b-1');
  });

  it('with "any" evaluates only the run that has ended', () => {
    const either = any(on(A), on(B, { match: 'latest' }));
    expect(said(decideAfter(either, facts(ended(A, 'Failed'), [], [ended(B)])))).toBe('wait 0');
    expect(said(decideAfter(either, facts(ended(B))))).toBe('run by b-1');
    expect(said(decideAfter(either, facts(ended(C))))).toBe('wait ');
  });
});

it('outputs are passed on by name, and missing ones are left out', () => {
  const pass = [
    { name: 'file', path: '/out/0/na~1me' },
    { name: 'all', path: '' },
    { name: 'none', path: '/missing/1' },
  ];
  const outputs = { out: [{ 'na/me': 'x.csv' }] };
  const verdict = decideAfter(all(on(A, { pass })), facts(ended(A, 'Completed', { outputs })));
  expect(verdict).toMatchObject({ parameters: { file: 'x.csv', all: outputs } });
  expect(Object.keys(verdict.type === 'run' ? verdict.parameters : {})).toEqual(['file', 'all']);
  expect(valueAt(outputs, '/out/length')).toBeUndefined();
  expect(valueAt({}, '/__proto__')).toBeUndefined();
});

/** All orders of ends, each decided with any number of later ends already known. */
it('the job runs after the last end at the latest, for any order of ends and any delay of decisions', () => {
  const phase = fc.constantFrom<Phase>('Completed', 'Failed', 'Skipped', 'Aborted');
  const condition = fc.record({ on: fc.constantFrom('succeeded', 'failed', 'finished', 'skipped') });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(phase, condition, fc.integer({ min: 0, max: 5 }), fc.nat(4)), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('all' as const, 'any' as const),
      (jobs, require) => {
        const conditions = jobs.map(([, change], i) => on(asJobId(`j${i}`), change as Partial<AfterRuleCondition>));
        const rule: AfterRule = { conditions, require, deadline: null };
        const runs = jobs.map(([end, , at], i) => ended(asJobId(`j${i}`), end, { finished: at * 1_000 }));
        const order = [...runs].sort((a, b) => (a.finished ?? 0) - (b.finished ?? 0));
        const verdicts = order.map((trigger, i) => {
          const known = order.slice(0, i + 1 + (jobs[i]?.[3] ?? 0)).filter((run) => run !== trigger);
          return decideAfter(rule, facts(trigger, known)).type;
        });
        const met = runs.map((run, i) => decideAfter(all(conditions[i]!), facts(run)).type === 'run');
        const wanted = require === 'all' ? met.every(Boolean) : met.some(Boolean);
        expect(verdicts.includes('run')).toBe(wanted);
      },
    ),
  );
});

const CONDITIONS = fc.array(
  fc.record({ on: fc.constantFrom('succeeded' as const, 'finished' as const), within: fc.constantFrom(null, 1, 3) }),
  { minLength: 1, maxLength: 3 },
);
const ENDS = fc.array(
  fc.record({
    job: fc.nat(2),
    phase: fc.constantFrom<Phase>('Completed', 'Completed', 'Failed'),
    second: fc.nat(8),
    /** The number of later ends that are known to the decision. */
    late: fc.nat(6),
  }),
  { maxLength: 8 },
);

it('the job runs after any delay of decisions, even if jobs ran again for the same slot and "within" is short', () => {
  fc.assert(
    fc.property(CONDITIONS, ENDS, (changes, ends) => {
      const rule = all(...changes.map((change, i) => on(asJobId(`j${i}`), change)));
      const runs = ends
        .sort((a, b) => a.second - b.second)
        .map(({ job, phase, second, late }, i) => {
          const id = asRunId(`r${i}`);
          return { late, run: ended(asJobId(`j${job}`), phase, { id, finished: second * 1_000 }) };
        });
      const isRun = (lateness: (late: number) => number): boolean =>
        runs.some(({ run: trigger, late }, i) => {
          const known = runs.slice(0, i + 1 + lateness(late)).map(({ run }) => run);
          const others = known.filter((run) => run !== trigger);
          return decideAfter(rule, facts(trigger, others)).type === 'run';
        });
      expect(isRun((late) => late)).toBe(isRun(() => 0));
    }),
  );
});

describe('deadlines', () => {
  const at = (text: string): number => Date.parse(text);
  const daily = { at: '06:00', timezone: 'Europe/Prague', weekdays: [] };

  it('are at a time of day in the time zone, also over clock changes', () => {
    expect(nextDeadline(daily, at('2026-06-01T04:00:00Z'))).toBe(at('2026-06-02T04:00:00Z'));
    expect(nextDeadline(daily, at('2026-10-24T12:00:00Z'))).toBe(at('2026-10-25T05:00:00Z'));
  });

  it('are on the given weekdays', () => {
    const weekly = { ...daily, weekdays: ['mon', 'fri'] };
    expect(nextDeadline(weekly, at('2026-06-01T05:00:00Z'))).toBe(at('2026-06-05T04:00:00Z'));
    expect(nextDeadline(null, 0)).toBeNull();
  });
});
