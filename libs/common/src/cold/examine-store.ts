import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock/clock.js';
import { messageOf } from '../errors/app-error.js';
import type { S3ObjectStore } from './object-store.js';

/** The result of the check of the cold store. */
export interface StoreFound {
  /** The problem; null where it can store, return and remove objects. */
  readonly trouble: string | null;
  /** The difference of its clock, to the second: it refuses requests that are signed at another time. Null where it is unknown. */
  readonly skewMs: number | null;
}

const PROBE_BYTES = 64;

/** Stores a small object, reads it and removes it again. Never throws. */
export async function examineStore(
  store: Pick<S3ObjectStore, 'put' | 'get' | 'remove' | 'time'>,
  prefix: string,
  clock: Pick<Clock, 'now'>,
): Promise<StoreFound> {
  const key = `${prefix}/doctor-${randomBytes(8).toString('hex')}`;
  const bytes = randomBytes(PROBE_BYTES);
  try {
    await store.put(key, bytes);
    const read = await store.get(key, { offset: 1, length: PROBE_BYTES - 1 });
    const time = await store.time(key);
    await store.remove(key);
    const isSame = read !== null && bytes.subarray(1).equals(read);
    return {
      trouble: isSame ? null : 'the archive does not return an object as it was stored',
      skewMs: time === null ? null : Math.round((time - clock.now()) / 1_000) * 1_000,
    };
  } catch (error) {
    return { trouble: messageOf(error), skewMs: null };
  }
}
