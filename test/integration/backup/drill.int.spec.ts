/** A restore drill: a database of its own, held, checked and removed again. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { EVERYBODY, HOLD_SCOPES } from '#common/domain/hold.js';
import { DumpStore } from '#common/mongo/dump.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { Mongo } from '#common/mongo/mongo.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { silentLog } from '#testing/servers.js';
import { drill, type DrillReport } from '../../../tools/backup/src/drill.js';
import { drillUri } from '../../../tools/backup/src/drill-database.js';
import { storeSource, type Source } from '../../../tools/backup/src/places.js';
import { BACKUP_KEY, BackupWorld, box, SECRET_KEYS, unpaced } from './support/backup-world.js';

/** Some ten programs, one after the other. */
const LIMIT_MS = 400_000;
let world: BackupWorld;
let mongo: Mongo;
let source: Source;
beforeAll(async () => {
  world = await BackupWorld.make();
  await world.backUp(world.store('drill'));
  source = await storeSource(world.store('drill'), '');
  mongo = await Mongo.connect(drillUri(world.uri), silentLog, { lacking: 'leave' });
});
afterAll(async () => {
  await mongo.close();
  await world.close();
});

const drilled = (change: Partial<Parameters<typeof drill>[0]> = {}): Promise<DrillReport> =>
  drill({ mongo, source, box, pace: unpaced(), log: silentLog, keep: false, ...change });
const filled = (): Promise<string[]> => new DumpStore(mongo).filled();
test('the newest backup is restored beside the live database, held, checked, and removed', async () => {
  const before = Date.now();
  const report = await drilled({ keep: true });
  expect(report).toMatchObject({ backup: source.name, documents: { jobs: 3, runs: 3, audit: 5 }, problems: [] });
  expect(report).toMatchObject({ secrets: 3 + 5, auditEntries: 5 });
  // The age of the newest audit entry, which this test made.
  expect(Date.parse(report.newestRecordAt ?? '')).toBeLessThanOrEqual(before);
  expect(report.newestRecordAgeSeconds).toBeGreaterThanOrEqual(0);
  await expect(new HoldsStore(mongo).load(EVERYBODY)).resolves.toMatchObject({ scopes: HOLD_SCOPES });
  expect(await filled()).toEqual(expect.arrayContaining(['jobs', 'runs', 'audit', 'holds']));
  await drilled();
  expect(await filled()).toEqual([]);
});

test.each(['in the midst', 'while it removed its database'])(
  'what a drill left that died %s is removed by the next',
  async (when) => {
    const [head = '', ...lines] = gunzipSync(Buffer.concat((await source.open().toArray()) as Buffer[]))
      .toString()
      .split('\n');
    const part = gzipSync([head, ...lines.slice(0, 8), ''].join('\n'));
    const cut = { ...source, open: () => Readable.from([part]) };
    await expect(drilled({ source: cut, keep: true })).rejects.toThrow('its end is missing');
    // The hold goes last.
    const store = new DumpStore(mongo);
    if (when.startsWith('while')) for (const name of ['instance', 'jobs'] as const) await store.clear(name);
    expect(await filled()).toContain('holds');
    await expect(drilled()).resolves.toMatchObject({ problems: [] });
    expect(await filled()).toEqual([]);
  },
);

test('a database that no drill made is refused and left as it is', async () => {
  const store = new DumpStore(mongo);
  await store.insert('jobs', [{ _id: 'theirs' }]);
  await expect(drilled()).rejects.toThrow('is not empty (jobs), and no drill made it');
  expect(await filled()).toEqual(['jobs']);
  await store.drop();
  await expect(drilled({ mongo: world.mongo })).rejects.toThrow('no drill made it');
  await expect(new DumpStore(world.mongo).count('jobs')).resolves.toBe(3);
});

test('secrets that the present keys do not open are counted by collection and key', async () => {
  const { problems } = await drilled({ box: new SecretBox([{ id: 'k2', key: Buffer.alloc(32, 1) }]) });
  expect(problems).toEqual([
    'jobs: secrets of the key "k1" cannot be decrypted (SecretKeyMissing): 3',
    'audit: secrets of the key "k1" cannot be decrypted (SecretKeyMissing): 5',
    expect.stringContaining('the audit of "ibm" cannot be verified'),
  ]);
});

test('a changed entry of the audit is a problem', async () => {
  const audit = world.mongo.collection<{ _id: string; actor: string; seq: number }>('audit');
  const entry = await audit.findOne({ chain: 'ibm', seq: 2 });
  const change = (actor: string): Promise<unknown> => audit.updateOne({ _id: entry?._id ?? '' }, { $set: { actor } });
  await change('eve');
  await world.backUp(world.store('changed'));
  await change('ada');
  const { problems } = await drilled({ source: await storeSource(world.store('changed'), '') });
  expect(problems).toEqual(['the audit of "ibm": entry 2 is changed']);
});

test(
  'by one command: the report, the exit code, and the time of the drill in the live database',
  async () => {
    const { url, bucket, accessKeyId, secretAccessKey } = world.cold.settings;
    const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<unknown> => {
      const own = {
        PATH: process.env['PATH'],
        MONGODB_URI: world.uri,
        SECRET_KEYS,
        BACKUP_STORE_URL: url,
        BACKUP_STORE_BUCKET: bucket,
        BACKUP_STORE_PREFIX: 'command',
        BACKUP_STORE_KEY: accessKeyId,
        BACKUP_STORE_SECRET: secretAccessKey,
        BACKUP_KEYS: `${BACKUP_KEY.id}:${BACKUP_KEY.key.toString('base64')}`,
        BACKUP_KEEP: '1',
      };
      const program = [resolve('dist/tools/backup/src/main.js'), ...args];
      const { stdout } = await promisify(execFile)(process.execPath, program, { env: { ...own, ...env } });
      return JSON.parse(stdout);
    };
    const first = (await run(['save', 'store:'])) as { backup: string };
    const second = await run(['save', 'store:']);
    expect(second).toMatchObject({ documents: { jobs: 3 }, removed: [first.backup.slice('store:'.length)] });
    const { backup } = second as { backup: string };
    await expect(run(['save', '--list'])).resolves.toMatchObject({ backups: [{ backup, documents: { jobs: 3 } }] });
    await expect(run(['save', '--check', 'store:'])).resolves.toMatchObject({ backup, documents: { jobs: 3 } });
    const times = new InstanceStore(world.mongo);
    await expect(run(['restore', '--drill', backup], { SECRET_KEYS: SECRET_KEYS.replace('k1', 'k2') })).rejects.toThrow(
      'the drill failed: the restored database has problems',
    );
    await expect(run(['restore', '--drill', 'store:'], { BACKUP_KEYS: SECRET_KEYS })).rejects.toThrow('the key "b1"');
    await expect(run(['restore', '--replace', '--drill', 'store:'])).rejects.toThrow('usage');
    expect((await times.backupTimes()).drillAt).toBeNull();
    await expect(run(['restore', '--drill', 'store:'])).resolves.toMatchObject({ backup, problems: [] });
    const { drillAt, backupAt } = await times.backupTimes();
    expect(drillAt).toBeGreaterThan(backupAt ?? Infinity);
    expect(await filled()).toEqual([]);
  },
  LIMIT_MS,
);
