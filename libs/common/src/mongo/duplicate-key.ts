import { mongo } from 'mongoose';

const DUPLICATE_KEY = 11_000;

/** True when a write failed because its key exists. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;

/** The positions that failed when every failure of a bulk was an existing key; null for anything else. */
export function onlyDuplicateKeys(error: unknown): number[] | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null;
  const errors: mongo.WriteError[] = [error.writeErrors].flat();
  return errors.length > 0 && errors.every((each) => each.code === DUPLICATE_KEY)
    ? errors.map((each) => each.index)
    : null;
}
