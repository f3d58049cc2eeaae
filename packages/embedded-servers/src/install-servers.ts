/** Installs the servers before anything of npm is there: this file and what it imports need `https-proxy-agent` alone. */
import { installDocumentDb } from './documentdb-server.js';
import { findExecutable } from './machine/executable.js';
import { natsProgram } from './nats-server.js';
import { mayHaveOfficialMongod } from './official-build.js';
import type { ServerOptions } from './running-server.js';

/**
 * Installs what `startNats` and `startMongo` would install, so that a start finds it; MongoDB's own build, which is not certain to be needed,
 * is left to the start. Rejects with the first reason why one cannot be installed.
 */
export async function installServers(
  options: Pick<ServerOptions, 'cacheDir' | 'log'>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const isThere = (variable: string, program: string): boolean =>
    Boolean(env[variable]) || findExecutable(program, env) !== undefined;
  await Promise.all([
    isThere('NATS_URL', 'nats-server') ? null : natsProgram(options, env),
    isThere('MONGODB_URI', 'mongod') || (await mayHaveOfficialMongod(env)) ? null : installDocumentDb(options, env),
  ]);
}
