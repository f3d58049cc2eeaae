import { withinReach, type Measured } from './measure.js';
import { ratiosOf, tableOf } from './table.js';

const waits = { p50: 1, p99: 2 } as Measured['oneByOne']['addedToPostMs'];
const cost = (own: number, database: number): Measured['atOnce']['processorMsPerJob'] => ({
  own,
  database,
  bench: 0,
  byProgram: {},
});
const measured = (system: string, endedPerSecond: number, own: number, database: number): Measured => ({
  system,
  version: '1',
  database: 'd',
  atOnce: { asked: 5, addedPerSecond: 1, ended: 5, endedPerSecond, processorMsPerJob: cost(own, database) },
  oneByOne: { ended: 1, addedToPostMs: waits, processorMsPerJob: cost(1, 1) },
  eachSecond: { ended: 1, dueToPostMs: waits, processorMsPerJob: cost(1, 1) },
});

test('rates and costs are given as multiples of pg-boss in the same run', () => {
  const systems = [measured('carillon', 200, 3, 2), measured('pg-boss', 4_000, 0.15, 0.1)];
  expect(ratiosOf(systems)).toEqual({
    carillon: { endedPerSecond: 0.05, own: 12, whole: 20 },
    'pg-boss': { endedPerSecond: 1, own: 0.6, whole: 1 },
  });
  expect(tableOf(systems)).toContain('| 0.05 | 12 | 20 |');
  expect(tableOf(systems.slice(0, 1))).toContain('| – | – | – |');
});

test('a system that is slow on the machine gets as many jobs as it can end in its time; a fast one gets all', () => {
  const load = { jobs: 5_000, perSecond: 100, seconds: 15, limitSeconds: 60 };
  expect(withinReach(load, 4_000)).toEqual(load);
  expect(withinReach(load, 20)).toEqual({ ...load, jobs: 600, perSecond: 10 });
  expect(withinReach(load, 0.01)).toEqual({ ...load, jobs: 1, perSecond: 1 });
});
