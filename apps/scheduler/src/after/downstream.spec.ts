import { asRunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { Downstream } from './downstream.js';
import type { Chain } from './ports.js';

async function asked(run: Run | null, key = 'k1') {
  const chains: Chain[] = [];
  const downstream = new Downstream(
    { load: () => Promise.resolve(new Map(run === null ? [] : [[run.id, run]])) },
    {
      runAfter: (_run, chain) => {
        chains.push(chain);
        return Promise.resolve([]);
      },
    },
  );
  const reply = await downstream.run({ v: 1, run: 'job-1', key, requestedBy: 'ann' });
  return { reply, chains };
}

test('a request for a run that does not exist, or has not ended, is refused', async () => {
  expect((await asked(null)).reply).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  expect((await asked(aRun(aPlan(), { phase: 'Running' }))).reply).toMatchObject({ ok: false, code: 'RUN_NOT_FINAL' });
});

test('the chain begins at the job of the run, and each request is a separate cause', async () => {
  const run = aRun(aPlan(), { id: asRunId('job-1'), phase: 'Failed' });
  const [first, repeat, other] = await Promise.all([asked(run), asked(run), asked(run, 'k2')]);
  expect(first.chains).toMatchObject([{ root: run.job, requestedBy: 'ann' }]);
  expect(repeat.chains[0]?.cause).toBe(first.chains[0]?.cause);
  expect(other.chains[0]?.cause).not.toBe(first.chains[0]?.cause);
});
