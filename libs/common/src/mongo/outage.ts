import { mongo } from 'mongoose';
import { AppError, messageOf } from '../errors/app-error.js';

/**
 * A server that is no primary (any more), shuts down, or cannot reach another one: the codes of the drivers' specification of reads
 * that may be repeated, and those of cursors that a former primary has closed (43, 237) and of writes that no majority has confirmed
 * in time (64). Only errors of single writes have a label that says so, errors of reads and of writes to many documents have not.
 */
const SERVER_AWAY = new Set<unknown>([
  6, 7, 43, 64, 89, 91, 134, 189, 237, 262, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);
/** What the driver throws by itself when it gives up a server, for example one that is no primary any more or has left the set. */
const GIVEN_UP = new Set(['MongoPoolClosedError', 'MongoServerClosedError', 'MongoStalePrimaryError']);

/** True when an operation failed because the database could not be reached or did not answer in time. */
export const isDatabaseOutage = (error: unknown): error is Error =>
  error instanceof mongo.MongoNetworkError ||
  error instanceof mongo.MongoServerSelectionError ||
  error instanceof mongo.MongoNotConnectedError ||
  (error instanceof mongo.MongoDriverError && GIVEN_UP.has(error.name)) ||
  (error instanceof mongo.MongoServerError &&
    (error.hasErrorLabel('RetryableWriteError') || SERVER_AWAY.has(error.code)));

/**
 * The error as any other operation throws it. `bulkWrite` and `insertMany` wrap every error in that of a failed bulk, also one of the
 * network, after which it is unknown what was written.
 */
export const unwrapped = (error: unknown): unknown =>
  error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error ? error.errorResponse : error;

const MAX_TIME_EXPIRED = 50;
/** True when a read took longer in the database than its `maxTimeMS`. */
export const hasTakenTooLong = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === MAX_TIME_EXPIRED;

/**
 * Options of a read by key that decides a final refusal. For some seconds after an election a former primary answers other reads from what a
 * majority had then; this one it cannot answer, because it asks a majority whether it still leads.
 */
export const LINEARIZABLE = { readConcern: { level: 'linearizable' }, maxTimeMS: 2_000 } as const;

/** The result of a linearizable read. Throws UNAVAILABLE where no majority confirmed it in time. */
export const confirmed = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    if (!hasTakenTooLong(error)) throw error;
    throw new AppError('UNAVAILABLE', 'the database is between two primaries; try again', { cause: error });
  });

/** The problem, for an operator: where no server is usable, the last known state of each. */
export function databaseTrouble(error: unknown): string {
  if (!(error instanceof mongo.MongoServerSelectionError)) return messageOf(error);
  const members = [...(error.reason?.servers.values() ?? [])];
  const setName = error.reason?.setName ?? null;
  // The driver drops servers of another set, and has no error for the only one.
  if (setName !== null && members.every(({ type, error: trouble }) => type === 'Unknown' && trouble === null))
    return `no server has answered as a member of the replica set ${JSON.stringify(setName)}, which the URI names`;
  const servers = members.map(
    ({ address, type, error: trouble }) => `${address}: ${trouble === null ? type : messageOf(trouble)}`,
  );
  return servers.length === 0 ? error.message : `no server is available (${servers.join('; ')})`;
}
