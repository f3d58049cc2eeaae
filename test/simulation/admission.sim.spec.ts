import { inForm } from '#testing/long-form.js';
import { contest } from './support/contest.js';

const CONTESTS = inForm({ short: 60, long: 300 });
const HELD_CONTESTS = inForm({ short: 20, long: 200 });

it('lets no run begin without its places, nor forgets one, however slow those are who follow up a place', async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= CONTESTS; seed++) {
    const problems = await contest(seed);
    if (problems.length > 0) failures.push([`contest ${seed}`, ...problems].join('\n  '));
  }
  expect(failures).toEqual([]);
}, 300_000);

it('does so as well where admissions are held now and then, and schedulers learn of it one after the other', async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= HELD_CONTESTS; seed++) {
    const problems = await contest(seed, true);
    if (problems.length > 0) failures.push([`contest ${seed} with holds`, ...problems].join('\n  '));
  }
  expect(failures).toEqual([]);
}, 300_000);
