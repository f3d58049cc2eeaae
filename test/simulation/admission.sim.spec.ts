import { inForm } from '#testing/long-form.js';
import { contest } from './support/contest.js';

const CONTESTS = inForm({ short: 60, long: 300 });
const HELD_CONTESTS = inForm({ short: 20, long: 200 });
const KEYED_CONTESTS = inForm({ short: 30, long: 300 });

it('lets no run begin without its places, nor forgets one, however slow those are who follow up a place', async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= CONTESTS; seed++) {
    const { problems } = await contest(seed);
    if (problems.length > 0) failures.push([`contest ${seed}`, ...problems].join('\n  '));
  }
  expect(failures).toEqual([]);
}, 300_000);

it('does so as well where admissions are held now and then, and schedulers learn of it one after the other', async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= HELD_CONTESTS; seed++) {
    const { problems } = await contest(seed, { holds: true });
    if (problems.length > 0) failures.push([`contest ${seed} with holds`, ...problems].join('\n  '));
  }
  expect(failures).toEqual([]);
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
      const outcome = await contest(seed, { keys: true, holds: seed % 4 === 0 });
      if (outcome.problems.length > 0) failures.push([`contest ${seed} with keys`, ...outcome.problems].join('\n  '));
      for (const [what, count] of outcome.seen) seen.set(what, (seen.get(what) ?? 0) + count);
    }
    expect(failures).toEqual([]);
    for (const kind of KINDS) expect([kind, (seen.get(kind) ?? 0) > 0]).toEqual([kind, true]);
  }, 300_000);

  it.each([
    ['keys', /th of \d+ runs of job-\d with/],
    ['tokens', /\d+ runs of job-\d\/\w within/],
  ] as const)(
    'sees it where one scheduler forgets %s',
    async (fault, problem) => {
      const problems: string[] = [];
      for (let seed = 1; seed <= 20 && problems.length === 0; seed++)
        problems.push(...(await contest(seed, { keys: true, fault })).problems.filter((each) => problem.test(each)));
      expect(problems).not.toEqual([]);
    },
    60_000,
  );
});
