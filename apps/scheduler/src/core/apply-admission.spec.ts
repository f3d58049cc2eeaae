import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { AGEING_MS } from '#common/domain/limits.js';
import type { ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { worlds } from '#testing/long-form.js';
import { changesNothing, applyAdmission, type AdmissionOp } from './apply-admission.js';

const NOW = 1_000_000;

function aJob(
  concurrency: Partial<ScheduleState['concurrency']>,
  holders: string[] = [],
  queue: Partial<Waiter>[] = [],
): ScheduleState {
  return aSchedule(null, 0, {
    concurrency: { policy: 'Enqueue', maxConcurrency: 1, maxQueued: 3, group: null, ...concurrency },
    holders: holders.map((run) => ({ run: asRunId(run), since: 0, grant: 1 })),
    queue: queue.map((waiter) => ({ run: asRunId('w'), policy: 'Enqueue', startAfter: 0, blockedBy: null, ...waiter })),
  });
}

const admit = (run: string, policy: Waiter['policy'], startAfter = 0): AdmissionOp => ({
  type: 'admit',
  run: asRunId(run),
  policy,
  startAfter,
});
const release = (run: string, upTo = Infinity): AdmissionOp => ({ type: 'release', run: asRunId(run), upTo });

interface After {
  readonly holders: readonly string[];
  readonly queue: readonly string[];
  readonly answers: readonly string[];
  readonly started: readonly string[];
  readonly replaced: readonly string[];
  readonly dropped: readonly string[];
}

function after(state: ScheduleState, ops: AdmissionOp[]): After {
  const { holders, queue, answers, started, replaced, dropped } = applyAdmission(state, ops, NOW);
  return {
    holders: holders.map(({ run }) => run),
    queue: queue.map(({ run }) => run),
    answers: [...answers.values()],
    started: started.map(({ run }) => run),
    replaced,
    dropped: dropped.map(({ run, reason }) => `${run} ${reason}`),
  };
}

describe('the admission of a run', () => {
  it.each<[string, ScheduleState, AdmissionOp[], Partial<After>]>([
    [
      'starts the run if a permit is free',
      aJob({}),
      [admit('a', 'Enqueue')],
      { answers: ['started'], holders: ['a'], started: ['a'] },
    ],
    [
      'starts the run in any case if it allows others beside it',
      aJob({}, ['x']),
      [admit('a', 'Allow')],
      { answers: ['started'], holders: ['x', 'a'] },
    ],
    [
      'refuses the run if it forbids others',
      aJob({}, ['x']),
      [admit('a', 'Forbid')],
      { answers: ['forbidden'], holders: ['x'], queue: [] },
    ],
    [
      'makes the run wait while others hold the permits',
      aJob({}, ['x']),
      [admit('a', 'Enqueue')],
      { answers: ['waiting'], queue: ['a'], started: [] },
    ],
    [
      'makes the run wait behind earlier ones',
      aJob({ maxConcurrency: 2 }, ['x'], [{ run: asRunId('w'), startAfter: 0 }]),
      [admit('a', 'Enqueue')],
      { holders: ['x', 'w'], queue: ['a'] },
    ],
    [
      'refuses the run if too many wait',
      aJob({ maxQueued: 1 }, ['x'], [{}]),
      [admit('a', 'Enqueue')],
      { answers: ['queueFull'], queue: ['w'] },
    ],
    [
      'makes the run wait without a permit until its time',
      aJob({}),
      [admit('a', 'Forbid', NOW + 1)],
      { answers: ['waiting'], holders: [], queue: ['a'] },
    ],
    [
      'replaces the oldest run',
      aJob({ maxConcurrency: 2 }, ['x', 'y']),
      [admit('a', 'Replace')],
      { answers: ['waiting'], replaced: ['x'], queue: ['a'] },
    ],
    [
      'replaces runs that wait to replace others',
      aJob({}, ['x'], [{ policy: 'Replace' }]),
      [admit('a', 'Replace')],
      { dropped: ['w Replaced'], queue: ['a'], replaced: ['x'] },
    ],
    [
      'changes nothing if it is repeated',
      aJob({}, ['a'], [{ run: asRunId('b') }]),
      [admit('a', 'Enqueue'), admit('b', 'Enqueue')],
      { answers: ['started', 'waiting'], holders: ['a'], queue: ['b'], started: [] },
    ],
    [
      'makes the run wait with those that wait for a shared limit',
      aJob({ policy: 'Allow' }, [], [{ blockedBy: 'group:g' }]),
      [admit('a', 'Allow')],
      { answers: ['waiting'], queue: ['w', 'a'] },
    ],
    [
      'refuses the run, which must not wait, if others wait for a shared limit',
      aJob({}, [], [{ blockedBy: 'group:g' }]),
      [admit('a', 'Forbid')],
      { answers: ['forbidden'], queue: ['w'] },
    ],
  ])('%s', (_, state, ops, want) => {
    expect(after(state, ops)).toMatchObject(want);
  });
});

it('a run that was replaced before it knew does not replace the later run when it is admitted again', () => {
  const [earlier, later] = ['earlier', 'later'].map(asRunId) as [RunId, RunId];
  const state = aJob({ maxQueued: 9 }, ['x'], [{ run: later, policy: 'Replace', waitsSince: NOW - 1 }]);
  const again = (run: RunId, waitsSince: number): AdmissionOp =>
    ({ ...admit(run, 'Replace'), waitsSince }) as AdmissionOp;
  expect(after(state, [again(earlier, NOW - 2)])).toMatchObject({
    answers: ['waiting'],
    queue: [later],
    dropped: [`${earlier} Replaced`],
    replaced: [],
  });
  expect(after(state, [again(earlier, NOW)])).toMatchObject({ queue: [earlier], dropped: [`${later} Replaced`] });
});

describe('free permits', () => {
  it.each<[string, ScheduleState, AdmissionOp[], Partial<After>]>([
    [
      'go to the run that has waited longest',
      aJob({}, ['x'], [{ run: asRunId('a') }, { run: asRunId('b') }]),
      [release('x')],
      { holders: ['a'], queue: ['b'], started: ['a'] },
    ],
    [
      'skip runs whose time has not come',
      aJob({}, ['x'], [{ run: asRunId('a'), startAfter: NOW + 1 }, { run: asRunId('b') }]),
      [release('x')],
      { holders: ['b'], queue: ['a'] },
    ],
    [
      'skip runs that wait for another limit',
      aJob({}, ['x'], [{ run: asRunId('a'), blockedBy: 'g' }, { run: asRunId('b') }]),
      [release('x')],
      { holders: ['b'], queue: ['a'] },
    ],
    [
      'go to a run that a shared limit has woken',
      aJob({}, [], [{ run: asRunId('a'), blockedBy: 'g' }]),
      [{ type: 'unblock', run: asRunId('a'), key: 'g' }],
      { holders: ['a'], queue: [] },
    ],
    [
      'do not include permits of a later grant than the released one',
      aJob({}, ['x'], [{ run: asRunId('a') }]),
      [release('x', 0)],
      { holders: ['x'], queue: ['a'] },
    ],
    [
      'are not given to a waiting run that forbids others',
      aJob({}, ['x'], [{ run: asRunId('a'), policy: 'Forbid' }]),
      [{ type: 'look' }],
      { holders: ['x'], queue: [], dropped: ['a ConcurrencyForbidden'] },
    ],
    [
      'result from a higher limit',
      aJob({ maxConcurrency: 3 }, ['x'], [{ run: asRunId('a') }, { run: asRunId('b') }, { run: asRunId('c') }]),
      [{ type: 'look' }],
      { holders: ['x', 'a', 'b'], queue: ['c'] },
    ],
  ])('%s', (_, state, ops, want) => {
    expect(after(state, ops)).toMatchObject(want);
  });

  it('result from a run that lacked a shared permit, which keeps its turn', () => {
    const waiter: Waiter = { run: asRunId('a'), policy: 'Enqueue', startAfter: 0, blockedBy: 'group:acme/g' };
    const state = aJob({ group: 'g' }, ['a'], [{ run: asRunId('b'), blockedBy: 'group:acme/g' }]);
    expect(after(state, [{ type: 'putBack', waiter, grant: 1, under: 'Enqueue' }])).toMatchObject({
      holders: [],
      queue: ['a', 'b'],
      started: [],
    });
    expect(
      after(state, [{ type: 'putBack', waiter: { ...waiter, policy: 'Forbid' }, grant: 1, under: 'Enqueue' }]),
    ).toMatchObject({
      dropped: ['a ConcurrencyForbidden'],
    });
    const full = aJob({ group: 'g', maxQueued: 1 }, ['a'], [{ run: asRunId('b'), blockedBy: 'group:acme/g' }]);
    expect(after(full, [{ type: 'putBack', waiter, grant: 1, under: 'Enqueue' }])).toMatchObject({
      queue: ['b'],
      dropped: ['a QueueFull'],
    });
  });
});

describe('a permit whose admission is slow', () => {
  const waiter: Waiter = { run: asRunId('x'), policy: 'Enqueue', startAfter: 0, blockedBy: null };

  it('gets a new grant when it is taken over, and is not returned by the former process any more', () => {
    const state = { ...aJob({}, ['x']), rev: 7 };
    const { holders, started, takenOver } = applyAdmission(state, [{ type: 'takeOver', waiter }], NOW);
    expect({ holders, started, takenOver }).toEqual({
      holders: [{ run: 'x', since: NOW, grant: 8 }],
      started: [],
      takenOver: [waiter],
    });
    const given = { ...state, holders, rev: 8 };
    expect(
      changesNothing(given, applyAdmission(given, [{ type: 'putBack', waiter, grant: 1, under: 'Enqueue' }], NOW)),
    ).toBe(true);
    expect(after(given, [{ type: 'putBack', waiter, grant: 8, under: 'Enqueue' }])).toMatchObject({ started: ['x'] });
  });

  it('is returned, and its run queued first, if the limit was lowered', () => {
    const lowered = aJob({ maxConcurrency: 1 }, ['x', 'y'], [{ run: asRunId('a') }]);
    expect(after(lowered, [{ type: 'putBack', waiter, grant: 1, under: 'Enqueue' }])).toMatchObject({
      holders: ['y'],
      queue: ['x', 'a'],
    });
  });

  it('is returned, and its run queued, for a limit that the job did not have when the permit was granted', () => {
    const limited = aJob({ policy: 'Forbid' }, ['x', 'y']);
    const op = { type: 'putBack', waiter: { ...waiter, policy: 'Allow' }, grant: 1 } as const;
    expect(applyAdmission(limited, [{ ...op, under: 'Allow' }], NOW)).toMatchObject({
      queue: [{ run: 'x', policy: 'Enqueue' }],
    });
    // The run requested the limit itself.
    expect(applyAdmission(limited, [{ ...op, under: 'Forbid' }], NOW)).toMatchObject({
      started: [{ run: 'x', policy: 'Allow' }],
    });
  });

  it('is returned without a wait for a limit that the job has left', () => {
    const moved = aJob({ maxConcurrency: 1, group: 'painters' }, ['x', 'y']);
    const queueOf = (blockedBy: string): readonly Waiter[] =>
      applyAdmission(moved, [{ type: 'putBack', waiter: { ...waiter, blockedBy }, grant: 1, under: 'Enqueue' }], NOW)
        .queue;
    expect(queueOf('group:acme/plumbers')).toMatchObject([{ run: 'x', blockedBy: null }]);
    expect(queueOf('group:acme/painters')).toMatchObject([{ run: 'x', blockedBy: 'group:acme/painters' }]);
    expect(queueOf('tenant:acme')).toMatchObject([{ run: 'x', blockedBy: 'tenant:acme' }]);
  });

  it('is not taken over if the run has none', () => {
    const state = aJob({}, ['y'], [{ run: asRunId('x') }]);
    const repeated = applyAdmission(state, [{ type: 'takeOver', waiter }], NOW);
    expect(changesNothing(state, repeated)).toBe(true);
    expect(repeated.takenOver).toEqual([]);
  });

  it('is also given to a run that waits although it is under way', () => {
    expect(after(aJob({}, [], [{ run: asRunId('x') }]), [{ type: 'adopt', run: asRunId('x') }])).toMatchObject({
      holders: ['x'],
      queue: [],
    });
  });
});

it('the document is not changed if nothing happens', () => {
  const state = aJob({}, ['x'], [{ run: asRunId('a') }]);
  expect(
    changesNothing(
      state,
      applyAdmission(state, [release('y'), { type: 'unblock', run: asRunId('a'), key: 'g' }, { type: 'look' }], NOW),
    ),
  ).toBe(true);
  expect(changesNothing(state, applyAdmission(state, [release('a')], NOW))).toBe(false);
});

it('for any operations the limit is never exceeded, no run is lost, and runs start in the order of their requests', () => {
  const op = fc.oneof(
    fc.record({
      type: fc.constant('admit' as const),
      policy: fc.constantFrom<Waiter['policy']>('Forbid', 'Enqueue', 'Replace'),
    }),
    fc.record({ type: fc.constant('release' as const), pick: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(op, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (ops, maxConcurrency) => {
      let state = aJob({ maxConcurrency, maxQueued: 5 });
      const begun: number[] = [];
      const gone = new Set<string>();
      for (const [i, each] of ops.entries()) {
        const held = [...state.holders, ...state.queue].map(({ run }) => run);
        const step: AdmissionOp =
          each.type === 'admit' ? admit(`r${i}`, each.policy) : release(held[each.pick % held.length] ?? 'none');
        const result = applyAdmission(state, [step], NOW);
        if (step.type === 'release') gone.add(step.run);
        for (const { run } of result.dropped) gone.add(run);
        if (step.type === 'admit' && !['started', 'waiting'].includes(result.answers.get(step.run)!))
          gone.add(step.run);
        begun.push(...result.started.map(({ run }) => Number(run.slice(1))));
        state = { ...state, holders: result.holders, queue: result.queue };
        expect(state.holders.length).toBeLessThanOrEqual(maxConcurrency);
        const known = new Set([...state.holders, ...state.queue].map(({ run }) => run as string));
        const asked = ops.slice(0, i + 1).flatMap((other, j) => (other.type === 'admit' ? [`r${j}`] : []));
        expect(asked.filter((run) => !known.has(run) && !gone.has(run))).toEqual([]);
      }
      const queued = begun.filter((run) => !gone.has(`r${run}`));
      expect(queued).toEqual([...queued].sort((a, b) => a - b));
    }),
    { numRuns: worlds(300) },
  );
});

describe('while the tenant is held', () => {
  const held = (state: ScheduleState, ops: AdmissionOp[]): ReturnType<typeof applyAdmission> =>
    applyAdmission(state, ops, NOW, true);

  it.each(['Allow', 'Enqueue', 'Forbid', 'Replace'] as const)('a run with the policy %s waits', (policy) => {
    const { answers, started, queue, dropped } = held(aJob({}), [admit('a', policy)]);
    expect([...answers.values(), started, dropped]).toEqual(['waiting', [], []]);
    expect(queue.map(({ run }) => run)).toEqual(['a']);
  });

  it('a free permit is not given while the tenant is held, and goes to the first waiting run afterwards', () => {
    const { queue } = held(aJob({}), [admit('a', 'Enqueue')]);
    const state = { ...aJob({}), queue };
    expect(held(state, [{ type: 'look' }])).toMatchObject({ started: [], queue });
    expect(applyAdmission(state, [{ type: 'look' }], NOW)).toMatchObject({ started: [{ run: 'a' }], queue: [] });
  });
});

describe('priority', () => {
  const waiter = (run: string, priority: number, waitsSince: number): Partial<Waiter> => ({
    run: asRunId(run),
    priority,
    waitsSince,
  });
  const queue = [waiter('old', 0, 0), waiter('low', -2, 1), waiter('high', 1, 2)];

  it('decides about the next permit, with a minute of waiting as one step', () => {
    const state = aJob({ maxQueued: 9 }, ['x'], queue);
    expect(after(state, [release('x')])).toMatchObject({ started: ['high'], queue: ['old', 'low'] });
    const aged = aJob({ maxQueued: 9 }, ['x'], [waiter('high', 1, AGEING_MS + 1), ...queue.slice(0, 2)]);
    expect(after(aged, [release('x')])).toMatchObject({ started: ['old'] });
  });

  it('lets a run request a shared limit although a lower one of its job waits for it', () => {
    const blocked = aJob({ policy: 'Allow' }, [], [{ ...waiter('low', 0, NOW), blockedBy: 'tenant:acme' }]);
    expect(after(blocked, [admit('same', 'Allow')]).answers).toEqual(['waiting']);
    const urgent = { ...admit('urgent', 'Allow'), priority: 1 } as AdmissionOp;
    expect(after(blocked, [urgent])).toMatchObject({ answers: ['started'], started: ['urgent'], queue: ['low'] });
  });

  it('gives no place in a full queue and replaces nothing', () => {
    const urgent = { ...admit('urgent', 'Enqueue'), priority: 100 } as AdmissionOp;
    expect(after(aJob({ maxQueued: 1 }, ['x'], [{}]), [urgent])).toMatchObject({
      answers: ['queueFull'],
      replaced: [],
    });
  });

  it('is stored with the waiting run, together with the time since when it has waited', () => {
    const urgent = { ...admit('urgent', 'Enqueue', NOW + 5_000), priority: 7 } as AdmissionOp;
    const { queue: next } = applyAdmission(aJob({}, ['x']), [urgent, admit('plain', 'Enqueue')], NOW);
    expect(next).toMatchObject([{ priority: 7, waitsSince: NOW + 5_000 }, { waitsSince: NOW }]);
    expect(next[1]).not.toHaveProperty('priority');
  });
});
