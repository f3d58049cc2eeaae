/** Keeps a server equal to the files of a folder: applies them now, and again when they have changed. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../host.js';
import { inOneLine } from '../errors.js';
import { filesIn } from './read-files.js';

/** Of a change and of its application: a save of several files is one change if no more than this is between them. */
const QUIET_MS = 300;
/** A folder of many files is looked at less often: for at most this share of the time. */
const LOOKING_SHARE = 0.05;
/** Between two looks. */
const MAX_WAIT_MS = 30_000;

/** The state of the files, as far as it was applied, and as it was seen last. */
export interface Seen {
  readonly applied: string | null;
  readonly last: string | null;
}
export const NOTHING_SEEN: Seen = { applied: null, last: null };

/** A state is applied once, when it was seen twice: whoever saves has finished. */
export function look({ applied, last }: Seen, now: string): { readonly seen: Seen; readonly isDue: boolean } {
  const isDue = now === last && now !== applied;
  return { seen: { applied: isDue ? now : applied, last: now }, isDue };
}

/** A text that differs if a file was added, removed, replaced or written. */
export function stateOf(folder: string): string {
  try {
    return filesIn(folder, folder)
      .map((file) => {
        const { mtimeMs = 0, size = 0, ino = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
        return `${file} ${mtimeMs} ${size} ${ino}`;
      })
      .join('\n');
  } catch (error) {
    // The folder is gone: to apply it says so.
    return inOneLine(error);
  }
}

/** The message for each object that was in the files before, and is in none now. */
export const leftBehind = (before: readonly string[], now: readonly string[]): string[] =>
  before
    .filter((label) => !now.includes(label))
    .map((label) => `${label} is in no file any more: it stays until it is removed by carillon delete`);

/**
 * Until the signal. `apply` returns the labels of what the files define, null if it was refused, and may throw. A state is not tried again.
 */
export async function keepApplied(
  folder: string,
  { cwd, out, err, signal }: Pick<Host, 'cwd' | 'out' | 'err' | 'signal'>,
  apply: () => Promise<readonly string[] | null>,
): Promise<void> {
  let seen = NOTHING_SEEN;
  let defined: readonly string[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const step = look(seen, stateOf(resolve(cwd, folder)));
    const tookMs = performance.now() - began;
    seen = step.seen;
    if (step.isDue) {
      try {
        const labels = await apply();
        if (labels === null) err(`${folder}: nothing was changed\n`);
        for (const line of leftBehind(defined, labels ?? defined)) out(`${line}\n`);
        defined = labels ?? defined;
      } catch (error) {
        if (hasEnded(signal)) return;
        err(`${inOneLine(error)}\n${folder}: nothing was changed\n`);
      }
    }
    await delay(Math.min(Math.max(QUIET_MS, tookMs / LOOKING_SHARE), MAX_WAIT_MS), undefined, { signal }).catch(
      () => undefined,
    );
  }
}

/** A function, because the compiler would otherwise assume that the value stays false. */
const hasEnded = (signal: AbortSignal): boolean => signal.aborted;
