/** Identifies living processes, and distinguishes them from later ones with the same number. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** The user of a command; its group has the same number. */
export interface CommandUser {
  readonly uid: number;
  readonly gid: number;
}

/** A process as it is recorded: its number and its start time in the kernel's own form (null if unknown). */
export interface ProcessMark {
  readonly pid: number;
  readonly startTime: string | null;
}

/** The fields of /proc/<pid>/stat after the command's name; the start time is the twentieth of them. */
const START_TIME_FIELD = 19;
const STATE_FIELD = 0;
/** A killed process takes a moment to end, and may have started another just before. */
const MAX_KILL_ROUNDS = 10;
/** The process that sends a signal as another user ends within this time, or is stopped: the caller waits for it. */
const SEND_WAIT_MS = 1_000;
/** No further round begins after this time. */
const MAX_KILL_MS = 2_000;
/** Every process that the sender may signal, except the sender and process 1. */
const EVERY_PROCESS = -1;

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

/** Sends a signal to the group of the process, if it is still that process's group. `uid`: the user of the process, if it has its own. */
export function signalGroup(mark: ProcessMark & { readonly uid?: number | undefined }, signal: NodeJS.Signals): void {
  if (mark.pid <= 1) return;
  // The leader may be gone while others of its group live; the number of a group is not reused as long as one does.
  const fields = statOf(mark.pid);
  if (fields && mark.startTime !== null && startTimeOf(mark.pid) !== mark.startTime) return;
  try {
    process.kill(-mark.pid, signal);
  } catch (error) {
    // Root in a container may lack the right to signal other users (CAP_KILL). Otherwise no process is left in the group.
    if (mark.uid !== undefined && isForbidden(error)) signalAs({ uid: mark.uid, gid: mark.uid }, -mark.pid, signal);
  }
}

/**
 * Ends every process of a user that is used for one run only. The kernel sends a signal of that user to all processes of the user in one
 * step, so that none escapes by a fork; a list of processes always misses one that forks and ends all the time. False: processes
 * may be left, because they kill the sender first, or are stuck in the kernel.
 */
export function killAllOf(user: CommandUser): boolean {
  if (user.uid <= 0) return false;
  const until = performance.now() + MAX_KILL_MS;
  for (let rounds = 0; rounds < MAX_KILL_ROUNDS && performance.now() < until; rounds++) {
    const wasSent = signalAs(user, EVERY_PROCESS, 'SIGKILL');
    const left = processesOf(user.uid);
    if (wasSent && left.length === 0) return true;
    kill(left);
  }
  return false;
}

/**
 * Ends every process with this entry in its environment, which a descendant of a command keeps in a session of its own, too. The processes
 * of other users are readable to root only, and in a container only with CAP_SYS_PTRACE.
 */
export function killMarked(entry: string, uid = process.getuid?.() ?? 0): void {
  for (let rounds = 0; rounds < MAX_KILL_ROUNDS; rounds++) {
    const pids = processesOf(uid).filter((pid) => pid !== process.pid && environmentOf(pid).includes(entry));
    if (pids.length === 0) return;
    kill(pids);
  }
}

/** True: the signal was sent, or there was no process to receive it. */
function signalAs({ uid, gid }: CommandUser, target: number, signal: NodeJS.Signals): boolean {
  const script = `kill -s ${signal.replace('SIG', '')} -- ${target}`;
  const { error, signal: endedBy } = spawnSync('/bin/sh', ['-c', script], {
    uid,
    gid,
    cwd: '/',
    env: {},
    stdio: 'ignore',
    timeout: SEND_WAIT_MS,
    killSignal: 'SIGKILL',
  });
  return error === undefined && endedBy === null;
}

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended, or root may not signal it.
    }
  }
}

/** Processes of the user that have not ended. */
function processesOf(uid: number): number[] {
  return processNumbers().filter((pid) => {
    const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
    return owner === uid && statOf(pid)?.[STATE_FIELD] !== 'Z';
  });
}

/** None if the system has no /proc. */
function processNumbers(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Empty if the process has ended, or its environment may not be read. */
function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}

const isForbidden = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPERM';

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
