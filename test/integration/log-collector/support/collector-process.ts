/** The built collector as a process of its own, to be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { until } from '#testing/until.js';
import { KEYS } from './world.js';

export interface CollectorProcess {
  readonly pid: number;
  /** Ends at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Asks it to stop and waits for it; gives its exit code. */
  stop(): Promise<number | null>;
  readonly output: () => string;
}

export async function startCollector(env: {
  readonly MONGODB_URI: string;
  readonly NATS_URL: string;
  readonly SPOOL_DIR: string;
}): Promise<CollectorProcess> {
  const child = spawn(process.execPath, ['dist/apps/log-collector/src/main.js'], {
    env: {
      PATH: process.env['PATH'],
      CARILLON_TEST_MARK: process.env['CARILLON_TEST_MARK'],
      SECRET_KEYS: KEYS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  await until('the collector to be ready', () => {
    if (child.exitCode !== null) throw new Error(`the collector ended: ${output}`);
    return output.includes('"msg":"ready"');
  });
  return {
    pid: child.pid ?? 0,
    kill: () => end(child, 'SIGKILL').then(() => undefined),
    stop: () => end(child, 'SIGTERM'),
    output: () => output,
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}
