import { systemClock } from '#common/clock/clock.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { aPlan, aRun, aSpec } from '#testing/builders/run-builder.js';
import { WholeParts } from '#testing/whole-parts.js';
import { RunStarts } from './run-starts.js';
import { StartQueue } from './start-queue.js';

const plan = aPlan();
const basis = { plan, spec: aSpec({ tenant: 'ibm', name: 'j', worker: 'w' }), tenant: null };
const limits = { maxActivePerEngine: { process: 3, webservice: null, kubernetes: null } };
const run = aRun(plan);
const live = (...states: LiveAttempt['state'][]): Run => ({
  ...run,
  live: states.map((state) => ({ state }) as LiveAttempt),
});

test('the start queue decides how many attempts may start, within the smallest limit', () => {
  const queue = new StartQueue(() => undefined, systemClock, new WholeParts(systemClock));
  const { capacity, demand, grant } = new RunStarts(queue, limits, () => true).of(run, basis).facts();
  expect([capacity, demand, grant({ most: 9, least: 1 })]).toEqual([3, null, 3]);
  queue.stop();
});

test('attempts that are saved as live use places, and ended ones do not', () => {
  const queue = new StartQueue(() => undefined, systemClock, new WholeParts(systemClock));
  const starts = new RunStarts(queue, limits, () => true).of(run, basis);
  starts.setUsage(live('started', 'stopping', 'ended'));
  expect(starts.facts().grant({ most: 9, least: 1 })).toBe(1);
  queue.stop();
});
