import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { JobPermits, type AdmitResult } from './job-permits.js';

const concurrency = { policy: 'Enqueue', maxConcurrency: 1, maxQueued: 5, group: null } as const;
const runOf = (id: string): Run => aRun(aPlan(), { id: asRunId(id), phase: 'Queued' });

/** A job with one permit. `rival`: the state that another writer has stored by the time of the first save. */
function world({ rival, isHeld = false }: { rival?: ScheduleState; isHeld?: boolean } = {}) {
  let state: ScheduleState | null = aSchedule(null, 0, { concurrency });
  const { job } = state;
  const done: string[] = [];
  const permits = new JobPermits(
    {
      load: () => Promise.resolve(state),
      save: (next, rev) => {
        if (rival) [state, rival] = [rival, undefined];
        const isCurrent = state?.rev === rev;
        if (isCurrent) state = next;
        done.push(isCurrent ? 'save' : 'lost');
        return Promise.resolve(isCurrent);
      },
    },
    {
      insert: (runs) => Promise.resolve((done.push(...runs.map(({ id }) => `insert ${id}`)), runs)),
      withdraw: ({ id }) => Promise.resolve(done.push(`withdraw ${id}`) > 0),
    },
    { isHeld: () => isHeld },
    { now: () => 5 },
  );
  const ask = (id: string, policy: 'Enqueue' | 'Forbid' = 'Enqueue'): Promise<AdmitResult> =>
    permits.apply(job, { type: 'admit', run: asRunId(id), policy, startAfter: 0 }, runOf(id));
  const remove = (): void => {
    state = null;
  };
  return { permits, ask, done, remove, job };
}

test('concurrent admissions share a write, and their runs are stored before it', async () => {
  const { ask, done } = world();
  const first = ask('a');
  const [a, b, c] = await Promise.all([first, ask('b'), ask('c', 'Forbid')]);
  expect([a, b, c].map(({ answer }) => answer)).toEqual(['started', 'waiting', 'forbidden']);
  expect(done.filter((each) => each === 'save').length).toBeLessThanOrEqual(2);
  expect(done.indexOf('insert b')).toBeLessThan(done.lastIndexOf('save'));
  expect(done).not.toContain('insert c');
});

test('a stored change is completed with the known runs, and the answer tells when that is done', async () => {
  const { permits, ask } = world();
  const seen: unknown[] = [];
  permits.onCommit((state, { started }, fresh) => {
    seen.push([state.holders.map(({ run }) => run), started.map(({ run }) => run), [...fresh.keys()]]);
    return Promise.resolve(new Map([[asRunId('a'), false]]));
  });
  const { state, completed } = await ask('a');
  expect(seen).toEqual([[['a'], ['a'], ['a']]]);
  expect(state?.holders.map(({ run }) => run)).toEqual(['a']);
  expect((await completed).get('a' as RunId)).toBe(false);
  expect(await permits.heldSince(state!)).toEqual(new Set(['a']));
  expect(await permits.heldSince({ ...state!, rev: state!.rev - 1 })).toEqual(new Set());
});

test('a run that was stored and then refused, because another run took the permit, is withdrawn', async () => {
  const rival = aSchedule(null, 0, { concurrency, holders: [{ run: asRunId('x'), since: 1, grant: 1 }], rev: 4 });
  const { ask, done } = world({ rival });
  expect((await ask('a', 'Forbid')).answer).toBe('forbidden');
  expect(done).toEqual(['insert a', 'lost', 'withdraw a']);
});

test('a run waits while the tenant is held', async () => {
  expect((await world({ isHeld: true }).ask('a')).answer).toBe('waiting');
});

test('a job without a schedule document gives no permit', async () => {
  const { ask, remove, done } = world();
  remove();
  expect(await ask('a')).toMatchObject({ answer: 'noSuchJob', state: null });
  expect(done).toEqual([]);
});
