import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { COLLECTION_NAMES } from '#common/mongo/collections.js';
import { dumpedDocument } from '#common/mongo/dump.store.js';
import { BackupWriter, readBackup, type BackupDocument } from './backup-file.js';
import { BACKUP_ORDER, READ_OTHERWISE } from './order.js';

const HEAD = { version: '1.2.3', takenAt: '2026-01-02T03:04:05.678Z' };
const RUN = '{"_id":"r1","at":{"$numberDouble":"3.0"},"n":{"$numberInt":"3"},"removeAt":{"$date":{"$numberLong":"5"}}}';

async function written(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const target = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  const writer = new BackupWriter(target);
  await writer.begin(HEAD);
  await writer.add('runs', dumpedDocument(RUN));
  await writer.add('logs', dumpedDocument('{"_id":"l1","text":"two\\nlines of \u{1F514}"}'));
  await writer.end();
  return Buffer.concat(chunks);
}

async function read(bytes: Buffer): Promise<{ summary: unknown; found: BackupDocument[] }> {
  const found: BackupDocument[] = [];
  // In small pieces, as a pipe delivers them.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.subarray(i * 7, i * 7 + 7));
  const summary = await readBackup(Readable.from(pieces), (entry) => Promise.resolve(void found.push(entry)));
  return { summary, found };
}

const changed = (bytes: Buffer, change: (text: string) => string): Buffer =>
  gzipSync(change(gunzipSync(bytes).toString()));

test('a restored backup has the same documents, with the types of their numbers', async () => {
  const { summary, found } = await read(await written());
  expect(summary).toEqual({ head: HEAD, documents: { runs: 1, logs: 1 } });
  expect(found.map(({ collection }) => collection)).toEqual(['runs', 'logs']);
  expect(found[1]?.document).toMatchObject({ text: 'two\nlines of \u{1F514}' });
  expect(found[0]?.document).toMatchObject({ at: { _bsontype: 'Double' }, n: { _bsontype: 'Int32' } });
});

test.each<[string, (bytes: Buffer) => Buffer, string]>([
  ['was cut off', (bytes) => bytes.subarray(0, -20), 'unexpected end of file'],
  ['lost its end', (bytes) => changed(bytes, (text) => text.replace(/\{"end".*\n/, '')), 'its end is missing'],
  ['lost a line', (bytes) => changed(bytes, (text) => text.replace(/\{"logs".*\n/, '')), 'its checksum differs'],
  ['was changed', (bytes) => changed(bytes, (text) => text.replace('3.0', '4.0')), 'its checksum differs'],
  ['continues after its end', (bytes) => changed(bytes, (text) => `${text}{"runs":{"_id":"x"}}\n`), 'after its end'],
  ['is something else', () => gzipSync('hello\n'), 'not a backup of Carillon'],
  ['is no gzip', () => Buffer.from('hello'), 'incorrect header check'],
  ['is of a newer version', (bytes) => changed(bytes, (text) => text.replace(':1,', ':2,')), 'version 1.2.3'],
  ['contains an unknown collection', (bytes) => changed(bytes, (text) => text.replace('"logs"', '"bells"')), 'bells'],
])('a backup that %s is refused', async (_what, damage, wantMessage) => {
  await expect(read(damage(await written()))).rejects.toThrow(wantMessage);
});

test('each collection is backed up once, or is on the list of those that are left out', () => {
  expect([...BACKUP_ORDER, ...READ_OTHERWISE].sort()).toEqual([...COLLECTION_NAMES].sort());
});
