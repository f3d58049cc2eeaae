import { inForm } from '#testing/long-form.js';
import { contest, type ContestStory } from './support/contest.js';

const CONTESTS = inForm({ short: 20, long: 150 });
const HELD_CONTESTS = inForm({ short: 8, long: 80 });
const PREEMPTING_CONTESTS = inForm({ short: 8, long: 40 });
const REPLACING_CONTESTS = inForm({ short: 8, long: 60 });
const KEYED_CONTESTS = inForm({ short: 10, long: 60 });

/** Gives the faults of these contests, and how many runs gave up their permits. */
async function contests(count: number, story: ContestStory): Promise<{ failures: string[]; preempted: number }> {
  const failures: string[] = [];
  let preempted = 0;
  for (let seed = 1; seed <= count; seed++) {
    const { problems, seen } = await contest(seed, story);
    preempted += seen.get('run preempted') ?? 0;
    if (problems.length > 0) failures.push([`contest ${seed} ${JSON.stringify(story)}`, ...problems].join('\n  '));
  }
  return { failures, preempted };
}

it('no run begins without its permits, and none is forgotten, however slow the schedulers are that follow up a permit', async () => {
  expect((await contests(CONTESTS, {})).failures).toEqual([]);
}, 300_000);

it('no run begins without its permits if admissions are held from time to time, and schedulers learn of it one after another', async () => {
  expect((await contests(HELD_CONTESTS, { holds: true })).failures).toEqual([]);
}, 300_000);

it('no run that gives up its permits because of its low priority is forgotten', async () => {
  const { failures, preempted } = await contests(PREEMPTING_CONTESTS, { preempts: true });
  expect(failures).toEqual([]);
  expect(preempted).toBeGreaterThan(PREEMPTING_CONTESTS / 4);
}, 300_000);

it('no run begins without its permits if runs replace others, need no permit of their job, or find no room to wait', async () => {
  expect((await contests(REPLACING_CONTESTS, { replaces: true })).failures).toEqual([]);
  expect((await contests(REPLACING_CONTESTS, { replaces: true, keys: true })).failures).toEqual([]);
}, 300_000);

describe('with limits per key', () => {
  const KINDS = [
    'a key at its limit',
    'waits for its key',
    'tokens taken',
    'a permit of a key put back',
    'scheduler killed',
  ];

  it('admits no more runs with a key than may be active, none faster than its rate, and lets none wait for nothing', async () => {
    const failures: string[] = [];
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= KEYED_CONTESTS; seed++) {
      const story = { keys: true, holds: seed % 4 === 0, preempts: seed % 3 === 0 };
      const outcome = await contest(seed, story);
      if (outcome.problems.length > 0)
        failures.push([`contest ${seed} ${JSON.stringify(story)}`, ...outcome.problems].join('\n  '));
      for (const [what, count] of outcome.seen) seen.set(what, (seen.get(what) ?? 0) + count);
    }
    expect(failures).toEqual([]);
    for (const kind of KINDS) expect([kind, (seen.get(kind) ?? 0) > 0]).toEqual([kind, true]);
  }, 300_000);

  it.each([
    ['keys', /th of \d+ runs of job-\d with/],
    ['tokens', /\d+ runs of job-\d\/\w within/],
  ] as const)(
    'finds the fault if one scheduler forgets %s',
    async (fault, problem) => {
      const problems: string[] = [];
      for (let seed = 1; seed <= 20 && problems.length === 0; seed++)
        problems.push(...(await contest(seed, { keys: true, fault })).problems.filter((each) => problem.test(each)));
      expect(problems).not.toEqual([]);
    },
    60_000,
  );
});
