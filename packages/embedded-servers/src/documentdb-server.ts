import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { GatewayNews, GatewayTask } from './gateway/process-messages.js';
import { documentDbRecipe, missingForDocumentDb } from './install/documentdb-recipe.js';
import { ensureInstalled } from './install/install.js';
import { unprivilegedAccount } from './machine/account.js';
import { defaultCacheDir, reachableCacheDir, reachableDataFolder } from './machine/folders.js';
import { keptPassword } from './machine/kept-password.js';
import { MONGO_USER, withLogin } from './machine/mongo-login.js';
import type { RunningServer, ServerOptions } from './running-server.js';

const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 30_000;

/** Where DocumentDB is installed for the account that runs it here; it is installed if this machine does not have it. */
export async function installDocumentDb(
  { cacheDir, log }: Pick<ServerOptions, 'cacheDir' | 'log'>,
  env: NodeJS.ProcessEnv,
): Promise<Installed> {
  const missing = missingForDocumentDb();
  if (missing !== undefined) {
    throw new Error(
      `no MongoDB is available here: set MONGODB_URI, or install mongod; the embedded DocumentDB needs ${missing}`,
    );
  }
  const account = unprivilegedAccount();
  const folder = reachableCacheDir(resolve(cacheDir ?? defaultCacheDir(env)), account !== undefined);
  return { account, installed: await ensureInstalled(documentDbRecipe(env), folder, log) };
}

interface Installed {
  readonly installed: string;
  /** The account that PostgreSQL gets; undefined: our own. */
  readonly account: ReturnType<typeof unprivilegedAccount>;
}

/** Runs DocumentDB behind the gateway, in separate processes. */
export async function startDocumentDb(options: ServerOptions, env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const { installed, account } = await installDocumentDb(options, env);
  const dataFolder = reachableDataFolder(options.dataDir, 'mongo', account !== undefined);
  const passwordFile = join(dataFolder, 'password');
  const password = keptPassword(passwordFile);
  const task: GatewayTask = {
    installed,
    dataFolder,
    port: options.port ?? 0,
    user: MONGO_USER,
    passwordFile,
    ...(options.indexBuildMs !== undefined && { indexBuildMs: options.indexBuildMs }),
    ...(account === undefined ? {} : { account }),
  };
  const server = await runGateway(task, options.log, env);
  return { ...server, url: withLogin(server.url, password) };
}

const GATEWAY = 'dist/packages/embedded-servers/src/gateway/main.js';

/** The compiled entry of the gateway, from the sources, the build and a bundle of it alike. */
function gatewayEntry(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const built = join(folder, GATEWAY);
    if (existsSync(built)) return built;
  }
  throw new Error(`${GATEWAY} is missing: run "npm run build" first`);
}

/**
 * The gateway has its own process group, so that Ctrl-C in a terminal reaches only us, and detects our end by its
 * channel to us.
 */
async function runGateway(
  task: GatewayTask,
  log: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [gatewayEntry(), JSON.stringify(task)], {
    detached: true,
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', log);
  }
  const pids = child.pid === undefined ? [] : [child.pid];
  let reason: string | undefined;
  const ended = new Promise<string>((resolvePromise) => {
    child.once('exit', (code, signal) => {
      resolvePromise(reason ?? `the gateway ended: ${signal ?? `exit code ${String(code)}`}`);
    });
  });
  const address = new Promise<string>((resolvePromise) => {
    child.on('message', (news: GatewayNews) => {
      if (news.type === 'log') log(`mongo: ${news.line}`);
      else if (news.type === 'failed') reason = news.reason;
      else pids[1] = news.postgresPid;
      if (news.type === 'ready') resolvePromise(news.address);
    });
  });
  const ready = await firstOf(address, ended, child);
  let stopping = false;
  return {
    url: `mongodb://${ready}/?replicaSet=rs0`,
    kind: 'documentdb',
    pids,
    stop: async () => {
      stopping = true;
      await stopChild(child, ended);
    },
    exited: new Promise((resolvePromise) => {
      void ended.then((why) => {
        if (!stopping) resolvePromise(why);
      });
    }),
  };
}

async function firstOf(address: Promise<string>, ended: Promise<string>, child: ChildProcess): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`DocumentDB is not ready after ${START_LIMIT_MS / 1000} s`));
    }, START_LIMIT_MS);
  });
  const failed = ended.then((why) => Promise.reject(new Error(`DocumentDB did not start: ${why}`)));
  try {
    return await Promise.race([address, failed, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}
