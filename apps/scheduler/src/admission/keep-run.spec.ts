import { asRunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { keepRun } from './keep-run.js';

const run = aRun(aPlan(), { id: asRunId('r'), phase: 'Queued' });

/** What is counted of a run that was read as `read`, when it is `stored` by then. */
async function kept(read: Run, stored: Run | null): Promise<{ readonly given: Run | null; readonly saved: Run[] }> {
  const saved: Run[] = [];
  const given = await keepRun(
    {
      reads: { load: () => Promise.resolve(new Map(stored ? [[stored.id, stored]] : [])) },
      runs: { save: (next, rev) => Promise.resolve(stored?.rev === rev && saved.push(next) > 0) },
    },
    read,
  );
  return { given, saved };
}

it('gives an untouched run a new revision, so that nobody takes it back', async () => {
  const next = { ...run, rev: 2 };
  expect(await kept(run, run)).toEqual({ given: next, saved: [next] });
});

it('leaves a run as it is that somebody has touched', async () => {
  const touched = { ...run, rev: 2 };
  expect(await kept(touched, touched)).toEqual({ given: touched, saved: [] });
});

it('gives what a run has become meanwhile, and null for one that is no more', async () => {
  const aborted: Run = { ...run, phase: 'Aborted', rev: 2 };
  expect(await kept(run, aborted)).toEqual({ given: aborted, saved: [] });
  expect(await kept(run, null)).toEqual({ given: null, saved: [] });
});
