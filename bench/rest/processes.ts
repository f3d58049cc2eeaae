/** The processor time of the child processes, and how often each of their threads has waited. */
import { readdirSync, readFileSync } from 'node:fs';
import { isOwn, programOf, secondsOf } from '../processor-seconds.js';

/** The use of one process so far. */
interface Use {
  readonly name: string;
  readonly seconds: number;
  /** By the thread's name: the end of a wait is one wake-up. */
  readonly waits: Readonly<Record<string, number>>;
}

/** The use by the id of the process. */
export type Look = ReadonlyMap<string, Use>;

export interface UsedAtRest {
  readonly name: string;
  readonly processes: number;
  readonly cores: number;
  readonly wakeUpsPerSecond: number;
  /** The threads that wake up, the most frequent first. */
  readonly threads: Readonly<Record<string, number>>;
}

/** Names of PostgreSQL's processes, which they write over their arguments. */
const TITLE = /postgres: ([a-z_ ]+?)(?: \d+)?\s*(?:\0|$| postgres \[local\])/;
/** The watcher that stops a server when its parent has ended; it sleeps until then. */
const GUARD = '/bin/sh\0';

export function lookAtProcesses(): Look {
  const look = new Map<string, Use>();
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      if (!isOwn(pid)) continue;
      const name = nameOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      if (name !== undefined) look.set(pid, { name, seconds: secondsOf(pid), waits: waitsOf(pid) });
    } catch {
      // The process has ended meanwhile.
    }
  }
  return look;
}

/** The use between two samples, by program; the greatest first. A process that has ended counts for its parent. */
export function usedAtRest(before: Look, after: Look, seconds: number): UsedAtRest[] {
  const groups = Map.groupBy(after, ([, { name }]) => name);
  const used = [...groups].map(([name, processes]) => {
    const threads = new Map<string, number>();
    let cpu = 0;
    for (const [pid, now] of processes) {
      const then = before.get(pid);
      cpu += now.seconds - (then?.seconds ?? 0);
      for (const [thread, waits] of Object.entries(now.waits))
        threads.set(thread, (threads.get(thread) ?? 0) + waits - (then?.waits[thread] ?? 0));
    }
    const perSecond = [...threads].map(([thread, waits]): [string, number] => [thread, round(waits / seconds)]);
    return {
      name,
      processes: processes.length,
      cores: Number((cpu / seconds).toFixed(4)),
      wakeUpsPerSecond: round(perSecond.reduce((sum, [, each]) => sum + each, 0)),
      threads: Object.fromEntries(perSecond.filter(([, each]) => each > 0).sort((a, b) => b[1] - a[1])),
    };
  });
  return used.sort((a, b) => b.cores - a.cores);
}

function nameOf(command: string): string | undefined {
  if (command.startsWith(GUARD)) return undefined;
  const program = programOf(command.replaceAll('\0', ' '));
  if (program !== 'database') return program;
  const title = TITLE.exec(command)?.[1];
  if (title === undefined) return 'database: its first process, and those that have ended';
  return `database: ${title === 'postgres' ? 'sessions' : title}`;
}

function waitsOf(pid: string): Record<string, number> {
  const waits: Record<string, number> = {};
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
      const name = /^Name:\s*(.*)$/m.exec(status)?.[1] ?? '';
      waits[name] = (waits[name] ?? 0) + Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return waits;
}

const round = (value: number): number => Number(value.toFixed(2));
