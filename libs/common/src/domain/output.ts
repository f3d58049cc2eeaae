/** What is kept of an attempt's output. */
import type { JsonValue } from '../contracts/common.js';
import type { AttemptId, JobId, RunId, TenantId } from './ids.js';
import type { Instant } from './run.js';

export const OUTPUT_STREAMS = ['stdout', 'stderr', 'system'] as const;
/** `system` lines are Carillon's own: markers of gaps, of cut lines, warnings. */
export type OutputStream = (typeof OUTPUT_STREAMS)[number];

export interface LogLine {
  /** Counts from 1 within its attempt, without holes. */
  readonly seq: number;
  readonly at: Instant;
  readonly stream: OutputStream;
  readonly text: string;
}

/** One document of `logs`: `_id` is `<attempt>/<chunk number, 6 digits>`, so two writers can never both add the same part. */
export interface LogChunk {
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly task: string;
  readonly index: number;
  readonly attemptNumber: number;
  readonly chunk: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Where reading goes on after this chunk: bytes of the source, or the last callback's sequence. */
  readonly position: number;
  readonly lines: readonly LogLine[];
}

/** One saved value of a job's storage; `version` counts from 1 and the highest is the job's value. */
export interface StorageVersion {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly version: number;
  readonly value: JsonValue;
  readonly savedAt: Instant;
  /** The line of the attempt that saved it, or the person that did. */
  readonly source: { readonly attempt: AttemptId; readonly line: number } | { readonly actor: string };
}
