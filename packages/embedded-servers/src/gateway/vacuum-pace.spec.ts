import { VacuumPace } from './vacuum-pace.js';

/** The settings that the database was given, for checks every 15 s, between which this many documents were written. */
async function settingsFor(written: readonly number[]): Promise<string[][]> {
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

const OFTEN = ['5s', 'SELECT pg_reload_conf()'];
const RARELY = ['60s', 'SELECT pg_reload_conf()'];

test('vacuum is rare after two checks with few writes, and frequent from the first check with many writes', async () => {
  expect(await settingsFor([75, 75, 75, 300, 75, 75])).toEqual([OFTEN, RARELY, [], OFTEN, [], RARELY]);
});

test('alternating writes do not change the pace', async () => {
  expect(await settingsFor([3_000, 0, 3_000, 0, 3_000])).toEqual([OFTEN, [], [], [], []]);
});
