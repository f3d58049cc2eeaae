import { inForm } from '#testing/long-form.js';
import { gathering, type GatheringOutcome, type Planted } from './support/gathering.js';

const STORIES = inForm({ short: 8, long: 60 });
/** The number of stories with an intended fault: one of them has to show it. */
const FAULTY = 5;

async function tell(
  stories: number,
  planted?: Planted,
): Promise<{ problems: string[]; seen: GatheringOutcome['seen'] }> {
  const problems: string[] = [];
  const sum = { answers: 0, joined: 0, full: 0, repeats: 0, duplicates: 0, kills: 0 };
  for (let seed = 1; seed <= stories; seed++) {
    const outcome = await gathering(seed, planted);
    for (const what of Object.keys(sum) as (keyof typeof sum)[]) sum[what] += outcome.seen[what];
    if (outcome.problems.length > 0) problems.push([`story ${seed}`, ...outcome.problems].join('\n  '));
  }
  return { problems, seen: sum };
}

it('each request is part of the one run that is its answer, whatever process dies or stands still', async () => {
  const { problems, seen } = await tell(STORIES);
  expect(problems).toEqual([]);
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(STORIES);
}, 600_000);

it.each([845_053_016, 845_053_075])(
  'story %i, in which a process that had stood still sent a repeat to another run than that of its request, has no problem',
  async (seed) => {
    expect((await gathering(seed)).problems).toEqual([]);
  },
  60_000,
);

it.each<[string, Planted]>([
  [
    'is saved although another process has saved it meanwhile',
    (stores, tables) => ({
      ...stores,
      runs: {
        ...stores.runs,
        save: (next, expectedRev) =>
          stores.runs.save(next, next.requests?.open ? (tables.run(next.id)?.rev ?? expectedRev) : expectedRev),
      },
    }),
  ],
  [
    'forgets its requests',
    (stores) => ({
      ...stores,
      requests: { ...stores.requests, insertMissing: () => Promise.resolve(new Set()) },
    }),
  ],
  [
    'is followed by another one while it still accepts requests',
    (stores) => ({
      ...stores,
      runs: {
        ...stores.runs,
        save: (next, rev) => (next.requests?.open ? stores.runs.save(next, rev) : Promise.resolve(true)),
      },
    }),
  ],
])(
  'the fault is found if a run %s',
  async (_what, planted) => {
    expect((await tell(FAULTY, planted)).problems).not.toEqual([]);
  },
  600_000,
);
