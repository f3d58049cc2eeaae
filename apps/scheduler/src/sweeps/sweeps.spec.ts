import { createLogger } from '#common/logging/logger.js';
import { HandClock } from '#testing/hand-clock.js';
import { someShards } from '#testing/shards.js';
import { Sweeps } from './sweeps.js';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a replica that gets shards after minutes without any sweeps them at its usual pace', async () => {
  const clock = new HandClock();
  const owned = someShards();
  const swept: number[][] = [];
  const sweep = {
    name: 'tests',
    everyMs: 60_000,
    run: (shards: readonly number[]) => Promise.resolve(swept.push([...shards])),
  };
  const sweeps = new Sweeps([sweep], { owned: () => owned }, { clock, log: createLogger('test', 'silent') });
  sweeps.start();
  for (let minutes = 0; minutes <= 3; minutes++) {
    clock.pass(minutes === 0 ? 0 : 60_000);
    await tick();
  }
  owned.add(7);
  clock.pass(60_000);
  await tick();
  expect(swept).toEqual([[7]]);
  await sweeps.stop();
});
