import { VacuumPace } from './vacuum-pace.js';

/** What the database was told, look by look of 15 s, in each of which so many documents were written. */
async function told(written: readonly number[]): Promise<string[][]> {
  const looks: string[][] = [];
  let now = 0;
  const statements: string[] = [];
  const maintain = (sql: string): Promise<[]> => Promise.resolve((statements.push(sql), []));
  const pace = new VacuumPace({ maintain }, () => now);
  for (const documents of written) {
    pace.noteWrite(documents);
    now += 15_000;
    await pace.look();
    looks.push(statements.splice(0).map((sql) => /'(.*)'/.exec(sql)?.[1] ?? sql));
  }
  return looks;
}

const [OFTEN, RARELY] = [
  ['5s', 'SELECT pg_reload_conf()'],
  ['60s', 'SELECT pg_reload_conf()'],
];

test('it looks rarely once little has been written for two looks in a row, and often from the first look with many writes on', async () => {
  expect(await told([75, 75, 75, 300, 75, 75])).toEqual([OFTEN, RARELY, [], OFTEN, [], RARELY]);
});

test('writes that come and go leave it as it is', async () => {
  expect(await told([3_000, 0, 3_000, 0, 3_000])).toEqual([OFTEN, [], [], [], []]);
});
