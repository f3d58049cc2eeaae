/** A job queue other than Carillon, as a library within a process: the operations that the bench needs. */

/** The body of the POST to the worker. */
export interface EchoJob {
  readonly runId: string;
  /** The instant from which its wait counts, ISO 8601. */
  readonly scheduledFor: string;
}

export interface PeerJob {
  readonly body: EchoJob;
  /** Null: at once. */
  readonly dueAt: Date | null;
}

export interface PeerTask {
  /** The URL of its database. */
  readonly database: string;
  /** Jobs that are processed at the same time. */
  readonly concurrency: number;
  /** The work of a job; resolves once the worker has answered 201. */
  readonly handle: (job: EchoJob) => Promise<void>;
}

export interface Peer {
  addOne(job: PeerJob): Promise<void>;
  /** Uses the library's call for many jobs, or the most similar one. */
  addMany(jobs: readonly PeerJob[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts the worker of a queue. */
export type StartPeer = (task: PeerTask) => Promise<Peer>;

/** The queue's name in each of them. */
export const QUEUE = 'echo';
/** Jobs in one call for many. */
export const JOBS_PER_CALL = 1_000;

export function partsOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
