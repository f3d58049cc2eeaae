import type { EchoWorker } from '../end-to-end/echo-worker.js';
import type { Ended } from './peer-messages.js';

/** The measured system: a scheduler or queue with its database, whose jobs each post to the echo worker. */
export interface System {
  readonly name: string;
  readonly version: string;
  readonly database: string;
  /** Adds so many jobs as fast as it can, to be worked at once. */
  addMany(prefix: string, count: number): Promise<void>;
  /** Adds jobs one by one, evenly over the time; gives when each was requested, if the worker does not get that. */
  addEach(prefix: string, perSecond: number, seconds: number): Promise<ReadonlyMap<string, number>>;
  /** Creates what must exist before jobs become due each second, and is no part of their costs. */
  prepareEachSecond(prefix: string, perSecond: number): Promise<void>;
  /**
   * Has jobs become due together at the start of each second, and resolves once the last second is over; gives the first and the last
   * of these instants to count, epoch milliseconds. It is the last part of a measurement: there may be more of them before and after.
   */
  fireEachSecond(prefix: string, perSecond: number, seconds: number): Promise<Span>;
  /** The jobs that have ended so far. */
  ended(): Promise<Ended>;
  /** Stops it and its database, and removes their data. */
  close(): Promise<void>;
}

export interface Span {
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface Surroundings {
  /** The project's root: where dist/ is. */
  readonly root: string;
  readonly worker: EchoWorker;
  readonly concurrency: number;
  readonly say: (line: string) => void;
}

const MS_PER_SECOND = 1_000;
/** Before the first of the instants, so that all of their jobs are stored in time. */
const LEAD_MS = 3_000;

/** As many full seconds, some seconds from now. */
export function spanOf(seconds: number, now: number): Span {
  const firstAt = Math.ceil((now + LEAD_MS) / MS_PER_SECOND) * MS_PER_SECOND;
  return { firstAt, lastAt: firstAt + (seconds - 1) * MS_PER_SECOND };
}
