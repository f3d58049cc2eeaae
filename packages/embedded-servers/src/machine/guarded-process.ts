import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { MAX_TIMER_MS } from './timers.js';
import type { Account } from './account.js';

/** How long a server may take to stop in order before it is killed. */
const STOP_LIMIT_SECONDS = 20;

/**
 * The shell becomes the server (`exec`), so that the child's pid is the server's; a small watcher beside it reads the
 * pipe that only we hold. When we die for any reason, the pipe closes and the watcher stops the server in order, or by
 * force: a PostgreSQL that is asked to stop during its recovery from a crash may never end.
 */
const GUARD = [
  'exec 3<&0 </dev/null; signal=$1; limit=$2; shift 2',
  '{ read -r _ <&3; kill -s "$signal" $$',
  'i=0; while [ $i -lt $limit ] && kill -0 $$; do sleep 1; i=$((i + 1)); done; [ $i -lt $limit ] || kill -s KILL $$',
  '} >/dev/null 2>&1 & exec 3<&-; exec "$@"',
].join('; ');

/** The last lines of output of a server that ended contain the reason. */
const KEPT_LINES = 6;

export interface GuardedCommand {
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  account?: Account | undefined;
  /** The signal that stops this server in order. */
  stopSignal: 'SIGINT' | 'SIGTERM';
  /** How long it may take to do so before it is killed; 20 s. */
  stopLimitSeconds?: number;
  /** Called for every line that the server prints. */
  onLine?: (line: string) => void;
}

export interface GuardedProcess {
  pid: number;
  /** Resolves with the reason and the last printed lines when the process has ended for any cause. */
  ended: Promise<string>;
  /** Resolves like `ended`, but never if we stopped the process. */
  died: Promise<string>;
  /** Stops in order, then by force; resolves when the process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a server in its own process group, so that Ctrl-C in a terminal does not reach it before our own orderly stop,
 * and makes sure that it does not outlive us.
 */
export async function startGuarded(spec: GuardedCommand): Promise<GuardedProcess> {
  const { stopLimitSeconds = STOP_LIMIT_SECONDS } = spec;
  const child = spawn(
    '/bin/sh',
    ['-c', GUARD, 'guard', spec.stopSignal.replace('SIG', ''), String(stopLimitSeconds), spec.command, ...spec.args],
    { cwd: spec.cwd, env: spec.env, detached: true, stdio: ['pipe', 'pipe', 'pipe'], ...spec.account },
  );
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (tail.push(line) > KEPT_LINES) tail.shift();
      spec.onLine?.(line);
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      child.stdin.destroy();
      resolve([signal === null ? `exit code ${String(code)}` : `killed by ${signal}`, ...tail].join('\n  '));
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${spec.command} has no process id after its start`);
  let stopping = false;
  const died = new Promise<string>((resolve) => {
    void ended.then((reason) => {
      if (!stopping) resolve(reason);
    });
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    child.kill(spec.stopSignal);
    const timer = setTimeout(() => child.kill('SIGKILL'), Math.min(stopLimitSeconds * 1_000, MAX_TIMER_MS));
    await ended;
    clearTimeout(timer);
  };
  return { pid, ended, died, stop };
}
