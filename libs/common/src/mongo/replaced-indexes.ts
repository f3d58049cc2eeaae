/**
 * Removes indexes that others of the same key have replaced, one release after their replacement was built: replicas of the release before
 * may need them until the last of them has ended.
 */
import type { Logger } from '../logging/logger.js';
import { productVersion } from '../lifecycle/version.js';
import type { CollectionName } from './collections.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { isFirst } from './inserts.js';
import type { IndexPlan } from './index-plan.js';

const MARK = 'replaced/';
const MARKS = { _id: { $gte: MARK, $lt: 'replaced0' } };

interface Replaced extends StoredDocument {
  /** The version that has replaced it. */
  readonly version: string;
}

interface Indexed {
  indexPlans(): Promise<readonly (readonly [CollectionName, Pick<IndexPlan, 'replaced'>])[]>;
  dropIndex(collection: CollectionName, index: string): Promise<void>;
  collection<T extends StoredDocument>(name: CollectionName): DocumentCollection<T>;
}

/** Safe to repeat, and to be done by several processes at once. `version`: that of this process. */
export async function removeReplaced(database: Indexed, log: Logger, version = productVersion()): Promise<void> {
  const marks = database.collection<Replaced>('migrations');
  const plans = await database.indexPlans();
  const replaced = plans.flatMap(([collection, plan]) =>
    plan.replaced.map((index) => ({ _id: `${MARK}${collection}/${index}`, collection, index })),
  );
  const versions = new Map(
    await marks
      .find(MARKS)
      .map(({ _id, version: by }): [string, string] => [_id, by])
      .toArray(),
  );
  for (const { _id, collection, index } of replaced) {
    const by = versions.get(_id);
    if (by === undefined) {
      await isFirst(marks.insertOne({ _id, version }));
      log.info({ collection, index }, 'another index has replaced this one, which the next version will remove');
    } else if (by !== version) {
      await database.dropIndex(collection, index);
      log.info({ collection, index }, 'an index that another one had replaced was removed');
    }
  }
  // A mark that outlives its index would let a later index of this name go too early.
  const present = new Set(
    replaced.filter(({ _id }) => (versions.get(_id) ?? version) === version).map(({ _id }) => _id),
  );
  for (const _id of versions.keys()) if (!present.has(_id)) await marks.deleteOne({ _id });
}
