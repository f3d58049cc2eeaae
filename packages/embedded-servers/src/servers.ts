import { startDocumentDb } from './documentdb-server.js';
import { findExecutable } from './machine/executable.js';
import { startMongod } from './mongod-server.js';
import { startOwnNats } from './nats-server.js';
import { officialMongod } from './official-build.js';
import type { NatsServerOptions, RunningServer, ServerOptions } from './running-server.js';

/** NATS with JetStream: the one of NATS_URL, or one of our own with its store in `<dataDir>/nats`. */
export async function startNats(options: NatsServerOptions): Promise<RunningServer> {
  const env = options.env ?? process.env;
  const url = env['NATS_URL'];
  return url ? external(url, 'NATS_URL') : startOwnNats(options, env);
}

/** A MongoDB, or a server that behaves like one: that of MONGODB_URI, or one of our own in `<dataDir>/mongo`. */
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

/** A server that others run: it is neither stopped nor watched. */
function external(url: string, kind: string): RunningServer {
  return { url, kind, pids: [], stop: () => Promise.resolve(), exited: new Promise(() => undefined) };
}
