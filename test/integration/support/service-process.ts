/** A built service as a process of its own, to be stopped and killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { until } from '#testing/until.js';

/** A machine that is busy with other things takes its time. */
const READY_LIMIT_MS = 120_000;
/** A log line that is not printed if the test fails. */
const NO_WARNING = /^\{"level":"(?:trace|debug|info)"/;
const MAX_LINES_TOLD = 60;

export interface ServiceProcess {
  readonly pid: number;
  /** Ends at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Asks it to stop and waits for it; gives its exit code. */
  stop(): Promise<number | null>;
  readonly output: () => string;
}

/** Starts a service and waits until it reports that it is ready. */
export async function startService(
  name: 'api' | 'scheduler' | 'executor' | 'log-collector',
  env: Readonly<Record<string, string>>,
  /** Of another build; ours if absent. */
  root?: string,
  /** Starts a program of the build; this Node if absent. */
  [program = process.execPath, ...before]: readonly string[] = [],
): Promise<ServiceProcess> {
  const mark = process.env['CARILLON_TEST_MARK'];
  const child = spawn(program, [...before, `dist/apps/${name}/src/main.js`], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...(mark === undefined ? {} : { CARILLON_TEST_MARK: mark }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(root !== undefined && { cwd: root }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const { failureReports } = globalThis as { failureReports?: (() => string)[] };
  failureReports?.push(() => warningsOf(`${name} ${child.pid} (exit ${child.exitCode ?? child.signalCode})`, output));
  await until(
    `${name} to be ready`,
    () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
      return output.includes('"msg":"ready"');
    },
    READY_LIMIT_MS,
  );
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

/** What a service has warned of, the newest last; a line that is no log line came from Node itself. */
function warningsOf(title: string, output: string): string {
  const lines = output.split('\n').filter((line) => line !== '' && !NO_WARNING.test(line));
  return [`--- ${title}: ${lines.length} warnings`, ...lines.slice(-MAX_LINES_TOLD)].join('\n');
}
