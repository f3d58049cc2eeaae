/** Real servers for tests: a database of one's own on the shared MongoDB, a NATS of one's own (its subjects are fixed). */
import { freeze, type Frozen } from './freeze.js';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnNatsOptions, type RunningServer, startOwnNats } from '#embedded-servers';
import { systemClock } from '#common/clock/clock.js';
import { parseSecretKeys } from '#common/crypto/secret-box.js';
import { createLogger, type Logger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { MessageSigner } from '#common/nats/message-signer.js';
import { Nats } from '#common/nats/nats.js';
import type { Signatures } from '#common/nats/signed-messages.js';
import { natsAddress } from '#common/nats/nats-address.js';
import { withFreshDatabase } from './databases.js';
import { TEST_SECRET_KEYS } from './recorded-run.js';

export const silentLog: Logger = createLogger('test', 'silent');

/** The URI of a database that no other test file uses. */
export function freshDatabaseUri(): string {
  const base = process.env['TEST_RECORDED_MONGODB_URI'];
  if (!base) throw new Error('TEST_RECORDED_MONGODB_URI is not set: integration tests get it from the global setup');
  return withFreshDatabase(base);
}

const BUSY_MACHINE_MS = 20_000;

/** A connected database with all indexes; `drop` removes it and closes the connection. */
export async function freshMongo(): Promise<{ mongo: Mongo; uri: string; drop: () => Promise<void> }> {
  const uri = freshDatabaseUri();
  // The database of all tests may stand still on a busy machine: that proves nothing about the tested code.
  const mongo = await Mongo.connect(uri, silentLog, { pingPatienceMs: BUSY_MACHINE_MS });
  return { mongo, uri, drop: () => mongo.close() };
}

/** The server process behind a connection, for tests of what happens without it. */
export interface NatsProcess {
  /** Stops the process where it stands: its connections stay open, and nothing is answered. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  /** Kills it, as a lost machine does. */
  readonly kill: () => Promise<void>;
  /** Starts it again, at the same address and over the same store. */
  readonly restart: () => Promise<void>;
}

/** The same for every server of a test, since a client has one for all servers of its list. */
const NATS_PASSWORD = randomBytes(16).toString('hex');

/** A separate NATS server, whose URL contains the password of a user with all rights. */
export async function ownNatsServer(
  options: Pick<OwnNatsOptions, 'args' | 'users' | 'config'> = {},
): Promise<{ url: string; server: NatsProcess; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-nats-'));
  const { NATS_URL: _ignored, ...env } = process.env;
  const start = async (port: number): Promise<RunningServer> =>
    startOwnNats({ dataDir, log: () => undefined, port, password: NATS_PASSWORD, ...options }, env);
  let running = await start(0);
  const { url } = running;
  let isThere = true;
  let frozen: Frozen | null = null;
  const send = (signal: NodeJS.Signals): void => {
    for (const pid of running.pids) process.kill(pid, signal);
  };
  const server: NatsProcess = {
    freeze: async () => {
      frozen = await freeze(() => running.pids);
    },
    thaw: () => {
      frozen?.thaw();
      frozen = null;
    },
    kill: async () => {
      send('SIGKILL');
      isThere = false;
      await running.exited;
    },
    restart: async () => {
      isThere = true;
      running = await start(Number(new URL(url).port));
    },
  };
  const stop = async (): Promise<void> => {
    // A process that stands still does not receive the request to stop.
    if (isThere) server.thaw();
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, server, stop };
}

/** How the plain client reaches a server of `ownNats` or of a quickstart. */
export function connectionOptions(url: string): { servers: string[]; user?: string; pass?: string } {
  const { servers, login } = natsAddress(url);
  return { servers: [...servers], ...(login.kind === 'password' && { user: login.user, pass: login.password }) };
}

/** Speaks as a service that was started with `TEST_SECRET_KEYS` does. */
export const testSignatures = (keys = TEST_SECRET_KEYS): Signatures => ({
  signer: new MessageSigner(parseSecretKeys(keys)),
  localTime: () => systemClock.now(),
  onRefused: () => undefined,
});

/** A NATS server of one's own with a connection to it, which speaks as a service with these `SECRET_KEYS` does. */
export async function ownNats(secretKeys = TEST_SECRET_KEYS): Promise<{
  nats: Nats;
  url: string;
  connect: () => Promise<Nats>;
  server: NatsProcess;
  stop: () => Promise<void>;
}> {
  const { url, server, stop: stopServer } = await ownNatsServer();
  const opened: Nats[] = [];
  const connect = async (): Promise<Nats> => {
    const nats = await Nats.connect(
      { address: natsAddress(url), name: 'test', signatures: testSignatures(secretKeys) },
      silentLog,
    );
    opened.push(nats);
    return nats;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(opened.map((nats) => nats.close()));
    await stopServer();
  };
  return { nats: await connect(), url, connect, server, stop };
}
