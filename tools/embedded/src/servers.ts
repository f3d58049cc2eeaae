import { startDocumentDb } from './documentdb-server.js';
import { findExecutable } from './machine/executable.js';
import { startMongod } from './mongod-server.js';
import { startOwnNats } from './nats-server.js';
import { officialMongod } from './official-build.js';

export interface ServerOptions {
  /** Everything that outlives a stop lies here, in `nats/` and `mongo/`. */
  dataDir: string;
  /** Where programs are installed, once per machine; `${XDG_CACHE_HOME:-~/.cache}/carillon` unless given. */
  cacheDir?: string;
  /** 0 or absent: a free one. */
  port?: number;
  /** Told in words what is done, and what goes wrong while the server runs. */
  log: (line: string) => void;
  /** Instead of process.env. */
  env?: NodeJS.ProcessEnv;
}

export interface NatsServerOptions extends ServerOptions {
  /** Entries of `authorization.users` in the server's configuration, beside the one of the URL that is given. */
  readonly users?: readonly string[];
}

export interface RunningServer {
  /** With the password, where it is a server of ours. */
  url: string;
  /** How it was had: 'NATS_URL', 'nats-server on PATH', 'Debian package', 'MONGODB_URI', 'mongod', 'mongodb-memory-server' or 'documentdb'. */
  kind: string;
  /** The processes that serve; kept up to date when one is replaced. Empty for a server that is not ours. */
  pids: number[];
  stop(): Promise<void>;
  /** Resolves with the reason if the server dies by itself. */
  exited: Promise<string>;
}

/** NATS with JetStream: the one of NATS_URL, or one of our own with its store in `<dataDir>/nats`. */
export async function startNats(options: NatsServerOptions): Promise<RunningServer> {
  const env = options.env ?? process.env;
  const url = env['NATS_URL'];
  return url ? external(url, 'NATS_URL') : startOwnNats(options, env);
}

/** A MongoDB, or what clients cannot tell from one: that of MONGODB_URI, or one of our own in `<dataDir>/mongo`. */
export async function startMongo(options: ServerOptions): Promise<RunningServer> {
  const env = options.env ?? process.env;
  const url = env['MONGODB_URI'];
  if (url) return external(url, 'MONGODB_URI');
  const onPath = findExecutable('mongod', env);
  if (onPath !== undefined) return startMongod(options, onPath, 'mongod', env);
  const official = await officialMongod(env, options.log);
  if (official !== undefined) return startMongod(options, official, 'mongodb-memory-server', env);
  return startDocumentDb(options, env);
}

/** A server that someone else runs: there is nothing to stop, and nothing to watch. */
function external(url: string, kind: string): RunningServer {
  return { url, kind, pids: [], stop: () => Promise.resolve(), exited: new Promise(() => undefined) };
}
