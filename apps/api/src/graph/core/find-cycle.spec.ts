import { findCycle } from './find-cycle.js';

const graph = (edges: Readonly<Record<string, readonly string[]>>) => (jobs: readonly string[]) =>
  Promise.resolve(new Map(jobs.map((job) => [job, edges[job] ?? []])));

it('the search returns the cycle in which a job would run after itself, in the order of running', async () => {
  const edges = graph({ report: ['load', 'check'], check: ['load'], load: ['fetch'] });
  expect(await findCycle('fetch', ['report'], edges, 100)).toEqual(['fetch', 'load', 'report', 'fetch']);
  expect(await findCycle('fetch', ['check'], edges, 100)).toEqual(['fetch', 'load', 'check', 'fetch']);
  expect(await findCycle('a', ['a'], edges, 100)).toEqual(['a', 'a']);
});

it('the search finds no cycle in a diamond, and ends when a cycle already exists', async () => {
  const diamond = graph({ end: ['left', 'right'], left: ['begin'], right: ['begin'] });
  expect(await findCycle('last', ['end', 'begin'], diamond, 100)).toBeNull();
  expect(await findCycle('last', ['x'], graph({ x: ['y'], y: ['x'] }), 100)).toBeNull();
});

it('the search reads no more jobs than the limit allows', async () => {
  const endless = (jobs: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> =>
    Promise.resolve(new Map(jobs.map((job) => [job, [`${job}'`]])));
  expect(await findCycle('a', ['b'], endless, 50)).toBe('tooLarge');
});
