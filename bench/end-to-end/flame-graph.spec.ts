import { flameGraph, sharesOf, type CpuProfile } from './flame-graph.js';

const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
});
const profile: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 3, 5]),
    node(2, '(idle)', ''),
    node(3, 'decide<T>', 'file:///x/dist/apps/executor/src/run/reconcile.js', [4]),
    node(4, 'serialize', 'file:///x/node_modules/bson/lib/bson.mjs'),
    node(5, 'write', 'node:net'),
  ],
  samples: [2, 3, 4, 5, 4],
  timeDeltas: [1_000, 10, 20, 50, 20],
};

test('a frame is as wide as its share of the time that was not idle, above its caller', () => {
  const svg = flameGraph(profile, 'a & b');
  const frames = [...svg.matchAll(/x="([\d.]+)" y="(\d+)" width="([\d.]+)".*?<title>(.*?)<\/title>/g)];
  expect(frames.map(([, x, y, width, name]) => [name, Number(x), Number(y), Number(width)])).toEqual([
    ['all: 100.0 %', 0, 16, 1_200],
    ['decide&lt;T&gt; reconcile.js: 50.0 %', 0, 32, 600],
    ['serialize bson: 40.0 %', 0, 48, 480],
    ['write node:net: 50.0 %', 600, 32, 600],
  ]);
  expect(svg).toContain('a &amp; b');
});

test('shares are of the working time, by packages, modules of Node, and our folders', () => {
  expect(sharesOf(profile)).toEqual({ node: 50, bson: 40, 'executor/run': 10 });
});
