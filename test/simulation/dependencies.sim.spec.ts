/** Jobs that run after others, under kills, freezes and lost messages: each job and cause exactly once, and none forgotten. */
import { inForm } from '#testing/long-form.js';
import type { Run } from '#common/run/run.js';
import { chains } from './support/chains.js';

const LONGEST_MS = 300_000;
const MINUTES = inForm({ short: 4, long: 15 });
const SEEDS = inForm({ short: [1, 2], long: Array.from({ length: 8 }, (_, i) => i + 1) });

it.each(SEEDS)(
  'every job has its run of every cause once, and none is forgotten (seed %i)',
  async (seed) => {
    const result = await chains(seed, MINUTES);
    expect(result.problems).toEqual([]);
    expect(result.kills).toBeGreaterThan(10);
    expect(result.dependent).toBeGreaterThan(100);
    expect(result.skipped).toBeGreaterThan(0);
  },
  LONGEST_MS,
);

describe('an intended fault', () => {
  it(
    'is found: the dependents of a run count as decided before their runs are stored',
    async () => {
      const { problems } = await chains(1, MINUTES, {
        stores: (stores, process) => ({
          ...stores,
          reads: {
            ...stores.reads,
            pendingDependentsIn: async (shards, limit) =>
              decidedFirst(await stores.reads.pendingDependentsIn(shards, limit), stores),
            pendingDependents: async (ids) => decidedFirst(await stores.reads.pendingDependents(ids), stores),
          },
          runs: { ...stores.runs, markDependentsDecided: () => process.call(() => true) },
        }),
      });
      expect(problems.join('\n')).toMatch(/did not run/);
    },
    LONGEST_MS,
  );

  it(
    'is found: there is no sweep',
    async () => {
      const { problems } = await chains(1, MINUTES, { sweeps: false });
      expect(problems.join('\n')).toMatch(/has undecided dependents|did not run/);
    },
    LONGEST_MS,
  );
});

async function decidedFirst(
  runs: Run[],
  stores: { runs: { markDependentsDecided(id: Run['id'], rev: number): Promise<boolean> } },
): Promise<Run[]> {
  for (const run of runs) await stores.runs.markDependentsDecided(run.id, run.rev);
  return runs;
}
