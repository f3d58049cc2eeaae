/** One job queue beside ours, as a library within a process: the functions that the bench needs of each of them. */

/** The body that the worker gets. */
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
  /** Jobs that are worked at the same time. */
  readonly concurrency: number;
  /** The work of a job; resolves once the worker has answered 201. */
  readonly handle: (job: EchoJob) => Promise<void>;
}

export interface Peer {
  addOne(job: PeerJob): Promise<void>;
  /** By the library's call for many jobs, or the nearest that it has. */
  addMany(jobs: readonly PeerJob[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts the worker of a queue, which works from then on. */
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
