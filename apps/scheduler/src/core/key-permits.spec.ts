import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { MAX_KEY_BUCKETS } from '#common/domain/limits.js';
import { admitAtOf } from '#common/schedule/admit-at.js';
import type { KeyRule } from '#common/schedule/key-rule.js';
import type { Permit, ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { worlds } from '#testing/long-form.js';
import { applyAdmission, withPermits, type AdmissionOp, type AdmissionResult } from './apply-admission.js';
import { waitingForKeys } from './key-permits.js';

const NOW = 1_000_000;
const RULE: KeyRule = {
  key: '${option.c}',
  max: 1,
  rate: null,
  policy: 'Enqueue',
  maxQueued: null,
  options: [],
  parameters: [],
};

const permit = (name: string): Permit => ({ run: asRunId(name), since: 0, grant: 1, key: name[0]! });
const waiter = (name: string, change: Partial<Waiter> = {}): Waiter => ({
  run: asRunId(name),
  policy: 'Enqueue',
  startAfter: 0,
  blockedBy: null,
  key: name[0]!,
  ...change,
});

/** The first letter of a run is its key. */
function aJob(
  perKey: Partial<KeyRule>,
  holders: readonly string[] = [],
  queue: readonly (string | Waiter)[] = [],
  concurrency: Partial<ScheduleState['concurrency']> = {},
): ScheduleState {
  return aSchedule(null, 0, {
    concurrency: {
      policy: 'Enqueue',
      maxConcurrency: 3,
      maxQueued: 4,
      group: null,
      ...concurrency,
      perKey: { ...RULE, ...perKey },
    },
    holders: holders.map(permit),
    queue: queue.map((each) => (typeof each === 'string' ? waiter(each) : each)),
  });
}

const admit = (run: string, change: Partial<Extract<AdmissionOp, { type: 'admit' }>> = {}): AdmissionOp => ({
  type: 'admit',
  run: asRunId(run),
  policy: 'Enqueue',
  startAfter: 0,
  key: run[0]!,
  ...change,
});
const release = (run: string): AdmissionOp => ({ type: 'release', run: asRunId(run), upTo: Infinity });
const putBack = (name: string): AdmissionOp => ({
  type: 'putBack',
  waiter: waiter(name, { blockedBy: 'tenant:acme' }),
  grant: 2,
  under: 'Enqueue',
});

const names = (list: readonly { readonly run: RunId }[]): string => list.map(({ run }) => run).join(' ');
function outcome(state: ScheduleState, ops: readonly AdmissionOp[], now = NOW): string {
  const { answers, holders, queue, replaced, dropped } = applyAdmission(state, ops, now);
  const parts = [[...answers.values()].join(' '), `hold: ${names(holders)}`, `wait: ${names(queue)}`];
  if (replaced.length > 0) parts.push(`replaced: ${replaced.join(' ')}`);
  if (dropped.length > 0) parts.push(`dropped: ${dropped.map(({ run, reason }) => `${run} ${reason}`).join(', ')}`);
  return parts.join(' | ');
}

const allow = { policy: 'Allow' } as const;
const anyway = (run: string): AdmissionOp => admit(run, allow);

describe('a run with a key', () => {
  it.each<[string, ScheduleState, AdmissionOp[], string]>([
    ['starts if its key is free', aJob({}, ['a1']), [admit('b1')], 'started | hold: a1 b1 | wait: '],
    ['waits if its key is busy', aJob({}, ['a1']), [admit('a2')], 'waiting | hold: a1 | wait: a2'],
    [
      'starts before a waiting run whose key is busy',
      aJob({}, ['a1'], ['a2']),
      [admit('b1')],
      'started | hold: a1 b1 | wait: a2',
    ],
    [
      'waits behind runs that wait for the job, with any key',
      aJob({}, ['x1', 'y1', 'z1'], ['b1']),
      [admit('a1')],
      'waiting | hold: x1 y1 z1 | wait: b1 a1',
    ],
    [
      'starts with another key if the first in the queue has a busy one',
      aJob({}, ['a1', 'y1', 'z1'], ['a2', 'b1']),
      [release('y1')],
      ' | hold: a1 z1 b1 | wait: a2',
    ],
    [
      'waits behind an earlier run with its key that starts in the same write',
      aJob({}, ['a1'], ['a2']),
      [release('a1'), admit('a3')],
      'waiting | hold: a2 | wait: a3',
    ],
    [
      'precedes an earlier run with its key by its priority',
      aJob({}, ['a1'], [waiter('a2', { waitsSince: NOW })]),
      [admit('a3', { priority: 1 }), release('a1')],
      'waiting | hold: a3 | wait: a2',
    ],
    [
      'counts although its job allows any number of runs',
      aJob({}, ['a1'], [], allow),
      [anyway('a2'), anyway('b1'), anyway('c1'), anyway('d1')],
      'waiting started started started | hold: a1 b1 c1 d1 | wait: a2',
    ],
    [
      'of a job without a limit waits behind an earlier run with its key',
      aJob({}, ['a1'], [waiter('a2', allow)], allow),
      [release('a1'), anyway('a3'), anyway('b1')],
      'waiting started | hold: b1 a2 | wait: a3',
    ],
    [
      'is refused if its key is busy and it must not wait',
      aJob({ policy: 'Forbid' }, ['a1']),
      [admit('a2')],
      'forbidden | hold: a1 | wait: ',
    ],
    [
      'waits for its job if only that is full, although a busy key would refuse it',
      aJob({ policy: 'Forbid' }, ['a1', 'b1', 'c1']),
      [admit('d1')],
      'waiting | hold: a1 b1 c1 | wait: d1',
    ],
    [
      'is refused by the policy Forbid of its job although a busy key would let it wait',
      aJob({}, ['a1']),
      [admit('a2', { policy: 'Forbid' })],
      'forbidden | hold: a1 | wait: ',
    ],
    [
      'replaces the oldest run with its key and drops those that wait to replace it',
      aJob({ policy: 'Replace', max: 2 }, ['a1', 'b1', 'a2'], ['a3', 'b2']),
      [admit('a4')],
      'waiting | hold: a1 b1 a2 | wait: b2 a4 | replaced: a1 | dropped: a3 Replaced',
    ],
    [
      'replaces no other run of its job if the run with its key makes room for it',
      aJob({ policy: 'Replace' }, ['b1', 'a1'], [], { policy: 'Replace', maxConcurrency: 2 }),
      [admit('a2', { policy: 'Replace' })],
      'waiting | hold: b1 a1 | wait: a2 | replaced: a1',
    ],
    [
      'replaces no run of its job, which has the policy Replace, if only its key is busy',
      aJob({}, ['b1', 'a1'], [waiter('b2', { policy: 'Replace' })], { policy: 'Replace' }),
      [admit('a2', { policy: 'Replace' })],
      'waiting | hold: b1 a1 | wait: b2 a2',
    ],
    [
      'replaces nothing if the queue is full of runs with other keys',
      aJob({ policy: 'Replace' }, ['a1', 'b1'], ['b2', 'c2', 'd2', 'e2'], { maxConcurrency: 2 }),
      [admit('a2')],
      'queueFull | hold: a1 b1 | wait: b2 c2 d2 e2',
    ],
    [
      'is replaced if it is admitted again after a later run with its key has replaced it',
      aJob({ policy: 'Replace' }, ['a1'], [waiter('a3', { waitsSince: 9 })]),
      [admit('a2', { waitsSince: 8 })],
      'waiting | hold: a1 | wait: a3 | dropped: a2 Replaced',
    ],
    [
      'replaces nothing if no run with its key may wait, or if the allowed ones wait for their time',
      aJob({ policy: 'Replace', maxQueued: 1 }, ['a1', 'b1'], [waiter('a2', { startAfter: NOW + 1 }), 'b2']),
      [admit('a3'), admit('b3')],
      'queueFull waiting | hold: a1 b1 | wait: a2 b3 | replaced: b1 | dropped: b2 Replaced',
    ],
    [
      'is refused if the maximum number of runs with its key waits',
      aJob({ maxQueued: 1 }, ['a1', 'b1'], ['a2']),
      [admit('a3'), admit('b2')],
      'queueFull waiting | hold: a1 b1 | wait: a2 b2',
    ],
    [
      'that is older than the limit, and so has no key, waits for no key',
      aJob({}, ['a1']),
      [{ type: 'admit', run: asRunId('old'), policy: 'Enqueue', startAfter: 0 }],
      'started | hold: a1 old | wait: ',
    ],
    [
      'that waits is refused if its key is busy at its time and it must not wait',
      aJob({ policy: 'Forbid' }, ['a1'], [waiter('a2', { startAfter: NOW }), waiter('b2', { startAfter: NOW })]),
      [{ type: 'look' }],
      ' | hold: a1 b2 | wait:  | dropped: a2 ConcurrencyForbidden',
    ],
    [
      'that waits for its job is refused at once when a later run, which the job does not limit, takes its key',
      aJob({ policy: 'Forbid' }, ['x1', 'y1', 'z1'], ['a1', waiter('a2', allow)]),
      [{ type: 'look' }],
      ' | hold: x1 y1 z1 a2 | wait:  | dropped: a1 ConcurrencyForbidden',
    ],
    [
      'keeps its key when its permit is granted again and when it counts as under way',
      aJob({}, ['a1'], ['b1']),
      [{ type: 'takeOver', waiter: waiter('a1') }, { type: 'adopt', run: asRunId('b1') }, admit('a2'), admit('b2')],
      'waiting waiting | hold: a1 b1 | wait: a2 b2',
    ],
  ])('%s', (_, state, ops, want) => {
    expect(outcome(state, ops)).toBe(want);
  });

  it('follows a new definition of the limit: higher, lower, or none', () => {
    const state = aJob({}, ['a1'], ['a2', 'a3']);
    const under = (perKey: KeyRule | undefined): ScheduleState => {
      const { perKey: _former, ...rest } = state.concurrency;
      return { ...state, concurrency: { ...rest, ...(perKey && { perKey }) } };
    };
    const look: AdmissionOp[] = [{ type: 'look' }];
    expect(outcome(under({ ...RULE, max: 2 }), look)).toBe(' | hold: a1 a2 | wait: a3');
    expect(outcome(under(undefined), look)).toBe(' | hold: a1 a2 a3 | wait: ');
    const crowded = aJob({ max: 1 }, ['a1', 'a2'], ['a3']);
    expect(outcome(crowded, [release('a1')])).toBe(' | hold: a2 | wait: a3');
    expect(outcome(crowded, [release('a1'), release('a2')])).toBe(' | hold: a3 | wait: ');
  });
});

test('runs that wait for their keys are counted; those that wait for their job or their time are not', () => {
  const queue = ['a2', waiter('a3', { startAfter: NOW + 1 }), 'd1', waiter('a4', { blockedBy: 'tenant:acme' })];
  expect(waitingForKeys(aJob({}, ['a1', 'b1', 'c1'], queue), NOW)).toBe(2);
  expect(waitingForKeys(aSchedule(null, 0, { queue: [waiter('a1')] }), NOW)).toBe(0);
});

describe('a rate per key', () => {
  const rate = { runs: 2, perSeconds: 10 };
  const limited = (holders: readonly string[] = [], queue: readonly string[] = []): ScheduleState =>
    aJob({ max: null, rate }, holders, queue, { ...allow, maxQueued: 100 });
  const step = (state: ScheduleState, ops: AdmissionOp[], now: number): AdmissionResult =>
    applyAdmission(state, ops, now);

  it('allows a burst, then one run for each token, and other keys at any time', () => {
    const first = step(limited(), [anyway('a1'), anyway('a2'), anyway('a3'), anyway('b1'), anyway('a4')], NOW);
    expect([...first.answers.values()]).toEqual(['started', 'started', 'waiting', 'started', 'waiting']);
    const then = withPermits(limited(), first);
    expect(admitAtOf(then)).toBe(NOW + 5_000);
    expect(outcome(then, [{ type: 'look' }], NOW + 4_999)).toBe(' | hold: a1 a2 b1 | wait: a3 a4');
    expect(outcome(then, [{ type: 'look' }], NOW + 5_000)).toBe(' | hold: a1 a2 b1 a3 | wait: a4');
    expect(outcome(then, [{ type: 'look' }], NOW + 10_000)).toBe(' | hold: a1 a2 b1 a3 a4 | wait: ');
  });

  it('does not count a run that is put back or refused by another limit', () => {
    const taken = step(limited(), [anyway('a1'), anyway('a2')], NOW);
    const state = { ...withPermits(limited(), taken), rev: 2 };
    expect(step(state, [putBack('a1')], NOW).keyBuckets).toEqual([{ key: 'a', fullAt: NOW + 5_000 }]);
    const unused: AdmissionOp = { type: 'release', run: asRunId('a1'), upTo: 2, unused: true };
    expect(outcome(state, [unused, anyway('a3')])).toBe('started | hold: a2 a3 | wait: ');
    expect(outcome(state, [{ ...unused, upTo: 1 }, anyway('a3')])).toBe('waiting | hold: a1 a2 | wait: a3');
    expect(outcome(state, [release('a1'), anyway('a3')])).toBe('waiting | hold: a2 | wait: a3');
  });

  it('keeps buckets until they are full, and requests a look at that time', () => {
    const used = withPermits(limited(), step(limited(), [anyway('a1'), anyway('b1')], NOW));
    const idle = withPermits(used, step(used, [release('a1'), release('b1')], NOW + 1));
    expect(idle.keyBuckets).toHaveLength(2);
    expect(admitAtOf(idle)).toBe(NOW + 5_000);
    const after = step(idle, [{ type: 'look' }], NOW + 5_000);
    expect(withPermits(idle, after)).not.toHaveProperty('keyBuckets');
  });

  it('makes further keys wait at the maximum number of buckets, until one is full', () => {
    const keyBuckets = Array.from({ length: MAX_KEY_BUCKETS }, (_, i) => ({ key: `k${i}`, fullAt: NOW + 1_000 + i }));
    const state = { ...limited(), keyBuckets };
    const result = step(state, [anyway('a1')], NOW);
    expect([...result.answers.values()]).toEqual(['waiting']);
    const waiting = withPermits(state, result);
    expect(admitAtOf(waiting)).toBe(NOW + 1_000);
    expect(outcome(waiting, [{ type: 'look' }], NOW + 1_000)).toBe(' | hold: a1 | wait: ');
  });
});

const key = fc.constantFrom('a', 'a', 'b', 'c');
const policy = fc.constantFrom<Waiter['policy']>('Enqueue', 'Enqueue', 'Allow', 'Forbid', 'Replace');
const operation = fc.oneof(
  fc.record({ type: fc.constant('admit' as const), key, policy, delay: fc.constantFrom(0, 0, 700) }),
  fc.record({ type: fc.constant('release' as const), at: fc.nat(2) }),
  fc.record({ type: fc.constantFrom('refuse' as const, 'refuse' as const, 'takeOver' as const), at: fc.nat(2) }),
  fc.record({ type: fc.constantFrom('putBack' as const, 'unblock' as const, 'unblock' as const), at: fc.nat(2) }),
  fc.record({ type: fc.constant('pass' as const), ms: fc.nat(2_000) }),
);
const rules = fc.record({
  max: fc.constantFrom(1, 2, null),
  rate: fc.constantFrom(null, { runs: 1, perSeconds: 1 }, { runs: 3, perSeconds: 2 }),
  policy: fc.constantFrom('Enqueue' as const, 'Enqueue' as const, 'Forbid' as const, 'Replace' as const),
});

interface Start {
  readonly key: string;
  readonly at: number;
  readonly run: string;
}

/** A job with a series of operations, and the runs that have started. */
class World {
  state: ScheduleState;
  now = NOW;
  started: readonly Start[] = [];
  private count = 0;

  constructor(readonly rule: KeyLimits) {
    this.state = aJob(rule, [], [], { maxQueued: 8 });
  }

  step(each: Operation): void {
    if (each.type === 'pass') this.now += each.ms;
    const op = this.opOf(each);
    const result = applyAdmission(this.state, [op], this.now);
    const unstarted = op.type === 'putBack' ? op.waiter.run : op.type === 'release' && op.unused ? op.run : null;
    const last = this.started.findLastIndex(({ run }) => run === unstarted);
    const starts = result.started.map(({ run, key: of = '' }) => ({ key: of, at: this.now, run }));
    this.started = [...this.started.filter((_, i) => i !== last), ...starts];
    this.state = { ...withPermits(this.state, result), rev: this.state.rev + 1 };
  }

  private opOf(each: Operation): AdmissionOp {
    if (each.type === 'admit') {
      const startAfter = each.delay === 0 ? 0 : this.now + each.delay;
      return admit(`${each.key}${++this.count}`, { policy: each.policy, startAfter });
    }
    if (each.type === 'pass') return { type: 'look' };
    if (each.type === 'unblock') {
      const blocked = this.state.queue.find(({ blockedBy }) => blockedBy !== null);
      return blocked ? { type: 'unblock', run: blocked.run, key: 'tenant:acme' } : { type: 'look' };
    }
    const holder = this.state.holders.at(each.at);
    return holder === undefined ? { type: 'look' } : ofHolder(each.type, holder);
  }
}

function expectWell({ state, now, rule }: World): void {
  const { rate, policy: ofKey, max } = rule;
  for (const k of ['a', 'b', 'c'])
    expect(state.holders.filter(({ key: of }) => of === k).length).toBeLessThanOrEqual(max ?? Infinity);
  // Full buckets are removed by the next look; a run that its key may still refuse causes more looks than necessary.
  const isExact = (state.keyBuckets ?? []).every(({ fullAt }) => fullAt > now) && (rate === null || ofKey !== 'Forbid');
  expect(admitAtOf(state) ?? Infinity).toBeGreaterThan(isExact ? now : 0);
  expect(applyAdmission(state, [], now).started).toEqual([]);
  // Before the next look there is nothing to do.
  const untilThen = Math.max(now, (admitAtOf(state) ?? now + 1e9) - 1);
  expect(applyAdmission(state, [], untilThen)).toMatchObject({ started: [], dropped: [] });
}

function ofHolder(type: 'release' | 'refuse' | 'takeOver' | 'putBack', { run, grant }: Permit): AdmissionOp {
  if (type === 'release') return release(run);
  if (type === 'refuse') return { type: 'release', run, upTo: grant, unused: true };
  if (type === 'takeOver') return { type: 'takeOver', waiter: waiter(run) };
  return { type: 'putBack', waiter: waiter(run, { blockedBy: 'tenant:acme' }), grant, under: 'Enqueue' };
}

type KeyLimits = Pick<KeyRule, 'max' | 'rate' | 'policy'>;
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const asked = (of: 'a' | 'b' | 'c', policyOf: Waiter['policy'] = 'Enqueue', delay: 0 | 700 = 0): Operation => ({
  type: 'admit',
  key: of,
  policy: policyOf,
  delay,
});
/** The job is full when two runs become due; the second, which its job does not limit, takes the last permit of their key. */
const KEY_TAKEN_BEHIND: [KeyLimits, Operation[]] = [
  { max: 2, rate: null, policy: 'Forbid' },
  [asked('c'), asked('a', 'Enqueue', 700), asked('a', 'Allow', 700), asked('b'), asked('a'), { type: 'pass', ms: 700 }],
];

test('for any operations no key exceeds its limits, and no run waits without a reason', () => {
  fc.assert(
    fc.property(rules, fc.array(operation, { maxLength: 60, size: 'max' }), (rule, ops) => {
      const world = new World(rule);
      for (const each of ops) {
        world.step(each);
        expectWell(world);
      }
      if (rule.rate !== null) for (const k of ['a', 'b', 'c']) expectRate(world.started, k, rule.rate);
    }),
    { numRuns: worlds(300), examples: [KEY_TAKEN_BEHIND] },
  );
});

/** Between two starts with a key there are at most the burst and what the rate gives in that time. */
function expectRate(
  started: readonly Start[],
  wanted: string,
  { runs, perSeconds }: { readonly runs: number; readonly perSeconds: number },
): void {
  const times = started.filter(({ key: of }) => of === wanted).map(({ at }) => at);
  for (const [i, from] of times.entries())
    for (const [j, to] of times.slice(i).entries())
      expect(j + 1).toBeLessThanOrEqual(runs + ((to - from) * runs) / (perSeconds * 1_000) + 1e-6);
}
