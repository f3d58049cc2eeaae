/** One process at a time migrates the database for a version. */
import { Mongo } from '#common/mongo/mongo.js';
import { freshDatabaseUri, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { IN_THE_MIDDLE, LIMIT_MS, MigrationsOfThisFile } from './support/migrations.js';

const { closers, migration, opened } = new MigrationsOfThisFile();

test(
  'two migrations at once create each index once, and both end when all exist',
  async () => {
    const uri = freshDatabaseUri();
    const mongo = await opened(uri);
    const wanted = await mongo.incomplete();
    expect(wanted.length).toBeGreaterThan(2 * IN_THE_MIDDLE);
    const both = await Promise.all([migration(uri), migration(uri)]);
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(both.flatMap(({ made }) => made).sort()).toEqual(wanted.toSorted());
    expect(await mongo.missingIndexes()).toEqual([]);
  },
  LIMIT_MS,
);

test('an index with other options than this version needs is reported and stays as it is', async () => {
  const mongo = await Mongo.connect(freshDatabaseUri(), silentLog);
  closers.push(() => mongo.close());
  expect(await mongo.changedIndexes()).toEqual([]);
  const triggers = mongo.collection('triggers');
  await triggers.dropIndex('uid_1');
  await triggers.createIndexes([{ key: { uid: 1 } }]);
  expect(await mongo.changedIndexes()).toEqual(['triggers {"uid":1}']);
  const reported: unknown[] = [];
  const log = { ...silentLog, error: (fields: unknown) => reported.push(fields) } as unknown as typeof silentLog;
  await mongo.migrate(log);
  expect(reported).toEqual([{ index: 'triggers {"uid":1}' }]);
  expect(await mongo.lacking()).toEqual([
    expect.stringMatching(/^triggers {"uid":1}: .* drop it, then run npm run migrate$/),
  ]);
});

test('a service that only checks waits until another process has migrated', async () => {
  const uri = freshDatabaseUri();
  const seen: string[] = [];
  const log = {
    ...silentLog,
    warn: (_fields: unknown, text: string) => seen.push(text),
  } as unknown as typeof silentLog;
  const waiting = Mongo.connect(uri, log, { lacking: 'wait' });
  await until('a word that something is lacking', () => seen.some((text) => text.startsWith('indexes are missing')));
  expect(await (await migration(uri)).ended).toBe(0);
  const mongo = await waiting;
  closers.push(() => mongo.close());
  expect(await mongo.missingIndexes()).toEqual([]);
});
