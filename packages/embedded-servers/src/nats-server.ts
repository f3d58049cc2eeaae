import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureInstalled, type Recipe } from './install/install.js';
import { programRecipe } from './install/program-recipe.js';
import { findExecutable } from './machine/executable.js';
import { defaultCacheDir } from './machine/folders.js';
import { keptPassword } from './machine/kept-password.js';
import { startGuarded, type GuardedProcess } from './machine/guarded-process.js';
import type { NatsServerOptions, RunningServer, ServerOptions } from './running-server.js';

const START_LIMIT_MS = 20_000;
const START_POLL_MS = 20;
/** The value by which nats-server chooses a free port. */
const ANY_PORT = -1;
/** A useless warning: other users cannot read the file. */
const PASSWORD_IN_FILE = 'Plaintext passwords detected';
/** NATS from Debian's package of the same name. */
const natsRecipe = (env: NodeJS.ProcessEnv): Recipe =>
  programRecipe({ name: 'nats', packages: ['nats-server'], programs: ['usr/sbin/nats-server'] }, env);
const natsProgramIn = (installed: string): string => join(installed, 'nats-server');

/** A client that is busy while it connects takes longer than the two seconds that are usual. */
const HANDSHAKE_SECONDS = 10;
/** May do everything. */
const USER = 'carillon';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export interface OwnNatsOptions extends NatsServerOptions {
  /** Further arguments of the program. */
  readonly args?: readonly string[];
  /** Replaces the generated and stored one, so that several servers have the same. */
  readonly password?: string;
  /** The path of a configuration file, which replaces the generated one: the URL then contains no password. */
  readonly config?: string;
}

/**
 * Finds a NATS server program and runs it with JetStream on, its store in `<dataDir>/nats`. The returned URL contains the password
 * of a user who may do everything; clients without a password or a key of `users` are refused.
 */
export async function startOwnNats(options: OwnNatsOptions, env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const onPath = findExecutable('nats-server', env);
  const program = onPath ?? (await natsProgram(options, env));
  const store = join(resolve(options.dataDir), 'nats');
  const portsDir = join(store, 'ports');
  rmSync(portsDir, { recursive: true, force: true });
  mkdirSync(portsDir, { recursive: true });
  chmodSync(store, OWNER_ONLY_FOLDER);
  const { config, login } = accessOf(options, store);
  const port = options.port === undefined || options.port === 0 ? ANY_PORT : options.port;
  const args = [
    '-c',
    config,
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
      if (/\[(WRN|ERR|FTL)\]/.test(line) && !line.includes(PASSWORD_IN_FILE)) options.log(`nats: ${line}`);
    },
  });
  return {
    url: (await clientUrl(server, portsDir)).replace('://', `://${login}`),
    kind: onPath === undefined ? 'Debian package' : 'nats-server on PATH',
    pids: [server.pid],
    stop: () => server.stop(),
    exited: server.died.then((reason) => `nats-server ended: ${reason}`),
  };
}

function accessOf(options: OwnNatsOptions, store: string): { readonly config: string; readonly login: string } {
  if (options.config !== undefined) return { config: options.config, login: '' };
  const password = options.password ?? keptPassword(join(store, 'password'));
  return { config: writeConfig(store, password, options.users ?? []), login: `${USER}:${password}@` };
}

/** In a file, because every user of the machine can see a program's arguments. */
function writeConfig(store: string, password: string, users: readonly string[]): string {
  const file = join(store, 'server.conf');
  const entries = [`{ user: ${USER}, password: "${password}" }`, ...users];
  const lines = ['authorization {', `  timeout: ${HANDSHAKE_SECONDS}`, '  users: [', ...entries, '  ]', '}', ''];
  writeFileSync(file, lines.join('\n'), { mode: OWNER_ONLY });
  return file;
}

/** The program of Debian's package, which is installed once per machine. */
export async function natsProgram(
  options: Pick<ServerOptions, 'cacheDir' | 'log'>,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const cacheDir = options.cacheDir ?? defaultCacheDir(env);
  return natsProgramIn(await ensureInstalled(natsRecipe(env), cacheDir, options.log));
}

/** The server writes its address into a file once it serves clients. */
async function clientUrl(server: GuardedProcess, portsDir: string): Promise<string> {
  let ended: string | undefined;
  void server.ended.then((reason) => {
    ended = reason;
  });
  for (let waitedMs = 0; waitedMs < START_LIMIT_MS; waitedMs += START_POLL_MS) {
    for (const file of readdirSync(portsDir).filter((name) => name.endsWith('.ports'))) {
      const url = /(?:nats|tls):\/\/[^"]+/.exec(readFileSync(join(portsDir, file), 'utf8'))?.[0];
      if (url !== undefined) return url;
    }
    if (ended !== undefined) throw new Error(`nats-server did not start: ${ended}`);
    await delay(START_POLL_MS);
  }
  await server.stop();
  throw new Error(`nats-server does not accept clients after ${START_LIMIT_MS / 1000} s`);
}
