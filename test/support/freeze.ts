/** Processes that stand still for a while (SIGSTOP), as on a machine whose processors are taken by others. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.js';

const MAX_ROUNDS = 10;

export interface Frozen {
  readonly pids: readonly number[];
  /** Lets them continue; harmless when repeated. */
  readonly thaw: () => void;
}

/**
 * Stops the processes that `find` gives. It is asked again until it gives none that is new, for a parent may fork before it is
 * stopped. Resolves when all their threads stand still, since the signal takes effect a little later. A shell beside us lets them
 * continue when we end without doing so: a frozen process handles no signal.
 */
export async function freeze(find: () => readonly number[]): Promise<Frozen> {
  const frozen = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fresh = find().filter((pid) => !frozen.has(pid));
    if (fresh.length === 0) break;
    for (const pid of fresh) if (signalled(pid, 'SIGSTOP')) frozen.add(pid);
  }
  const pids = [...frozen];
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -CONT "$@" 2>/dev/null', 'thaw', ...pids.map(String)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  const thaw = (): void => {
    for (const pid of pids) signalled(pid, 'SIGCONT');
    guard.stdin.end();
  };
  await until('every thread to stand still', () => pids.every(standsStill)).catch((error: unknown) => {
    thaw();
    throw error;
  });
  return { pids, thaw };
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // It has ended.
  }
}

function standsStill(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => 'TZX'.includes(stateOf(`/proc/${pid}/task/${thread}`)));
  } catch {
    return true; // It has ended.
  }
}

/** The letter behind the name, which stands in parentheses and may hold anything. */
const stateOf = (task: string): string =>
  readFileSync(`${task}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .charAt(0);
