/** Prometheus with its checker promtool, from Debian, for the tests of rules and dashboards. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installedProgram, type InstallOptions } from './install/installed-program.js';
import { programRecipe } from './install/program-recipe.js';
import { freePort } from './machine/free-port.js';
import { startGuarded } from './machine/guarded-process.js';
import type { RunningServer } from './running-server.js';

const START_LIMIT_MS = 60_000;
const START_POLL_MS = 50;
const PROGRAMS = ['prometheus', 'promtool'] as const;
type Program = (typeof PROGRAMS)[number];

/** The path of the program: on PATH, or installed once per machine from Debian's packages. */
export function prometheusProgram(program: Program, options: InstallOptions = {}): Promise<string> {
  const programs = PROGRAMS.map((name) => `usr/bin/${name}`);
  const recipe = programRecipe({ name: 'prometheus', packages: [...PROGRAMS], programs }, options.env ?? process.env);
  return installedProgram(program, recipe, options);
}

export interface PrometheusOptions {
  readonly dataDir: string;
  /** The path of its configuration. */
  readonly config: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** Runs Prometheus on a free port of this machine, its data in `<dataDir>/prometheus`. Throws unless it becomes ready. */
export async function startPrometheus({ dataDir, config, env, log }: PrometheusOptions): Promise<RunningServer> {
  const command = await prometheusProgram('prometheus', { env, log });
  const store = join(resolve(dataDir), 'prometheus');
  mkdirSync(store, { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  const server = await startGuarded({
    command,
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${store}`,
      `--web.listen-address=${address}`,
      '--web.enable-lifecycle',
      '--log.level=warn',
    ],
    cwd: store,
    env,
    stopSignal: 'SIGTERM',
    onLine: (line) => {
      log(`prometheus: ${line}`);
    },
  });
  const url = `http://${address}`;
  const died = server.died.then((reason) => `prometheus ended: ${reason}`);
  const ready = untilReady(url);
  try {
    await Promise.race([
      ready,
      died.then((reason) => {
        throw new Error(reason);
      }),
    ]);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url, kind: 'prometheus', pids: [server.pid], stop: () => server.stop(), exited: died };
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await delay(START_POLL_MS);
  }
  throw new Error(`prometheus was not ready within ${START_LIMIT_MS} ms`);
}
