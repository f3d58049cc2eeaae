import { contest } from './support/contest.js';

const CONTESTS = 300;

it('lets no run begin without its places, nor forgets one, however slow those are who follow up a place', async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= CONTESTS; seed++) {
    const problems = await contest(seed);
    if (problems.length > 0) failures.push([`contest ${seed}`, ...problems].join('\n  '));
  }
  expect(failures).toEqual([]);
}, 300_000);
