/** Monitors go down and recover, with a receiver that counts; executors are killed and stand still meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { freeze } from '#testing/freeze.js';
import { until } from '#testing/until.js';
import { PingedMonitors } from '../../integration/executor/support/pinged-monitors.js';
import { FREEZE_MS, LIMIT_MS, TEST_LIMIT_MS, WatchOfThisFile } from '../../integration/executor/support/watch-world.js';

const MANY = 30;

const here = new WatchOfThisFile();
const { stepsOf, startExecutor } = here;
const { monitor, ping } = new PingedMonitors(here.mongo);

test(
  'even if executors die or stand still for longer than their lease, each incident is notified once, and its end once',
  async () => {
    const all = await Promise.all(Array.from({ length: MANY }, async (_, i) => monitor(`many-${i}`)));
    const some = all.slice(0, MANY / 2);
    await Promise.all(some.map(async (each) => ping(each, 'fail')));
    const frozen = await freeze(() => [here.executors[0]!.pid]);
    await Promise.all(all.slice(MANY / 2).map(async (each) => ping(each, 'fail')));
    await delay(FREEZE_MS);
    frozen.thaw();
    await Promise.all(some.map(async (each) => ping(each, 'success')));
    await here.executors[1]!.kill();
    here.executors[1] = await startExecutor();
    await Promise.all(all.slice(MANY / 2).map(async (each) => ping(each, 'success')));
    const complete = (): boolean => all.every(({ id }) => stepsOf(id).length >= 2);
    await until('every incident to be notified, and its end', complete, LIMIT_MS);
    await delay(3_000);
    expect(all.map(({ id }) => stepsOf(id).toSorted())).toEqual(all.map(() => ['opened', 'resolved']));
  },
  TEST_LIMIT_MS,
);
