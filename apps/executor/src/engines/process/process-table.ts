/** Identifies living processes, and distinguishes them from later ones with the same number. */
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** A process as it is recorded: its number and its start time in the kernel's own form (null if unknown). */
export interface ProcessMark {
  readonly pid: number;
  readonly startTime: string | null;
}

/** The fields of /proc/<pid>/stat after the command's name; the start time is the twentieth of them. */
const START_TIME_FIELD = 19;
const STATE_FIELD = 0;
/** A process may have started another just before it was killed. */
const MAX_KILL_ROUNDS = 100;

/** When the process started: ticks since boot and the id of the boot. Null if it does not exist, or the system does not say. */
export function startTimeOf(pid: number): string | null {
  const fields = statOf(pid);
  const ticks = fields?.[START_TIME_FIELD];
  return ticks === undefined ? null : `${ticks}@${bootId()}`;
}

/** True while this very process lives; a zombie does not. */
export function isAlive({ pid, startTime }: ProcessMark): boolean {
  const fields = statOf(pid);
  if (fields) return fields[STATE_FIELD] !== 'Z' && (startTime === null || startTimeOf(pid) === startTime);
  return startTime === null && answersSignal(pid);
}

/** Sends a signal to the group of the process, if it is still that process's group. */
export function signalGroup(mark: ProcessMark, signal: NodeJS.Signals): void {
  if (mark.pid <= 1) return;
  // The leader may be gone while others of its group live; the number of a group is not reused as long as one does.
  const fields = statOf(mark.pid);
  if (fields && mark.startTime !== null && startTimeOf(mark.pid) !== mark.startTime) return;
  try {
    process.kill(-mark.pid, signal);
  } catch {
    // No process is left in the group.
  }
}

/** Ends every process of a user that is used for one run only, including those that are started meanwhile. */
export function killAllOf(uid: number): void {
  if (uid <= 0) return;
  for (let rounds = 0; rounds < MAX_KILL_ROUNDS; rounds++) {
    const pids = processesOf(uid);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended.
      }
    }
  }
}

/** Processes of the user that have not ended. */
function processesOf(uid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const pid = Number(name);
    const owner = statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid;
    return owner === uid && statOf(pid)?.[STATE_FIELD] !== 'Z' ? [pid] : [];
  });
}

function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

let knownBootId: string | null = null;

function bootId(): string {
  knownBootId ??= readBootId();
  return knownBootId;
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
