import { asRunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { protectFromWithdrawal, RunRecords } from './run-records.js';

const queued = aRun(aPlan(), { id: asRunId('r'), phase: 'Queued' });

/** What is counted of a run that was read as `read`, when it is `stored` by then. */
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

it('gives an untouched run a new revision, so that nobody takes it back', async () => {
  const next = { ...queued, rev: 2 };
  expect(await kept(queued, queued)).toEqual({ given: next, saved: [next] });
});

it('leaves a run as it is that somebody has touched', async () => {
  const touched = { ...queued, rev: 2 };
  expect(await kept(touched, touched)).toEqual({ given: touched, saved: [] });
});

it('gives what a run has become meanwhile, and null for one that is no more', async () => {
  const aborted: Run = { ...queued, phase: 'Aborted', rev: 2 };
  expect(await kept(queued, aborted)).toEqual({ given: aborted, saved: [] });
  expect(await kept(queued, null)).toEqual({ given: null, saved: [] });
});

/** Records over one stored run, null for none, and what they have told. */
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

it('publishes what has become of a run, and dispatches one that has its permits', async () => {
  const { records, published, now } = recordsOf(queued);
  expect(await records.start(queued, ['job:x'])).toBe(true);
  expect(now()).toMatchObject({ phase: 'Pending', holds: ['job:x'], phaseSince: 7 });
  expect(published).toEqual([`changed Pending Admitted from ${queued.transitions.length}`, 'dispatch r']);
});

it('does not dispatch a run that ends in the queue', async () => {
  const { records, published } = recordsOf(queued);
  expect(await records.drop(queued, 'QueueFull')).toBe(true);
  expect(published).toEqual([expect.stringMatching(/^changed \w+ QueueFull/)]);
});

it('tells nothing of a run that somebody else has changed meanwhile', async () => {
  const { records, published } = recordsOf({ ...queued, rev: queued.rev + 1 });
  expect([await records.start(queued, []), await records.revise(queued), published]).toEqual([false, null, []]);
});

it('revises a run without a word to anybody', async () => {
  const { records, published, now } = recordsOf(queued);
  expect(await records.revise(queued)).toEqual({ ...queued, rev: queued.rev + 1 });
  expect([now()?.rev, published]).toEqual([queued.rev + 1, []]);
});

it('keeps a run that was there before it was inserted from being withdrawn', async () => {
  const { records } = recordsOf(queued);
  const other = { ...queued, id: asRunId('other') };
  expect(await records.insert([queued, other])).toEqual([{ ...queued, rev: 2 }, other]);
});
