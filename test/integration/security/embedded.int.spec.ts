/**
 * The servers of the quickstart and of the tests accept nobody who cannot read their owner's files. @promise S5
 */
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { MongoClient } from 'mongodb';
import { type RunningServer, startMongo, startNats } from '#embedded-servers';
import { isCode } from '#common/errors/system-error.js';
import { connectionOptions } from '#testing/servers.js';

let folder: string;
let nats: RunningServer;
let mongo: RunningServer;
const env = { ...process.env, NATS_URL: '', MONGODB_URI: '' };
const log = (): void => undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-embedded-'));
  [nats, mongo] = await Promise.all([
    startNats({ dataDir: folder, log, env }),
    startMongo({ dataDir: folder, log, env }),
  ]);
}, 240_000);
afterAll(async () => {
  await Promise.all([nats.stop(), mongo.stop()]);
  await rm(folder, { recursive: true });
});

const without = (url: string): string => url.replace(/:\/\/[^@]*@/, '://');

test('NATS', async () => {
  const known = await connect(connectionOptions(nats.url));
  await known.close();
  await expect(connect(connectionOptions(without(nats.url)))).rejects.toThrow('Authorization Violation');
  await expect(connect({ ...connectionOptions(nats.url), pass: 'guessed' })).rejects.toThrow('Authorization Violation');
});

/** The URI of a client that has only read the program's arguments. */
function strangerUri(password?: string): string {
  const uri = new URL(mongo.url);
  uri.password = password ?? '';
  if (password === undefined) {
    uri.username = '';
    for (const option of ['authSource', 'authMechanism']) uri.searchParams.delete(option);
  }
  return uri.toString();
}

test.each(['find', 'insert', 'listDatabases', 'listCollections', 'getMore', 'serverStatus', 'explain', 'dropDatabase'])(
  'MongoDB refuses %s to a client without a sign-in',
  async (command) => {
    const stranger = await MongoClient.connect(strangerUri());
    const refused = stranger.db('carillon').command({ [command]: 'jobs' });
    await expect(refused).rejects.toMatchObject({ codeName: 'Unauthorized' });
    await stranger.close();
  },
);

test('MongoDB refuses a wrong password, and accepts the right one', async () => {
  await expect(MongoClient.connect(strangerUri('guessed'))).rejects.toMatchObject({ code: 18 });
  const known = await MongoClient.connect(mongo.url);
  await expect(known.db('carillon').collection('jobs').insertOne({ name: 'j' })).resolves.toBeTruthy();
  await known.close();
});

/** An empty text for a file that the database has removed meanwhile. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
}

test('secrets are in files that only their owner can read, and in no argument of a program', () => {
  const secrets = [nats.url, mongo.url].map((url) => new URL(url).password);
  expect(secrets.every((secret) => secret.length > 40)).toBe(true);
  const holders = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => secrets.some((secret) => contentOf(file).includes(secret)));
  expect(holders.length).toBeGreaterThan(0);
  for (const file of holders) expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
  for (const pid of [...nats.pids, ...mongo.pids]) {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    for (const secret of secrets) expect(commandLine).not.toContain(secret);
  }
});
