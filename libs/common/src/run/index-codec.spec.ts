import { INDEX_CHUNK_SIZE } from '../domain/limits.js';
import { IndexChunk } from './index-chunk.js';
import { decodeChunk, encodeChunk } from './index-codec.js';

function aChunk(): IndexChunk {
  const chunk = new IndexChunk(100);
  chunk.resize(100);
  chunk.set('succeeded', 0);
  chunk.set('failed', 99);
  chunk.attempts[5] = 70_000;
  chunk.failures[5] = 3;
  chunk.wait(5, 1_800_000_000_123);
  chunk.wait(6, Infinity);
  return chunk;
}

test('a chunk is read as it was written, including due times beyond 32 bits and "never"', () => {
  const read = decodeChunk(encodeChunk(aChunk()));
  read.recount(100);
  expect([0, 99, 5, 6, 7].map((at) => read.stateOf(at))).toEqual(['succeeded', 'failed', 'waiting', 'waiting', 'free']);
  expect([read.attempts[5], read.failures[5], read.due?.[5], read.due?.[6]]).toEqual([
    ...[70_000, 3],
    ...[1_800_000_000_123, Infinity],
  ]);
});

test('live indexes are not written: the run lists them', () => {
  const chunk = aChunk();
  chunk.set('live', 7);
  expect(encodeChunk(chunk)).toEqual(encodeChunk(aChunk()));
});

test('a full chunk stays within the documented size however its indexes alternate', () => {
  const chunk = new IndexChunk(INDEX_CHUNK_SIZE);
  chunk.resize(INDEX_CHUNK_SIZE);
  for (let at = 0; at < INDEX_CHUNK_SIZE; at++) {
    chunk.set(at % 2 === 0 ? 'succeeded' : 'failed', at);
    chunk.attempts[at] = 1 + (at % 200);
    chunk.failures[at] = at % 200;
  }
  expect(encodeChunk(chunk).length).toBeLessThanOrEqual(9.3 * 1024);
});

test.each([
  ['of another version', (bytes: Uint8Array) => bytes.with(0, 9), /version 9/],
  ['that were cut', (bytes: Uint8Array) => bytes.slice(0, -1), /ends too early/],
])('bytes %s are refused', (_what, change, message) => {
  expect(() => decodeChunk(change(encodeChunk(aChunk())))).toThrow(message);
});
