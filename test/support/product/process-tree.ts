/** Processes as Linux shows them. */
import { readFileSync, readdirSync } from 'node:fs';

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process of this machine that we may read. */
export function allProcesses(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // The name stands in brackets and may hold anything; the state and the parent follow it.
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
      } catch {
        return []; // It ended while we looked.
      }
    });
}

/** The processes with these ids and all that descend from them, parents first. */
export function withDescendants(pids: readonly number[]): ProcessInfo[] {
  const all = allProcesses();
  const found = all.filter(({ pid }) => pids.includes(pid));
  for (const each of found) {
    found.push(...all.filter(({ pid, parent }) => parent === each.pid && !found.some((known) => known.pid === pid)));
  }
  return found;
}

/** Processes below ours whose command line matches, with all that descend from them. */
export function ownTreesOf(pattern: RegExp): ProcessInfo[] {
  const heads = withDescendants([process.pid]).filter(({ command }) => pattern.test(command));
  return withDescendants(heads.map(({ pid }) => pid));
}
