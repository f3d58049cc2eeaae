/** The stored output of attempts. */
import type { JsonValue } from '../spec/fields.js';
import type { AttemptId, JobId, RunId, TenantId } from '../domain/ids.js';
import type { Instant, RunOutputs } from './run.js';

export const OUTPUT_STREAMS = ['stdout', 'stderr', 'system'] as const;
/** `system` lines are Carillon's own: markers of gaps, of the size limit, warnings. */
export type OutputStream = (typeof OUTPUT_STREAMS)[number];

export interface LogLine {
  /** Counts from 1 within its attempt, without holes. */
  readonly seq: number;
  /** Never decreases within an attempt. */
  readonly at: Instant;
  readonly stream: OutputStream;
  readonly text: string;
}

/** A line as it is read back, with the attempt that wrote it. */
export interface StoredLine extends LogLine {
  readonly attempt: AttemptId;
}

/**
 * The position in a source, in its own format: a byte offset of a spool, a time and a count of a pod's log. At most 512
 * characters; only the source that made it reads it.
 */
export type SourcePosition = string;

/** How far an attempt's output has been read; stored with every chunk, so that the last chunk is the durable position. */
export interface LogProgress {
  readonly position: SourcePosition | null;
  /** Lines read so far, including those that saved job storage and those beyond the size limit. */
  readonly sourceLines: number;
  /** UTF-8 bytes of text kept so far. */
  readonly keptBytes: number;
  readonly omittedLines: number;
  readonly omittedBytes: number;
  /** Why output before this position is known to be missing; null while nothing is. */
  readonly gap: string | null;
  /** The outputs that were reported so far; none if absent. */
  readonly outputs?: RunOutputs;
}

export const NO_PROGRESS: LogProgress = {
  position: null,
  sourceLines: 0,
  keptBytes: 0,
  omittedLines: 0,
  omittedBytes: 0,
  gap: null,
};

/** The final verdict on an attempt's output. */
export interface OutputSeal {
  readonly complete: boolean;
  /** Why it is not complete; null if it is. */
  readonly reason: string | null;
  /** The outputs that were reported; none if absent. */
  readonly outputs?: RunOutputs;
}

/** A chunk without its lines. */
export interface ChunkHead {
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly tenant: TenantId;
  /** Counts from 1 within its attempt. */
  readonly chunk: number;
  /** The last chunk number that this document covers: its own, or a greater one once other chunks were merged into it. */
  readonly through: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** UTF-8 bytes of the text of its lines. */
  readonly bytes: number;
  readonly progress: LogProgress;
  /** Keys of the callbacks whose lines it holds; empty for sources that are read by position. */
  readonly callbacks: readonly string[];
  /** Set on the last chunk of an attempt that has ended. */
  readonly seal: OutputSeal | null;
}

/**
 * One document of `logs`: `_id` is `<attempt>/<chunk number, 8 digits>`, so two writers can never both add the same part. A chunk
 * whose number is covered by an earlier chunk's `through` is superseded by a merge and does not count.
 */
export interface LogChunk extends ChunkHead {
  readonly lines: readonly LogLine[];
}

/** Who saved a value: a line of an attempt's output, a callback of an attempt, or a person. */
export type StorageSource =
  | { readonly attempt: AttemptId; readonly line: number }
  | { readonly attempt: AttemptId; readonly callback: string }
  | { readonly actor: string };

/** One saved value of a job's storage; `version` counts from 1 and the highest is the job's value. */
export interface StorageVersion {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly version: number;
  /** Null, and `deleted` is set, once the value was deleted. */
  readonly value: JsonValue;
  /** The value is encrypted because it contains secrets of the run (secrets/stored-value.ts). */
  readonly secret?: true;
  readonly deleted: boolean;
  readonly savedAt: Instant;
  readonly source: StorageSource;
  /** When the run of its attempt was created; absent for people. */
  readonly runAt?: Instant;
}
