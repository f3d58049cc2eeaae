import { aPlan, aRun, aTask, aTurn } from '#testing/builders/run-builder.js';
import { reconcile } from './reconcile.js';

const tasks = ['none', 'low', 'high', 'constructor', 'system'].map((name, position) =>
  aTask({
    name,
    position,
    priorityClassName: name === 'none' ? null : name === 'system' ? 'system-node-critical' : name,
  }),
);
const plan = aPlan({ tasks });
const order = (priorities: Record<string, number>): string[] =>
  reconcile(aRun(plan), [], aTurn(plan, { priorities })).next.live.map(({ task }) => task);

test('V39: tasks of higher priority begin first; classes that the service was not told of count 0', () => {
  expect(order({})).toEqual(['system', 'none', 'low', 'high', 'constructor']);
  expect(order({ high: 1_000, low: -5 })).toEqual(['system', 'high', 'none', 'constructor', 'low']);
});
