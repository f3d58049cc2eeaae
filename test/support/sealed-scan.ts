/**
 * Looks through everything that the tests have stored for sealed values in fields of which `SEALED_FIELDS` does not know: those
 * would be left under their old key when keys change.
 */
import { MongoClient, type Db } from 'mongodb';
import { sealedTextsIn } from '#common/domain/sealed-text.js';
import { COLLECTION_NAMES, type CollectionName } from '#common/mongo/collections.js';
import { SEALED_FIELDS } from '#common/mongo/sealed-values.store.js';

/** A line for each place that is not known, in the databases whose names begin so. */
export async function unknownSealedFields(uri: string, prefix: string): Promise<string[]> {
  const client = await MongoClient.connect(uri);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const unknown = new Set<string>();
    for (const { name } of databases.filter((each) => each.name.startsWith(prefix)))
      for (const collection of COLLECTION_NAMES) await scan(client.db(name), collection, unknown);
    return [...unknown].sort();
  } finally {
    await client.close();
  }
}

async function scan(db: Db, name: CollectionName, unknown: Set<string>): Promise<void> {
  const known = SEALED_FIELDS[name]?.fields ?? [];
  for await (const document of db.collection(name).find()) {
    const isKnown = (path: string): boolean => known.some((field) => path === field || path.startsWith(`${field}.`));
    for (const path of pathsOf(document))
      if (!isKnown(path)) unknown.add(`${name}: ${path.replaceAll(/\.\d+/g, '.*')}`);
  }
}

/** Where sealed texts lie. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return sealedTextsIn(value).length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => pathsOf(each, path === '' ? name : `${path}.${name}`));
}
