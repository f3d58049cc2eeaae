import { inForm } from '#testing/long-form.js';
import { contest } from './support/contest.js';

const CONTESTS = inForm({ short: 60, long: 300 });

it('lets no run begin without its places, nor forgets one, however slow those are who follow up a place', async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= CONTESTS; seed++) {
    const problems = await contest(seed);
    if (problems.length > 0) failures.push([`contest ${seed}`, ...problems].join('\n  '));
  }
  expect(failures).toEqual([]);
}, 300_000);
