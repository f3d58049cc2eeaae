/** The PostgreSQL of the embedded DocumentDB without the gateway: for programs that use PostgreSQL directly. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installDocumentDb } from './documentdb-server.js';
import { templateIn } from './install/documentdb-recipe.js';
import { reachableDataFolder } from './machine/folders.js';
import { Cluster } from './postgres/cluster.js';
import { USER } from './postgres/settings.js';
import type { RunningServer, ServerOptions } from './running-server.js';

const DATABASE = 'plain';

/**
 * Runs it in `<dataDir>/postgres` with the settings of the embedded database, and makes a database in it that has no extension. It is
 * reached only through its socket, whose folder the URL names; `port` is not used.
 */
export async function startPostgres(options: ServerOptions): Promise<RunningServer> {
  const env = options.env ?? process.env;
  const { installed, account } = await installDocumentDb(options, env);
  const folder = reachableDataFolder(options.dataDir, 'postgres', account !== undefined);
  const cluster = new Cluster(installed, join(folder, 'pg'), account);
  const isNew = !existsSync(cluster.dataFolder);
  if (isNew) await cluster.copyFrom(templateIn(installed));
  const server = await cluster.start();
  if (isNew) await cluster.execute([`CREATE DATABASE ${DATABASE} TEMPLATE template0`]);
  return {
    url: `postgres://${USER}@localhost/${DATABASE}?host=${encodeURIComponent(cluster.socketDir)}`,
    kind: 'the PostgreSQL of DocumentDB',
    pids: [server.pid],
    stop: async () => {
      await server.stop();
      cluster.removeSocketDir();
    },
    exited: server.died.then((reason) => `postgres ended: ${reason}`),
  };
}
