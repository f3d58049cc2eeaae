import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Engine } from '../engine/engine.js';
import { UPGRADE } from '../engine/statements.js';
import { templateIn } from '../install/documentdb-recipe.js';
import { Cluster } from '../postgres/cluster.js';
import { superviseServer } from '../postgres/supervisor.js';
import { openGateway } from './gateway.js';
import type { GatewayNews, GatewayTask } from './process-messages.js';

/** The file beside the database that names the installation which last ran it. */
const INSTALLATION_FILE = 'installation';

const tell = (news: GatewayNews): void => {
  if (process.connected) process.send?.(news);
};
const log = (line: string): void => {
  tell({ type: 'log', line });
};
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The started parts, which are ended in the opposite order. */
const started: (() => void | Promise<void>)[] = [];
let ending = false;

async function end(exitCode: number): Promise<void> {
  if (ending) return;
  ending = true;
  for (const stop of started.toReversed()) await stop();
  process.exit(exitCode);
}

function fail(error: unknown): void {
  tell({ type: 'failed', reason: messageOf(error) });
  void end(1);
}

/** Runs PostgreSQL and, in front of it, the gateway until the parent requests the end, or has ended. */
async function main(task: GatewayTask): Promise<void> {
  mkdirSync(task.dataFolder, { recursive: true });
  const cluster = new Cluster(task.installed, join(task.dataFolder, 'pg'), task.account);
  if (!existsSync(cluster.dataFolder)) await cluster.copyFrom(templateIn(task.installed));
  const server = await superviseServer(cluster, log, () => {
    tell({ type: 'restarted', postgresPid: server.pid() });
  });
  started.push(() => server.stop());
  await upgrade(cluster, task);
  const engine = new Engine(cluster.target);
  const password = readFileSync(task.passwordFile, 'utf8').trim();
  const gateway = await openGateway(
    engine,
    { port: task.port, user: task.user, password, indexBuildMs: task.indexBuildMs ?? 0 },
    log,
  );
  started.push(() => {
    gateway.close();
    engine.close();
  });
  void server.failed.then(fail);
  tell({ type: 'ready', address: gateway.address, postgresPid: server.pid() });
}

/** Data of another installation may have older extensions. */
async function upgrade(cluster: Cluster, task: GatewayTask): Promise<void> {
  const file = join(task.dataFolder, INSTALLATION_FILE);
  const current = basename(task.installed);
  const last = existsSync(file) ? readFileSync(file, 'utf8') : current;
  if (last !== current) await cluster.execute(UPGRADE);
  writeFileSync(file, current);
}

if (!process.connected) throw new Error('this program must be started by startMongo, not by hand');
// A server that is starting when we end is stopped by its guard.
process.once('SIGTERM', () => void end(0));
process.once('disconnect', () => void end(0));
main(JSON.parse(process.argv[2] ?? '{}') as GatewayTask).catch(fail);
