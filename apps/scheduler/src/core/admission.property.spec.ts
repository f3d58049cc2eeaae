/** All operations on the document of a job, in any order and several per write, with edits of the job and holds in between. */
import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { AGEING_MS } from '#common/domain/limits.js';
import { admitAtOf } from '#common/schedule/admit-at.js';
import { bucketsUnder, sameRate } from '#common/schedule/key-limit.js';
import type { ConcurrencyRule, Permit, ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { worlds } from '#testing/long-form.js';
import { applyAdmission, waiterUnder, withPermits, type AdmissionOp, type AdmissionResult } from './apply-admission.js';

const NOW = 10_000_000;
type Draw = typeof draw extends fc.Arbitrary<infer T> ? T : never;
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const policy = fc.constantFrom<Waiter['policy']>('Enqueue', 'Allow', 'Forbid', 'Replace');
const perKey = fc.record({
  max: fc.constantFrom(1, 2, null),
  rate: fc.constantFrom(null, { runs: 1, perSeconds: 1 }, { runs: 3, perSeconds: 2 }),
  policy: fc.constantFrom('Enqueue' as const, 'Forbid' as const, 'Replace' as const),
  maxQueued: fc.constantFrom(null, null, 0, 1, 2),
  key: fc.constant('${option.c}'),
  options: fc.constant([]),
  parameters: fc.constant([]),
});
const concurrency: fc.Arbitrary<ConcurrencyRule> = fc
  .record({
    policy,
    maxConcurrency: fc.integer({ min: 1, max: 3 }),
    maxQueued: fc.integer({ min: 0, max: 5 }),
    group: fc.constantFrom(null, 'g'),
    keys: fc.option(perKey),
  })
  .map(({ keys, ...rule }) => ({ ...rule, ...(keys && { perKey: keys }) }));

/** `at` selects one of the runs of its kind. */
const draw = fc.oneof(
  {
    arbitrary: fc.record({
      type: fc.constant('admit' as const),
      policy,
      delay: fc.constantFrom(0, 0, 0, 700),
      key: fc.constantFrom('a', 'a', 'b', undefined),
      priority: fc.constantFrom(0, 0, 1, -1),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ type: fc.constantFrom('again', 'resume'), at: fc.nat(5), policy }), weight: 1 },
  {
    arbitrary: fc.record({ type: fc.constantFrom('end', 'refuse', 'putBack', 'takeOver'), at: fc.nat(3), policy }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ type: fc.constantFrom('unblock', 'leave', 'adopt', 'stale'), at: fc.nat(5), policy }),
    weight: 3,
  },
);
const act = fc.oneof(
  {
    arbitrary: fc.record({ type: fc.constant('write' as const), ops: fc.array(draw, { minLength: 1, maxLength: 4 }) }),
    weight: 8,
  },
  {
    arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.oneof(fc.nat(2_000), fc.constant(AGEING_MS)) }),
    weight: 2,
  },
  { arbitrary: fc.record({ type: fc.constant('edit' as const), concurrency }), weight: 1 },
  { arbitrary: fc.record({ type: fc.constant('hold' as const), isHeld: fc.boolean() }), weight: 1 },
);

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

class World {
  state: ScheduleState;
  now = NOW;
  isHeld = false;
  private count = 0;

  constructor(rule: ConcurrencyRule) {
    this.state = aSchedule(null, 0, { concurrency: rule });
  }

  step(each: Act): void {
    if (each.type === 'pass') this.now += each.ms;
    if (each.type === 'hold') this.isHeld = each.isHeld;
    if (each.type === 'edit') this.edit(each.concurrency);
    const ops = each.type === 'write' ? each.ops.map((one) => this.opOf(one)) : [LOOK];
    const before = this.state;
    const result = applyAdmission(before, ops, this.now, this.isHeld);
    this.state = { ...withPermits(before, result), rev: before.rev + 1 };
    expectKept(before, ops, result);
    expectWithin(before, ops, result);
    expectSettled(this, result);
  }

  /** As in `applyJob`. */
  private edit(rule: ConcurrencyRule): void {
    const { keyBuckets = [], concurrency: former, ...state } = this.state;
    const isSame = sameRate(former.perKey?.rate, rule.perKey?.rate);
    const buckets = isSame ? keyBuckets : bucketsUnder(rule.perKey?.rate ?? null, keyBuckets, this.now);
    const queue = state.queue.map((waiter) => waiterUnder(waiter, former.policy, { ...state, concurrency: rule }));
    this.state = { ...state, queue, concurrency: rule, ...(buckets.length > 0 && { keyBuckets: buckets }) };
  }

  private opOf(each: Draw): AdmissionOp {
    const { holders, queue } = this.state;
    if (each.type === 'admit') {
      const { key, priority, delay } = each;
      const run = asRunId(`r${++this.count}`);
      const startAfter = delay === 0 ? 0 : this.now + delay;
      return { type: 'admit', run, policy: each.policy, startAfter, ...(key && { key }), priority };
    }
    return this.opOfKnown(each, at(holders, each.at), at(queue, each.at));
  }

  private opOfKnown(each: Exclude<Draw, { type: 'admit' }>, holder?: Permit, waiting?: Waiter): AdmissionOp {
    const { rev, concurrency: rule } = this.state;
    const { type } = each;
    if (type === 'again' || type === 'resume') return again(each, each.at > 2 ? waiting : holder, this.now);
    if (type === 'adopt') return { type, run: waiting && each.at > 3 ? waiting.run : asRunId(`r${++this.count}`) };
    if (type === 'leave' || type === 'unblock') return waiting ? ofWaiter(type, waiting, rev) : LOOK;
    return holder ? ofHolder(each, holder, { rev, under: rule.policy, now: this.now }) : LOOK;
  }
}

const ofWaiter = (type: 'leave' | 'unblock', { run }: Waiter, rev: number): AdmissionOp =>
  type === 'leave' ? { type: 'release', run, upTo: rev } : { type, run, key: 'tenant:acme' };

/** The sweep admits a run that it considers unknown, or the run was resumed. */
function again(
  { type, policy: asked }: { type: string; policy: Waiter['policy'] },
  known: Permit | Waiter | undefined,
  now: number,
): AdmissionOp {
  if (known === undefined) return LOOK;
  const { run, key } = known;
  const isResumed = type === 'resume';
  const waitsSince = isResumed ? now : 'since' in known ? known.since : (known.waitsSince ?? 0);
  const generation = (known.generation ?? 0) + (isResumed ? 1 : 0);
  return {
    type: 'admit',
    run,
    policy: asked,
    startAfter: 0,
    generation,
    waitsSince,
    ...(key !== undefined && { key }),
  };
}

interface About {
  readonly rev: number;
  readonly under: Waiter['policy'];
  readonly now: number;
}

function ofHolder(
  each: { type: string; at: number; policy: Waiter['policy'] },
  holder: Permit,
  { rev, under, now }: About,
): AdmissionOp {
  const { run, grant, key, generation } = holder;
  const waiter: Waiter = {
    run,
    policy: each.policy,
    startAfter: 0,
    waitsSince: now - each.at,
    blockedBy: 'tenant:acme',
    ...(key !== undefined && { key }),
    ...(generation !== undefined && { generation }),
  };
  if (each.type === 'end') return { type: 'release', run, upTo: rev };
  if (each.type === 'refuse') return { type: 'release', run, upTo: grant, unused: true };
  if (each.type === 'takeOver') return { type: 'takeOver', waiter: { ...waiter, blockedBy: null } };
  return { type: 'putBack', waiter, grant: each.type === 'stale' ? grant - 1 : grant, under };
}

const LOOK: AdmissionOp = { type: 'look' };
const namesOf = (list: readonly { readonly run: RunId }[]): RunId[] => list.map(({ run }) => run);

/** No run is in two lists, and none is lost: each run that was listed or accepted is still listed, or was dropped or released. */
function expectKept(before: ScheduleState, ops: readonly AdmissionOp[], result: AdmissionResult): void {
  const there = [...namesOf(result.holders), ...namesOf(result.queue)];
  expect(new Set(there).size).toBe(there.length);
  const gone = new Set([...namesOf(result.dropped), ...ops.flatMap((op) => (op.type === 'release' ? [op.run] : []))]);
  const accepted = [...result.answers].flatMap(([run, answer]) =>
    answer === 'started' || answer === 'waiting' ? [run] : [],
  );
  const known = [...namesOf(before.holders), ...namesOf(before.queue), ...accepted];
  expect(known.filter((run) => !there.includes(run) && !gone.has(run))).toEqual([]);
  const refused = [...result.answers].flatMap(([run, answer]) =>
    answer === 'forbidden' || answer === 'queueFull' ? [run] : [],
  );
  // A run under way counts in spite of an earlier answer; a run that asks again in the same write may be admitted.
  const anew = ops.flatMap((op) => (op.type === 'adopt' || (op.type === 'admit' && op.waitsSince) ? [op.run] : []));
  const not = [...refused, ...namesOf(result.dropped)].filter((run) => !anew.includes(run));
  expect(not.filter((run) => there.includes(run))).toEqual([]);
  // A refused run has not affected others.
  if (ops.length === 1 && refused.length === 1) {
    expect(result.replaced).toEqual([]);
    expect(namesOf(result.dropped)).toEqual([]);
  }
}

function expectWithin(before: ScheduleState, ops: readonly AdmissionOp[], result: AdmissionResult): void {
  const { maxConcurrency, maxQueued, perKey: rule } = before.concurrency;
  for (const { run, policy: of, key } of result.started) {
    const index = result.holders.findIndex((holder) => holder.run === run);
    if (index < 0) continue;
    if (of !== 'Allow') expect(index).toBeLessThan(maxConcurrency);
    const sameKey = result.holders.slice(0, index).filter((holder) => holder.key === key && key !== undefined);
    if (rule?.max != null) expect(sameKey.length).toBeLessThan(rule.max);
  }
  const replacing = ops.some((op) => op.type === 'admit' && op.policy === 'Replace') ? 1 : 0;
  expect(result.queue.length).toBeLessThanOrEqual(Math.max(maxQueued, before.queue.length) + replacing);
}

/** Before the time of the next requested look there is nothing to do. */
function expectSettled({ state, now, isHeld }: World, { started }: AdmissionResult): void {
  if (isHeld) {
    expect(started).toEqual([]);
    return;
  }
  const next = admitAtOf(state) ?? now + 1e9;
  for (const when of [now, Math.max(now, next - 1)])
    expect(applyAdmission(state, [], when)).toMatchObject({ started: [], dropped: [] });
}

test('for any operations no run is lost or in two lists, limits hold, and no run waits without a reason', () => {
  fc.assert(
    fc.property(concurrency, fc.array(act, { maxLength: 40, size: 'max' }), (rule, acts) => {
      const world = new World(rule);
      for (const each of acts) world.step(each);
    }),
    { numRuns: worlds(300) },
  );
});
