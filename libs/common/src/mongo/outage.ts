import { mongo } from 'mongoose';
import { messageOf } from '../errors/app-error.js';

/** True when an operation failed because the database could not be reached or did not answer in time. */
export const isDatabaseOutage = (error: unknown): boolean =>
  error instanceof mongo.MongoNetworkError ||
  error instanceof mongo.MongoServerSelectionError ||
  error instanceof mongo.MongoNotConnectedError ||
  (error instanceof mongo.MongoServerError && error.hasErrorLabel('RetryableWriteError'));

/** The problem, for an operator: where no server is usable, the last known state of each. */
export function databaseTrouble(error: unknown): string {
  if (!(error instanceof mongo.MongoServerSelectionError)) return messageOf(error);
  const servers = [...(error.reason?.servers.values() ?? [])].map(
    ({ address, type, error: trouble }) => `${address}: ${trouble === null ? type : messageOf(trouble)}`,
  );
  return servers.length === 0 ? error.message : `no server is available (${servers.join('; ')})`;
}
