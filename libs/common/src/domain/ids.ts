/** Ids of everything that is stored or addressed. They are branded strings: a run id is never accepted as a job id. */

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type TenantId = Branded<'TenantId'>;
export type WorkerId = Branded<'WorkerId'>;
export type JobId = Branded<'JobId'>;
export type RunId = Branded<'RunId'>;
export type SpecHash = Branded<'SpecHash'>;
/** `<run>/<generation>/<task>/<index>/<attempt>`: one try of one index of one task. */
export type AttemptId = Branded<'AttemptId'>;
/** A named replica of a service, stable for the life of its process. */
export type ReplicaId = Branded<'ReplicaId'>;

/** Brands a plain string. Only for edges: parsed input, stored documents, new ids. */
export const asTenantId = (text: string): TenantId => text as TenantId;
export const asWorkerId = (text: string): WorkerId => text as WorkerId;
export const asJobId = (text: string): JobId => text as JobId;
export const asRunId = (text: string): RunId => text as RunId;
export const asSpecHash = (text: string): SpecHash => text as SpecHash;
export const asAttemptId = (text: string): AttemptId => text as AttemptId;
export const asReplicaId = (text: string): ReplicaId => text as ReplicaId;

/** 32-bit FNV-1a over UTF-16 code units; it must never change, because stored documents depend on it. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** The run of a slot: its key is the exactly-once guard. `nominal` in epoch milliseconds, whole seconds. */
export function scheduledRunId(job: JobId, nominal: number): RunId {
  return asRunId(`${job}-${Math.floor(nominal / 1000)}`);
}

export interface AttemptKey {
  readonly run: RunId;
  readonly generation: number;
  readonly task: string;
  readonly index: number;
  /** Counts from 1. */
  readonly attempt: number;
}

export function attemptId(key: AttemptKey): AttemptId {
  return asAttemptId(`${key.run}/${key.generation}/${key.task}/${key.index}/${key.attempt}`);
}

/** Parses an attempt id; null for anything else. */
export function parseAttemptId(text: string): AttemptKey | null {
  const [run, generation, task, index, attempt, ...rest] = text.split('/');
  if (!run || !task || rest.length > 0) return null;
  const numbers = [generation, index, attempt].map((part) => (part && /^\d{1,9}$/.test(part) ? Number(part) : NaN));
  if (numbers.some(Number.isNaN)) return null;
  const [g, i, a] = numbers as [number, number, number];
  return { run: asRunId(run), generation: g, task, index: i, attempt: a };
}

/** The run of an attempt; the empty id where the text is no attempt id. */
export const runOfAttempt = (id: AttemptId): RunId => parseAttemptId(id)?.run ?? asRunId('');

/** An attempt id as one segment of a path or a file name: ids contain no tilde, so tildes replace the slashes. */
export const attemptSegment = (id: AttemptId): string => id.replaceAll('/', '~');
export const attemptFromSegment = (segment: string): AttemptKey | null => parseAttemptId(segment.replaceAll('~', '/'));
