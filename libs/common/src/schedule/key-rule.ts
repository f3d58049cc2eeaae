/** The limit per key of a job, as stored in its schedule's document. */
import type { Instant } from '../run/run.js';
import type { JobOption } from '../spec/options.js';
import type { KeyPolicy } from '../spec/per-key.js';

export interface KeyRate {
  readonly runs: number;
  readonly perSeconds: number;
}

/** `perKey` of a job with its defaults filled in, and the job's own values that the key names. */
export interface KeyRule {
  readonly key: string;
  /** Runs with one key at once; null is no limit. */
  readonly max: number | null;
  readonly rate: KeyRate | null;
  readonly policy: KeyPolicy;
  /** Runs with one key that may wait; null: only the job's own limit counts. */
  readonly maxQueued: number | null;
  readonly options: readonly JobOption[];
  readonly parameters: readonly { readonly name: string; readonly text: string }[];
}

/** The token bucket of a key. A full bucket is not stored. */
export interface KeyBucket {
  readonly key: string;
  readonly fullAt: Instant;
}
