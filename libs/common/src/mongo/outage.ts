import { mongo } from 'mongoose';

/** True when an operation failed because the database could not be reached or did not answer in time. */
export const isDatabaseOutage = (error: unknown): boolean =>
  error instanceof mongo.MongoNetworkError ||
  error instanceof mongo.MongoServerSelectionError ||
  error instanceof mongo.MongoNotConnectedError ||
  (error instanceof mongo.MongoServerError && error.hasErrorLabel('RetryableWriteError'));
