import { inForm } from '#testing/long-form.js';
import { contest, type ContestStory } from './support/contest.js';

const CONTESTS = inForm({ short: 60, long: 300 });
const HELD_CONTESTS = inForm({ short: 20, long: 200 });
const PREEMPTING_CONTESTS = inForm({ short: 20, long: 200 });

/** Gives what was wrong in these contests, and how many runs gave up their permits. */
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

it('lets no run begin without its places, nor forgets one, however slow those are who follow up a place', async () => {
  expect((await contests(CONTESTS, {})).failures).toEqual([]);
}, 300_000);

it('does so as well where admissions are held now and then, and schedulers learn of it one after the other', async () => {
  expect((await contests(HELD_CONTESTS, { holds: true })).failures).toEqual([]);
}, 300_000);

it('does so as well where runs of low priority give up their permits, and none of these is forgotten', async () => {
  const { failures, preempted } = await contests(PREEMPTING_CONTESTS, { preempts: true });
  expect(failures).toEqual([]);
  expect(preempted).toBeGreaterThan(PREEMPTING_CONTESTS / 4);
}, 300_000);
