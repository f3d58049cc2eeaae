import { asRunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { RunLoader } from './run-loader.js';

const chunked = aRun(aPlan(), { tasks: [{ name: 'main', indexes: 9, chunks: ['v1'] } as never] });
const plain = aRun(aPlan());
const tables = new Map() as never;

function loaderOf(run: Run | null, chunksAfter = 0) {
  const world = { runs: 0, chunks: 0 };
  const loader = new RunLoader(
    { get: () => Promise.resolve(((world.runs += 1), run)) },
    { of: () => Promise.resolve((world.chunks += 1) > chunksAfter ? new Map() : null) },
  );
  return { loader, world };
}

test('a run and its chunks are read again together if a chunk is missing, since a decision needs both', async () => {
  const { loader, world } = loaderOf(chunked, 2);
  expect((await loader.read(chunked.id))?.run).toBe(chunked);
  expect(world).toEqual({ runs: 3, chunks: 3 });
});

test('the loader gives up for now on a run that is replaced again and again', async () => {
  const { loader } = loaderOf(chunked, Infinity);
  await expect(loader.read(chunked.id)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a run without chunks needs one read, and a run that does not exist is null', async () => {
  const { loader, world } = loaderOf(plain);
  expect(await loader.read(plain.id)).toEqual({ run: plain, chunks: new Map(), tables: null });
  expect(world.chunks).toBe(0);
  expect(await loaderOf(null).loader.read(plain.id)).toBeNull();
});

test('a cached run is returned until it is forgotten or another replica owns it', () => {
  const { loader } = loaderOf(plain);
  loader.remember(plain, tables);
  expect(loader.peek(plain.id)).toEqual({ run: plain, chunks: null, tables });
  loader.keepOnly(({ id }) => id === asRunId('mine'));
  expect(loader.peek(plain.id)).toBeNull();
});

test('the cache keeps the last thousand ended runs, and never evicts others for them', () => {
  const { loader } = loaderOf(plain);
  loader.remember(plain, tables);
  const ended = Array.from({ length: 1_001 }, (_, no) =>
    aRun(aPlan(), { id: asRunId(`ended-${no}`), phase: 'Completed' }),
  );
  for (const run of ended) loader.remember(run, tables);
  expect(loader.peek(asRunId('ended-0'))).toBeNull();
  expect(loader.peek(asRunId('ended-1'))?.run).toBe(ended[1]);
  expect(loader.peek(plain.id)?.run).toBe(plain);
  loader.remember({ ...plain, phase: 'Completed' }, tables);
  expect(loader.peek(plain.id)?.run.phase).toBe('Completed');
});

test('a run that is needed soon is kept with its chunks', () => {
  const { loader } = loaderOf(chunked);
  const loaded = { run: chunked, chunks: new Map(), tables: null };
  loader.keep(loaded);
  expect(loader.peek(chunked.id)).toEqual(loaded);
});

test('a decision that was made meanwhile is newer than a run that is kept', () => {
  const { loader } = loaderOf(plain);
  const decided = { ...plain, rev: plain.rev + 1 };
  loader.remember(decided, tables);
  loader.keep({ run: plain, chunks: new Map(), tables: null });
  expect(loader.peek(plain.id)?.run).toBe(decided);
});
