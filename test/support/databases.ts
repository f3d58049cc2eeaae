/** The databases of one test run. Its server may be one that others use, too. */
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';

/** How their names begin. */
export const databasePrefix = (mark = process.env['CARILLON_TEST_MARK'] ?? ''): string =>
  `carillon_test_${mark.slice(0, 8)}_`;

/** A name that no other test uses. */
export const freshDatabase = (): string => `${databasePrefix()}${randomBytes(6).toString('hex')}`;

/** The address of a fresh database on the server of `uri`. */
export function withFreshDatabase(uri: string): string {
  const url = new URL(uri);
  url.pathname = `/${freshDatabase()}`;
  return url.toString();
}

export async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((each) => each.name.startsWith(prefix)))
      await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
