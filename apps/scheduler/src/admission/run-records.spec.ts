import { asRunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { protectFromWithdrawal, RunRecords } from './run-records.js';

const queued = aRun(aPlan(), { id: asRunId('r'), phase: 'Queued' });

/** The run that `protectFromWithdrawal` returns for `read` while `stored` is in the database, and the saved runs. */
async function kept(read: Run, stored: Run | null): Promise<{ readonly given: Run | null; readonly saved: Run[] }> {
  const saved: Run[] = [];
  const given = await protectFromWithdrawal(
    {
      reads: { load: () => Promise.resolve(new Map(stored ? [[stored.id, stored]] : [])) },
      runs: { save: (next, rev) => Promise.resolve(stored?.rev === rev && saved.push(next) > 0) },
    },
    read,
  );
  return { given, saved };
}

it('an unchanged run gets a new revision, which protects it from withdrawal', async () => {
  const next = { ...queued, rev: 2 };
  expect(await kept(queued, queued)).toEqual({ given: next, saved: [next] });
});

it('a run that another process has changed is not saved', async () => {
  const touched = { ...queued, rev: 2 };
  expect(await kept(touched, touched)).toEqual({ given: touched, saved: [] });
});

it('the current run is returned if it was changed meanwhile, and null if it is gone', async () => {
  const aborted: Run = { ...queued, phase: 'Aborted', rev: 2 };
  expect(await kept(queued, aborted)).toEqual({ given: aborted, saved: [] });
  expect(await kept(queued, null)).toEqual({ given: null, saved: [] });
});

/** Records over one stored run, null for none, and their messages. */
function recordsOf(stored: Run | null) {
  const published: string[] = [];
  const save = (next: Run, rev: number): Promise<boolean> => {
    const isCurrent = stored?.rev === rev;
    if (isCurrent) stored = next;
    return Promise.resolve(isCurrent);
  };
  const records = new RunRecords(
    {
      save,
      insertRuns: (runs) => Promise.resolve(new Set(runs.map(({ id }) => id).filter((id) => id !== stored?.id))),
      withdraw: () => Promise.resolve(true),
    },
    { load: (ids) => Promise.resolve(new Map(stored && ids.includes(stored.id) ? [[stored.id, stored]] : [])) },
    {
      changed: ({ phase, reason }, since) => published.push(`changed ${phase} ${reason} from ${since}`),
      dispatch: ({ id }) => published.push(`dispatch ${id}`),
    },
    { now: () => 7 },
  );
  return { records, published, now: () => stored };
}

it('the change of a run is published, and a run with its permits is dispatched', async () => {
  const { records, published, now } = recordsOf(queued);
  expect(await records.start(queued, ['job:x'])).toBe(true);
  expect(now()).toMatchObject({ phase: 'Pending', holds: ['job:x'], phaseSince: 7 });
  expect(published).toEqual([`changed Pending Admitted from ${queued.transitions.length}`, 'dispatch r']);
});

it('a run that ends in the queue is not dispatched', async () => {
  const { records, published } = recordsOf(queued);
  expect(await records.drop(queued, 'QueueFull')).toBe(true);
  expect(published).toEqual([expect.stringMatching(/^changed \w+ QueueFull/)]);
});

it('nothing is published about a run that another process has changed meanwhile', async () => {
  const { records, published } = recordsOf({ ...queued, rev: queued.rev + 1 });
  expect([await records.start(queued, []), await records.revise(queued), published]).toEqual([false, null, []]);
});

it('the revision of a run publishes nothing', async () => {
  const { records, published, now } = recordsOf(queued);
  expect(await records.revise(queued)).toEqual({ ...queued, rev: queued.rev + 1 });
  expect([now()?.rev, published]).toEqual([queued.rev + 1, []]);
});

it('a run that existed before its insertion is protected from withdrawal', async () => {
  const { records } = recordsOf(queued);
  const other = { ...queued, id: asRunId('other') };
  expect(await records.insert([queued, other])).toEqual([{ ...queued, rev: 2 }, other]);
});
