/** Real servers for tests: a database of one's own on the shared MongoDB, a NATS of one's own (its subjects are fixed). */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '#embedded/servers.js';
import { createLogger, type Logger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { Nats } from '#common/nats/nats.js';

export const silentLog: Logger = createLogger('test', 'silent');

/** The URI of a database that no other test file uses. */
export function freshDatabaseUri(): string {
  const base = process.env['TEST_RECORDED_MONGODB_URI'];
  if (!base) throw new Error('TEST_RECORDED_MONGODB_URI is not set: integration tests get it from the global setup');
  const uri = new URL(base);
  uri.pathname = `/test_${randomBytes(6).toString('hex')}`;
  return uri.toString();
}

/** A connected database with all indexes; `drop` removes it and closes the connection. */
export async function freshMongo(): Promise<{ mongo: Mongo; uri: string; drop: () => Promise<void> }> {
  const uri = freshDatabaseUri();
  const mongo = await Mongo.connect(uri, silentLog);
  return { mongo, uri, drop: () => mongo.close() };
}

/** A NATS server of one's own with a connection to it. */
export async function ownNats(): Promise<{
  nats: Nats;
  url: string;
  connect: () => Promise<Nats>;
  stop: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-nats-'));
  const { NATS_URL: _ignored, ...env } = process.env;
  const server = await startNats({ dataDir, log: () => undefined, env });
  const opened: Nats[] = [];
  const connect = async (): Promise<Nats> => {
    const nats = await Nats.connect({ url: server.url, name: 'test' }, silentLog);
    opened.push(nats);
    return nats;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(opened.map((nats) => nats.close()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { nats: await connect(), url: server.url, connect, stop };
}
