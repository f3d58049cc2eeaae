import { bitsOf, eachRun, IndexChunk } from './index-chunk.js';

function chunkOf(size: number): IndexChunk {
  const chunk = new IndexChunk(size);
  chunk.resize(size);
  return chunk;
}

test('the lowest free index is found across words, also after a lower index became free again', () => {
  const chunk = chunkOf(70);
  for (let at = 0; at < 66; at++) chunk.set('succeeded', at);
  expect([chunk.firstFree(), chunk.firstFree(67), chunk.free]).toEqual([66, 67, 4]);
  chunk.clear('succeeded', 3);
  expect([chunk.firstFree(), chunk.firstFree(4), chunk.free]).toEqual([3, 66, 5]);
  for (const at of [3, 66, 67, 68, 69]) chunk.set('live', at);
  expect([chunk.firstFree(), chunk.free]).toEqual([-1, 0]);
});

test('a waiting index is free from its due time on, not before', () => {
  const chunk = chunkOf(40);
  chunk.wait(35, 2_000);
  chunk.wait(2, 1_000);
  chunk.promote(999);
  expect([chunk.stateOf(2), chunk.earliestDue]).toEqual(['waiting', 1_000]);
  chunk.promote(1_000);
  expect([chunk.stateOf(2), chunk.stateOf(35), chunk.earliestDue]).toEqual(['free', 'waiting', 2_000]);
});

test('an index that was cut off and added back begins again, but keeps the number of its attempts', () => {
  const chunk = chunkOf(4);
  chunk.set('succeeded', 3);
  chunk.attempts[3] = 7;
  chunk.resize(2);
  expect([chunk.counts.succeeded, chunk.free]).toEqual([0, 2]);
  chunk.resize(4);
  expect([chunk.stateOf(3), chunk.attempts[3], chunk.free]).toEqual(['free', 7, 4]);
});

test('a copy shares nothing with its original', () => {
  const chunk = chunkOf(4);
  chunk.wait(1, 500);
  const copy = chunk.copy(8);
  copy.promote(500);
  copy.addFailure(0);
  expect([chunk.stateOf(1), chunk.counts.failures, copy.stateOf(1), copy.counts.failures]).toEqual([
    ...['waiting', 0],
    ...['free', 1],
  ]);
});

test('single bits and ranges of set bits give the same indexes, up to the limit', () => {
  const bitmap = Uint32Array.of(0x80000001, 0xffffffff, 0b1);
  const runs: [number, number][] = [];
  eachRun(bitmap, 70, (first, last) => runs.push([first, last]));
  expect(runs).toEqual([
    [0, 0],
    [31, 64],
  ]);
  expect([...bitsOf(bitmap, 33)]).toEqual([0, 31, 32]);
});
