/** Backups in an object store: whole or not there, encrypted, and removed only once newer ones are whole. */
import { readBackup, type BackupDocument } from '../../../tools/backup/src/backup-file.js';
import { MAX_BACKUP_MS, newBackupId, type BackupStore, type Manifest } from '../../../tools/backup/src/backup-store.js';
import { storeSource } from '../../../tools/backup/src/places.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { BackupWorld, VERSION } from './support/backup-world.js';

const HOUR_MS = 3_600_000;
let world: BackupWorld;
beforeAll(async () => {
  world = await BackupWorld.make();
});
afterAll(() => world.close());
beforeEach(() => {
  world.cold.fault = () => null;
});

async function readAll(store: BackupStore, id = ''): Promise<BackupDocument[]> {
  const entries: BackupDocument[] = [];
  const source = await storeSource(store, id);
  await readBackup(source.open(), (entry) => Promise.resolve(void entries.push(entry)));
  return entries;
}

/** A small whole backup of that time. */
async function small(store: BackupStore, takenAt: Date, partBytes = 4): Promise<string> {
  const id = newBackupId(takenAt);
  const writer = store.write(id, partBytes);
  await new Promise<void>((resolve, reject) => {
    writer.on('error', reject);
    writer.write('ab');
    writer.write('cdef');
    writer.end('gh', resolve);
  });
  await store.complete(id, manifestOf(takenAt, writer));
  return id;
}

const manifestOf = (takenAt: Date, { parts, bytes }: Pick<Manifest, 'parts' | 'bytes'>): Manifest => ({
  version: VERSION,
  takenAt: takenAt.toISOString(),
  completedAt: takenAt.toISOString(),
  parts,
  bytes,
  documents: {},
});

test('a backup is read as it was written, nothing of it is readable in the store, and its time is recorded', async () => {
  const store = world.store('whole');
  const { backup, documents, takenAt } = await world.backUp(store);
  expect(documents).toMatchObject({ jobs: 3, runs: 3, audit: 5 });
  const [id = ''] = await store.ids();
  expect(backup).toBe(`store:${id}`);
  await expect(store.manifest(id)).resolves.toMatchObject({ version: VERSION, parts: 1, documents });
  const entries = await readAll(store);
  expect(entries.filter(({ collection }) => collection === 'jobs').map(({ document }) => document._id)).toEqual([
    'j0',
    'j1',
    'j2',
  ]);
  for (const key of await world.keys('whole')) {
    const bytes = await world.objects.get(`whole/${key}`);
    expect(bytes?.subarray(0, 21).toString()).toBe('carillon backup 1 b1\n');
    expect(bytes?.includes('documents')).toBe(false);
  }
  expect((await new InstanceStore(world.mongo).backupTimes()).backupAt).toBe(takenAt.getTime());
});

test('the parts of a backup are of bounded size, and come back in their order', async () => {
  const store = world.store('parts');
  const id = await small(store, new Date());
  const { parts } = await store.manifest(id);
  expect(parts).toBe(2);
  const bytes = (await store.read(id, parts).toArray()) as Buffer[];
  expect(Buffer.concat(bytes).toString()).toBe('abcdefgh');
});

/** A store whose process dies after so many changes. */
function dyingAfter(changes: number, prefix: string): BackupStore {
  const { objects } = world;
  let left = changes;
  const change = async (work: () => Promise<void>): Promise<void> => {
    if (left-- <= 0) throw new Error('it died');
    await work();
  };
  return world.store(prefix, {
    put: (...args) => change(() => objects.put(...args)),
    remove: (...args) => change(() => objects.remove(...args)),
    get: (...args) => objects.get(...args),
    keys: (...args) => objects.keys(...args),
  });
}

test.each([0, 1])(
  'a process that dies after %i objects leaves no half backup; the next removes its parts',
  async (objects) => {
    const prefix = `dying-${objects}`;
    const store = world.store(prefix);
    const last = await small(world.store(prefix), new Date(Date.now() - 20 * HOUR_MS));
    const { backupAt } = await new InstanceStore(world.mongo).backupTimes();
    await expect(world.backUp(dyingAfter(objects, prefix))).rejects.toThrow('it died');
    expect(await store.ids()).toEqual([last]);
    expect((await new InstanceStore(world.mongo).backupTimes()).backupAt).toBe(backupAt);
    const ofWhole = (await world.keys(prefix)).filter((key) => key.includes(last));
    expect(await world.keys(prefix)).toHaveLength(ofWhole.length + objects);
    // It may still be at work.
    await store.tidy(7, Date.now() + HOUR_MS);
    expect(await world.keys(prefix)).toHaveLength(ofWhole.length + objects);
    await store.tidy(7, Date.now() + MAX_BACKUP_MS + 2 * HOUR_MS);
    expect(await world.keys(prefix)).toEqual(ofWhole);
    await expect(store.read(last, 2).toArray()).resolves.toHaveLength(2);
  },
);

test.each([0, 1, 2, 3])(
  'a process that dies after it removed %i objects leaves the rest to the next',
  async (removed) => {
    const prefix = `removing-${removed}`;
    const store = world.store(prefix);
    const old = await small(store, new Date(Date.now() - 20 * HOUR_MS));
    const newest = await small(store, new Date());
    await dyingAfter(removed, prefix)
      .tidy(1, Date.now())
      .catch(() => undefined);
    // What is listed can be read.
    const ids = await store.ids();
    expect(ids).toEqual(removed === 0 ? [newest, old] : [newest]);
    for (const id of ids) await expect(store.read(id, 2).toArray()).resolves.toHaveLength(2);
    await store.tidy(1, Date.now());
    expect(await world.keys(prefix)).toEqual([`parts/${newest}/000000`, `parts/${newest}/000001`, `whole/${newest}`]);
  },
);

test('only the newest are kept, and none is removed before the next is whole', async () => {
  const store = world.store('keep');
  const ids: string[] = [];
  for (let day = 0; day < 5; day++) ids.push(await small(store, new Date(Date.now() - (9 - day) * 24 * HOUR_MS)));
  await expect(store.tidy(3, Date.now())).resolves.toEqual([ids[1], ids[0]]);
  await expect(store.ids()).resolves.toEqual([ids[4], ids[3], ids[2]]);
  expect((await world.keys('keep')).filter((key) => key.includes(ids[0]!) || key.includes(ids[1]!))).toEqual([]);
  // A backup that fails removes nothing.
  world.cold.fault = (method) => (method === 'PUT' ? 'forbidden' : null);
  await expect(world.backUp(store)).rejects.toThrow('403');
  await expect(store.ids()).resolves.toHaveLength(3);
});

test('a backup that takes too long never becomes whole: others may have taken its parts for abandoned', async () => {
  const store = world.store('late');
  const takenAt = new Date(Date.now() - MAX_BACKUP_MS - 1_000);
  const late = { ...manifestOf(takenAt, { parts: 1, bytes: 1 }), completedAt: new Date().toISOString() };
  await expect(store.complete(newBackupId(takenAt), late)).rejects.toThrow('longer than 12 h');
  await expect(store.ids()).resolves.toEqual([]);
});

test('a wrong key, a part that is missing, cut off or changed, and a bucket that is missing are each named', async () => {
  const store = world.store('broken');
  const id = await small(store, new Date());
  const read = (): Promise<unknown> => store.read(id, 2).toArray();
  await expect(read()).resolves.toBeDefined();
  const other = world.store('broken', world.objects, [{ id: 'b2', key: Buffer.alloc(32, 9) }]);
  await expect(other.manifest(id)).rejects.toThrow('the key "b1", which BACKUP_KEYS does not hold');
  await expect(storeSource(other, '')).rejects.toThrow('"b1"');
  for (const [fault, message] of [
    ['half', 'cut off'],
    ['changed', 'is not of an encrypted backup'],
  ] as const) {
    world.cold.fault = (method, key) => (method === 'GET' && key.endsWith('000001') ? fault : null);
    await expect(read()).rejects.toThrow(message);
  }
  world.cold.fault = () => null;
  await world.objects.remove(`broken/parts/${id}/000001`);
  await expect(read()).rejects.toThrow(`parts/${id}/000001 of the backup is missing`);
  await expect(storeSource(store, '20260101T000000000Z-00000000')).rejects.toThrow('there is no whole backup');
  await expect(storeSource(world.store('nothing'), '')).rejects.toThrow('holds no whole backup');
});

test('a short interruption of the store does not end a backup', async () => {
  let isDown = true;
  world.cold.fault = (method) => {
    if (method !== 'PUT' || !isDown) return null;
    isDown = false;
    return 'unavailable';
  };
  await expect(world.backUp(world.store('brief'))).resolves.toBeDefined();
});
