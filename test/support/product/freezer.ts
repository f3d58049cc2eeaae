/** Processes that stand still for a while, as on a machine whose processors are taken by others. */
import { spawn } from 'node:child_process';

const MAX_ROUNDS = 10;

export interface Freeze {
  readonly pids: readonly number[];
  /** Lets them go on; harmless when repeated. */
  thaw(): void;
}

/**
 * Stops the processes with SIGSTOP. `find` is asked again until it gives none that is new, for a parent may fork before it
 * is stopped. A shell beside us lets them go on when we end without doing so: a frozen process obeys nobody.
 */
export function freeze(find: () => readonly number[]): Freeze {
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
  return {
    pids,
    thaw: () => {
      for (const pid of pids) signalled(pid, 'SIGCONT');
      guard.stdin.end();
    },
  };
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // It has ended.
  }
}
