import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureInstalled } from './install/install.js';
import { natsProgramIn, natsRecipe } from './install/nats-recipe.js';
import { findExecutable } from './machine/executable.js';
import { defaultCacheDir } from './machine/folders.js';
import { startGuarded, type GuardedProcess } from './machine/guarded-process.js';
import type { RunningServer, ServerOptions } from './servers.js';

const START_LIMIT_MS = 20_000;
const START_POLL_MS = 20;
/** What nats-server takes as "choose a free port". */
const ANY_PORT = -1;

/** Finds a NATS server program and runs it with JetStream on, its store in `<dataDir>/nats`, and with further arguments. */
export async function startOwnNats(
  options: ServerOptions & { readonly args?: readonly string[] },
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const onPath = findExecutable('nats-server', env);
  const program = onPath ?? (await installNats(options, env));
  const store = join(resolve(options.dataDir), 'nats');
  const portsDir = join(store, 'ports');
  rmSync(portsDir, { recursive: true, force: true });
  mkdirSync(portsDir, { recursive: true });
  const port = options.port === undefined || options.port === 0 ? ANY_PORT : options.port;
  const args = [
    '-js',
    '-sd',
    store,
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '--ports_file_dir',
    portsDir,
    ...(options.args ?? []),
  ];
  const server = await startGuarded({
    command: program,
    args,
    cwd: store,
    env,
    stopSignal: 'SIGTERM',
    onLine: (line) => {
      if (/\[(WRN|ERR|FTL)\]/.test(line)) options.log(`nats: ${line}`);
    },
  });
  return {
    url: await clientUrl(server, portsDir),
    kind: onPath === undefined ? 'Debian package' : 'nats-server on PATH',
    pids: [server.pid],
    stop: () => server.stop(),
    exited: server.died.then((reason) => `nats-server ended: ${reason}`),
  };
}

async function installNats(options: ServerOptions, env: NodeJS.ProcessEnv): Promise<string> {
  const cacheDir = options.cacheDir ?? defaultCacheDir(env);
  return natsProgramIn(await ensureInstalled(natsRecipe(env), cacheDir, options.log));
}

/** The server writes the address that it listens on into a file, once it serves clients. */
async function clientUrl(server: GuardedProcess, portsDir: string): Promise<string> {
  let ended: string | undefined;
  void server.ended.then((reason) => {
    ended = reason;
  });
  for (let waitedMs = 0; waitedMs < START_LIMIT_MS; waitedMs += START_POLL_MS) {
    for (const file of readdirSync(portsDir).filter((name) => name.endsWith('.ports'))) {
      const url = /nats:\/\/[^"]+/.exec(readFileSync(join(portsDir, file), 'utf8'))?.[0];
      if (url !== undefined) return url;
    }
    if (ended !== undefined) throw new Error(`nats-server did not start: ${ended}`);
    await delay(START_POLL_MS);
  }
  await server.stop();
  throw new Error(`nats-server serves no clients after ${START_LIMIT_MS / 1000} s`);
}
