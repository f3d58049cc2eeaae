import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.js';

/** Stops processes where they stand (SIGSTOP). Resolves when all of their threads do: the signal takes effect a little later. */
export async function freeze(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await until('every thread to stand still', () => pids.every(standsStill));
}

/** Lets frozen processes go on. */
export function thaw(pids: readonly number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

const standsStill = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).every((thread) => stateOf(`/proc/${pid}/task/${thread}/stat`).startsWith('T'));

/** The letter behind the name, which stands in parentheses and may hold anything. */
const stateOf = (file: string): string => readFileSync(file, 'utf8').replace(/^.*\) /s, '');
