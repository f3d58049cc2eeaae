import { MAX_SEARCH_MS } from '../domain/limits.js';
import { ErrorGroupsStore } from './error-groups.store.js';
import type { Mongo } from './mongo.js';

interface Sent {
  readonly filter: object;
  readonly maxTimeMS: unknown;
}

/** The reads that a search for the text sends to the database. */
async function readsFor(says: string): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const find = (filter: object, { maxTimeMS }: { maxTimeMS?: unknown }): object => {
    sent.push({ filter, maxTimeMS });
    const cursor = { map: () => cursor, toArray: () => Promise.resolve([]) };
    return cursor;
  };
  const store = new ErrorGroupsStore({ collection: () => ({ find }) } as unknown as Mongo);
  await store.list({ tenants: ['acme'], order: 'lastSeen', says, keep: () => true }, null, 10);
  return sent;
}

const patternsIn = (value: unknown): string[] =>
  value instanceof RegExp
    ? [value.source]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(patternsIn)
      : [];

test.each([
  ['éaéaéaéaéb', 'a'],
  ['Zugriff auf /größe.txt verweigert', 'e.txt verweigert'.replace('.', String.raw`\.`)],
  ['a*(b+)', String.raw`a\*\(b\+\)`],
])('the database compares a literal part of the text %s, whatever the text is', async (text, part) => {
  const patterns = (await readsFor(text)).flatMap(({ filter }) => patternsIn(filter));
  expect(new Set(patterns)).toEqual(new Set([part]));
});

test('for a text without ASCII the database compares nothing', async () => {
  const reads = await readsFor('größe'.replaceAll(/[ -~]/g, ''));
  expect(reads.flatMap(({ filter }) => patternsIn(filter))).toEqual([]);
});

test('the time of the database for a search is limited', async () => {
  for (const { maxTimeMS } of await readsFor('timeout')) expect(maxTimeMS).toBe(MAX_SEARCH_MS);
});
