import { countProblems } from './drill-checks.js';

const store = (counts: Readonly<Record<string, number>>): Parameters<typeof countProblems>[0] => ({
  count: (name) => Promise.resolve(counts[name] ?? 0),
});

test.each<[string, Record<string, number>, string[]]>([
  ['as many as were stored', { jobs: 3, audit: 9, holds: 2 }, []],
  // The database removes them by itself.
  ['fewer that expire', { jobs: 3, audit: 5, holds: 2 }, []],
  ['fewer', { jobs: 2, audit: 9, holds: 2 }, ['jobs: 3 documents were stored, and 2 are there']],
  ['fewer than could expire', { jobs: 3, audit: 4, holds: 2 }, ['audit: 9 documents were stored, and 4 are there']],
  [
    'more',
    { jobs: 3, audit: 10, holds: 3 },
    ['audit: 9 documents were stored, and 10 are there', 'holds: 1 documents were stored, and 2 are there'],
  ],
])('a database that has %s', async (_what, counts, problems) => {
  await expect(countProblems(store(counts), { jobs: 3, audit: 9, holds: 1 }, { audit: 4 })).resolves.toEqual(problems);
});
