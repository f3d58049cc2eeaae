/** Indexes of large collections, whose builds take longer than any answer is waited for, and go on without the process that asked for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startDocumentDb } from '#embedded-servers';
import { Mongo } from '#common/mongo/mongo.js';
import { silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { MigrationsOfThisFile } from '../../integration/common/support/migrations.js';

/** Longer than the 15 s within which the server must answer other operations. */
const BUILD_MS = 30_000;
const LIMIT_MS = 240_000;
/** A process starts slowly on a busy machine. */
const STARTED_MS = 60_000;
const INDEX = 'triggers {"uid":1}';

const { closers, migration, opened } = new MigrationsOfThisFile();

test(
  'an index counts as present only once it is built, also after its migration was killed, and services wait until then',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'carillon-builds-'));
    const server = await startDocumentDb({ dataDir, indexBuildMs: BUILD_MS, log: () => undefined }, process.env);
    closers.push(async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const uri = new URL(server.url);
    uri.pathname = '/builds';
    await (await Mongo.connect(uri.toString(), silentLog)).close();
    const client = await MongoClient.connect(uri.toString());
    closers.push(() => client.close());
    const triggers = client.db().collection('triggers');
    await triggers.insertOne({ uid: 'one' });
    await triggers.dropIndex('uid_1');

    const mongo = await opened(uri.toString());
    const begunAt = Date.now();
    const first = await migration(uri.toString());
    await until(
      'the build to begin',
      async () => (await mongo.missingIndexes())[0] === `${INDEX} (being built)`,
      STARTED_MS,
    );
    first.child.kill('SIGKILL');
    await first.ended;
    // Whoever does not ask for unfinished builds sees the index.
    expect((await triggers.indexes()).map(({ name }) => name)).toContain('uid_1');

    const waiting = Mongo.connect(uri.toString(), silentLog, { lacking: 'wait' });
    const second = await migration(uri.toString());
    expect(await second.ended).toBe(0);
    expect(Date.now() - begunAt).toBeGreaterThanOrEqual(BUILD_MS);
    const progress = second.lines.filter((line) => line.includes('indexes are being built'));
    expect(progress[0]).toMatch(/"collection":"triggers","seconds":10,"percent":\d+/u);
    expect(await mongo.missingIndexes()).toEqual([]);
    await (await waiting).close();
  },
  LIMIT_MS,
);
