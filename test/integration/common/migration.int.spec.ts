/** One process at a time migrates the database for a version. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Mongo } from '#common/mongo/mongo.js';
import { removeReplaced } from '#common/mongo/migration.js';
import { freshDatabaseUri, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { IN_THE_MIDDLE, LIMIT_MS, MigrationsOfThisFile, PROGRAM } from './support/migrations.js';

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

test('an index with other options is built beside the present one, which the next version removes', async () => {
  const mongo = await Mongo.connect(freshDatabaseUri(), silentLog);
  closers.push(() => mongo.close());
  const triggers = mongo.collection('triggers');
  const deliveries = mongo.collection('triggerDeliveries');
  await triggers.dropIndex('uid_1');
  await triggers.createIndexes([{ key: { uid: 1 } }]);
  await deliveries.dropIndex('expireAt_1');
  await deliveries.createIndexes([{ key: { expireAt: 1 }, expireAfterSeconds: 60 }]);
  expect(await mongo.missingIndexes()).toEqual(['triggers {"uid":1}', 'triggerDeliveries {"expireAt":1}']);
  await mongo.migrate(silentLog);
  expect(await mongo.missingIndexes()).toEqual([]);
  const ofUid = async (): Promise<unknown[]> =>
    (await triggers.indexes()).flatMap(({ key, name, unique = false }) => ('uid' in key ? [{ name, unique }] : []));
  const replacement = { name: expect.stringMatching(/^uid_1_[0-9a-f]{8}$/) as string, unique: true };
  expect(await ofUid()).toEqual([{ name: 'uid_1', unique: false }, replacement]);
  expect(await deliveries.indexes()).toContainEqual(
    expect.objectContaining({ name: 'expireAt_1', expireAfterSeconds: 0 }),
  );
  // Replicas of the version before may still need it.
  await mongo.migrate(silentLog);
  expect(await ofUid()).toHaveLength(2);
  await Promise.all([1, 2].map(async () => removeReplaced(mongo, silentLog, 'next')));
  expect(await ofUid()).toEqual([replacement]);
  await removeReplaced(mongo, silentLog, 'next');
  expect(
    await mongo
      .collection('migrations')
      .find({ _id: { $gte: 'replaced/' } })
      .toArray(),
  ).toEqual([]);
  expect(await mongo.missingIndexes()).toEqual([]);
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

test(
  'the check says what is missing and about how long it takes to build, and builds nothing',
  async () => {
    const uri = freshDatabaseUri();
    const mongo = await Mongo.connect(uri, silentLog);
    closers.push(() => mongo.close());
    const env = { ...process.env, MONGODB_URI: uri };
    const check = (): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, [PROGRAM, '--check'], { env });
    expect((await check()).stdout).not.toContain('missing:');
    const triggers = mongo.collection<{ _id: string; uid: string }>('triggers');
    await triggers.dropIndex('uid_1');
    await triggers.insertMany(['a', 'b'].map((_id) => ({ _id, uid: _id })));
    const stdout = expect.stringMatching(/^missing: triggers \{"uid":1\}, \d documents: about 1 s$/m) as string;
    await expect(check()).rejects.toMatchObject({ code: 1, stdout });
    expect(await mongo.missingIndexes()).toEqual(['triggers {"uid":1}']);
  },
  LIMIT_MS,
);
