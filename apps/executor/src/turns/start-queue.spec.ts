import { asRunId, type RunId } from '#common/domain/ids.js';
import { StartQueue, type StartLimit } from './start-queue.js';

const limits: readonly StartLimit[] = [{ key: 'engine/process', maxActive: 2, maxPerSecond: null }];
const [kept, moved, other] = [asRunId('kept'), asRunId('moved'), asRunId('other')];

test('a run that another replica has taken over holds no place and no turn here', () => {
  const woken: RunId[] = [];
  const queue = new StartQueue(
    (run) => woken.push(run),
    () => 0,
  );
  expect([queue.take(kept, limits, 1), queue.take(moved, limits, 3)]).toEqual([1, 1]);
  expect(queue.take(other, limits, 1)).toBe(0);
  queue.keepOnly((run) => run !== moved);
  expect(woken).toEqual([other]);
  expect(queue.take(other, limits, 2)).toBe(1);
  expect(queue.depth).toBe(1);
});
