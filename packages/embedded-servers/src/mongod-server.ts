import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, MongoServerError, type Document } from 'mongodb';
import { freePort } from './machine/free-port.js';
import { startGuarded, type GuardedProcess } from './machine/guarded-process.js';
import { keptPassword } from './machine/kept-password.js';
import { MONGO_USER, withLogin } from './machine/mongo-login.js';
import type { RunningServer, ServerOptions } from './running-server.js';

const REPLICA_SET = 'rs0';
const START_LIMIT_MS = 60_000;
const START_POLL_MS = 100;
const PROBE_TIMEOUT_MS = 1_000;
/** Codes of MongoDB's errors. */
const AUTHENTICATION_FAILED = 18;
const ALREADY_INITIALIZED = 23;
const NOT_YET_INITIALIZED = 94;

/**
 * Runs a mongod program as a replica set of one, so that writes are retryable as they are in production. The URL contains the
 * password of its only user; no other client is admitted.
 */
export async function startMongod(
  options: ServerOptions,
  program: string,
  kind: string,
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const folder = join(resolve(options.dataDir), 'mongo', 'mongod');
  mkdirSync(folder, { recursive: true });
  const port = options.port === undefined || options.port === 0 ? await freePort() : options.port;
  const password = keptPassword(join(folder, 'password'));
  // Members of a set authenticate each other by it; as a side effect the server requires a password of clients, too.
  const keyFile = join(folder, 'members.key');
  keptPassword(keyFile);
  const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', REPLICA_SET];
  const server = await startGuarded({
    command: program,
    args: [...args, '--auth', '--keyFile', keyFile, '--unixSocketPrefix', folder, '--quiet'],
    cwd: folder,
    env,
    stopSignal: 'SIGTERM',
  });
  const host = `127.0.0.1:${port}`;
  try {
    await awaitPrimary(server, { host, password });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: withLogin(`mongodb://${host}/?replicaSet=${REPLICA_SET}`, password),
    kind,
    pids: [server.pid],
    stop: () => server.stop(),
    exited: server.died.then((reason) => `mongod ended: ${reason}`),
  };
}

/** Creates the set on the first start, and moves it to the present port on later ones; resolves when it accepts writes. */
async function awaitPrimary(server: GuardedProcess, member: Member): Promise<void> {
  let ended: string | undefined;
  void server.ended.then((reason) => {
    ended = reason;
  });
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      if (await isPrimaryOf(member)) return;
    } catch (error) {
      if (ended !== undefined) throw new Error(`mongod did not start: ${ended}`, { cause: error });
      if (Date.now() > deadline) {
        throw new Error(`mongod has not become primary within ${START_LIMIT_MS / 1000} s`, { cause: error });
      }
    }
    await delay(START_POLL_MS);
  }
}

interface Member {
  readonly host: string;
  readonly password: string;
}

async function isPrimaryOf({ host, password }: Member): Promise<boolean> {
  const address = `mongodb://${host}/?directConnection=true`;
  const client = new MongoClient(withLogin(address, password), { serverSelectionTimeoutMS: PROBE_TIMEOUT_MS });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello['isWritablePrimary'] === true) return true;
    const config = await configOf(client);
    const members = [{ _id: 0, host }];
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
    } else if (hello['setName'] === undefined || !JSON.stringify(config['members']).includes(`"${host}"`)) {
      const version = Number(config['version']) + 1;
      await admin.command({ replSetReconfig: { ...config, version, members }, force: true });
    }
    return false;
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== AUTHENTICATION_FAILED) throw error;
    await makeUser(address, { host, password });
    return false;
  } finally {
    await client.close();
  }
}

/** A server without users lets any client on its machine create a set and the first user, who then creates all others. */
async function makeUser(address: string, { host, password }: Member): Promise<void> {
  const client = new MongoClient(address, { serverSelectionTimeoutMS: PROBE_TIMEOUT_MS });
  try {
    const admin = client.db('admin');
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary === true) await admin.command({ createUser: MONGO_USER, pwd: password, roles: ['root'] });
    else await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
  } catch (error) {
    // It is about to become the primary.
    if (!(error instanceof MongoServerError) || error.code !== ALREADY_INITIALIZED) throw error;
  } finally {
    await client.close();
  }
}

/** The configuration of the set, or undefined before there is one. */
async function configOf(client: MongoClient): Promise<Document | undefined> {
  try {
    const { config } = (await client.db('admin').command({ replSetGetConfig: 1 })) as { config: Document };
    return config;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NOT_YET_INITIALIZED) return undefined;
    throw error;
  }
}
