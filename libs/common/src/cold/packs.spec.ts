import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { ObjectStore } from './object-store.js';
import { PackReader, objectKey, type ColdPlace } from './pack-reader.js';
import { PackWriter } from './pack-writer.js';
import type { RunPart } from './pack-format.js';

const partOf = (kind: RunPart['kind'], first: number, document: unknown, last = first): RunPart => ({
  kind,
  first,
  last,
  text: JSON.stringify(document),
});
async function* each(parts: readonly RunPart[]): AsyncGenerator<RunPart, void, undefined> {
  for (const part of parts) yield await Promise.resolve(part);
}

/** A store in memory that records what was read. */
function aStore(): { objects: Map<string, Buffer>; ranges: string[]; get: ObjectStore['get'] } {
  const objects = new Map<string, Buffer>();
  const ranges: string[] = [];
  const get = (key: string, range?: { offset: number; length: number }): Promise<Buffer | null> => {
    ranges.push(`${key} ${range?.offset ?? 0}+${range?.length ?? 0}`);
    const bytes = objects.get(key);
    return Promise.resolve(bytes ? bytes.subarray(range?.offset, range && range.offset + range.length) : null);
  };
  return { objects, ranges, get };
}

async function written(
  runs: readonly (readonly RunPart[])[],
  sizes = { blockBytes: 300, objectBytes: 1_000 },
): Promise<{ store: ReturnType<typeof aStore>; places: ColdPlace[]; count: number }> {
  const store = aStore();
  const writer = new PackWriter((no, bytes) => {
    store.objects.set(objectKey('p', no), bytes);
    return Promise.resolve();
  }, sizes);
  const places: ColdPlace[] = [];
  for (const parts of runs) places.push({ ...(await writer.add(each(parts))), base: 'p' });
  return { store, places, count: await writer.close() };
}

async function read(reader: PackReader, place: ColdPlace, kind: RunPart['kind'], wanted = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { documents } of reader.read(place, kind, wanted)) found.push(...documents);
  return found;
}

test('each document of a run is read back in order, and only from that run, whatever the runs and their sizes', async () => {
  const parts = fc.array(fc.tuple(fc.constantFrom('chunk', 'event', 'attempt', 'log' as const), fc.string()), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 8 }), async (drawn) => {
      const runs = drawn.map((documents, run) => [
        partOf('run', 0, { run }),
        ...documents.map(([kind, text], i) => partOf(kind, i, { run, text })),
      ]);
      const { store, places } = await written(runs);
      const reader = new PackReader(store);
      for (const [run, place] of places.entries())
        for (const kind of ['run', 'chunk', 'event', 'attempt', 'log'] as const) {
          const wanted = runs[run]!.filter((part) => part.kind === kind).map(({ text }) => JSON.parse(text) as unknown);
          expect(await read(reader, place, kind)).toEqual(wanted);
        }
    }),
    { numRuns: worlds(60) },
  );
});

test('an object is a plain gzip file of JSON lines', async () => {
  const { store, count } = await written([[partOf('run', 0, { a: 1 })], [partOf('run', 0, { b: 2 })]]);
  expect(count).toBe(1);
  const text = gunzipSync(store.objects.get('p-0.ndjson.gz')!).toString();
  expect(text).toBe('{"kind":"run","document":{"a":1}}\n{"kind":"run","document":{"b":2}}\n');
});

test('of a large run only the blocks that may hold wanted documents are read, each once', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => partOf('log', i * 10, { i, text: 'x'.repeat(100) }, i * 10 + 5));
  const { store, places } = await written([[partOf('run', 0, {}), ...lines]]);
  const [place] = places;
  expect(place!.isTable).toBe(true);
  const reader = new PackReader(store);
  const newest = (await read(reader, place!, 'log', { since: 385 })) as { i: number }[];
  expect(newest.map(({ i }) => i)).toContain(39);
  expect(store.ranges.length).toBeLessThan(4);
  const asked = store.ranges.length;
  await read(reader, place!, 'log', { since: 385 });
  expect(store.ranges).toHaveLength(asked);
});

test('when documents are read backwards, each block states the latest end of all that follow it', async () => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    partOf('log', i, { i, text: 'x'.repeat(100) }, i === 3 ? 1_000 : i),
  );
  const { store, places } = await written([[partOf('run', 0, {}), ...lines]]);
  const ends: number[] = [];
  for await (const { endOfEarlier } of new PackReader(store).read(places[0]!, 'log', { newestFirst: true }))
    ends.push(endOfEarlier);
  expect(ends[0]).toBe(1_000);
  expect(ends.at(-1)).toBe(-Infinity);
});

test('a changed object and a missing object are different errors, and neither gives a document', async () => {
  const { store, places } = await written([[partOf('run', 0, { a: 1 })]]);
  const key = objectKey('p', 0);
  store.objects.set(key, Buffer.from(store.objects.get(key)!).fill(7, 12, 14));
  await expect(read(new PackReader(store), places[0]!, 'run')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  store.objects.delete(key);
  await expect(read(new PackReader(store), places[0]!, 'run')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
