/** Documents of a newer version of a service, which this version does not change (`domain/stored-form.ts`). */
import { isNewer, NEWEST_FORM, type FormStamp } from '../domain/stored-form.js';
import { AppError } from '../errors/app-error.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import type { Mongo } from './mongo.js';

const MAX_COUNTED = 1_000;
const STAMPED = ['runs', 'schedules'] as const;

/** How many each collection has, a thousand at most: there are few during an upgrade, and none otherwise. */
export async function countNewer(mongo: Mongo): Promise<Readonly<Record<(typeof STAMPED)[number], number>>> {
  const count = (name: (typeof STAMPED)[number]): Promise<number> => {
    const documents: DocumentCollection<StoredDocument & FormStamp> = mongo.collection(name);
    return documents.countDocuments({ formed: true, form: { $gt: NEWEST_FORM } }, { limit: MAX_COUNTED });
  };
  const [runs, schedules] = await Promise.all(STAMPED.map(count));
  return { runs: runs ?? 0, schedules: schedules ?? 0 };
}

/** Throws UNAVAILABLE, so that the caller tries again, and finds a replica that has been upgraded. */
export function refuseNewer(document: FormStamp, what: string): void {
  if (isNewer(document)) throw new AppError('UNAVAILABLE', `${what} was written by a newer version of Carillon`);
}
