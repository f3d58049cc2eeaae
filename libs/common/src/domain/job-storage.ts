/**
 * Which save becomes a job's storage: the newest wins, a repeat changes nothing, and an outdated attempt never overwrites a later
 * one.
 */
import { parseAttemptId, type AttemptKey } from './ids.js';
import { MAX_STORAGE_VERSIONS } from './limits.js';
import type { StorageSource } from '../run/output.js';
import type { Instant } from '../run/run.js';

/** An earlier version without its value. */
export interface StorageVersionHead {
  readonly version: number;
  readonly savedAt: Instant;
  readonly source: StorageSource;
  /** When the run of its attempt was created. */
  readonly runAt?: Instant;
}

/** `repeated`: this very save is stored already. `superseded`: a later attempt of the same index, or a newer run, has saved since. */
export type SaveJudgement = 'add' | 'repeated' | 'superseded';

/**
 * Decides about a save by the kept versions, newest first. Saves of one index are ordered by (generation, attempt, line). Between
 * indexes and runs the last to arrive wins, unless a newer run has saved after the instant of this save.
 */
export function judgeSave(
  history: readonly StorageVersionHead[],
  save: { readonly source: StorageSource; readonly at: Instant; readonly runAt?: Instant },
): SaveJudgement {
  if (history.some((version) => sameSource(version.source, save.source))) return 'repeated';
  if (history.some((version) => isLater(version.source, save.source))) return 'superseded';
  if (save.runAt !== undefined && isOvertaken(history, save.runAt, save.at)) return 'superseded';
  // A repeated save would still be among the kept versions, regardless of the clock that dated it.
  if (history.some((version) => isLater(save.source, version.source))) return 'add';
  return mayBeForgotten(history, save) ? 'superseded' : 'add';
}

/** Whether a run that was created after `runAt` has saved after `since`. */
export const isOvertaken = (history: readonly StorageVersionHead[], runAt: Instant, since: Instant): boolean =>
  history.some((version) => version.runAt !== undefined && version.runAt > runAt && version.savedAt > since);

/** True when it may have been saved before in a version that is not kept any more. */
function mayBeForgotten(
  history: readonly StorageVersionHead[],
  { source, at }: { readonly source: StorageSource; readonly at: Instant },
): boolean {
  const oldest = history.at(-1);
  if ('actor' in source || oldest === undefined) return false;
  return history.length >= MAX_STORAGE_VERSIONS && at <= oldest.savedAt;
}

function sameSource(a: StorageSource, b: StorageSource): boolean {
  if ('actor' in a || 'actor' in b || a.attempt !== b.attempt) return false;
  if ('line' in a) return 'line' in b && a.line === b.line;
  return 'callback' in b && a.callback === b.callback;
}

/** True when `a` was certainly saved after `b` by the same index. */
function isLater(a: StorageSource, b: StorageSource): boolean {
  if ('actor' in a || 'actor' in b) return false;
  // Most compared saves are of different runs, and parsing an id costs much more than this comparison.
  if (!b.attempt.startsWith(a.attempt.slice(0, a.attempt.indexOf('/') + 1))) return false;
  const first = parseAttemptId(a.attempt);
  const second = parseAttemptId(b.attempt);
  if (!first || !second || !sameIndex(first, second)) return false;
  if (first.generation !== second.generation) return first.generation > second.generation;
  if (first.attempt !== second.attempt) return first.attempt > second.attempt;
  return 'line' in a && 'line' in b && a.line > b.line;
}

const sameIndex = (a: AttemptKey, b: AttemptKey): boolean =>
  a.run === b.run && a.task === b.task && a.index === b.index;
