/** All content of the database, as text, for tests that search for what must not be stored. Lines of logs are compressed in it. */
import { COLLECTION_NAMES } from '#common/mongo/collections.js';
import type { Mongo } from '#common/mongo/mongo.js';

export async function storedTexts(mongo: Mongo): Promise<string> {
  const all = await Promise.all(
    COLLECTION_NAMES.map(async (name) =>
      JSON.stringify(
        await mongo
          .collection(name)
          .find({ _id: { $gt: '' } }, { sort: { _id: 1 } })
          .toArray(),
      ),
    ),
  );
  return all.join('\n');
}
