/** Jobs fail and recover under rules, with a receiver that counts; executors are killed and stand still meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { freeze } from '#testing/freeze.js';
import { until } from '#testing/until.js';
import { RuledJobs } from '../../integration/executor/support/ruled-jobs.js';
import {
  FREEZE_MS,
  LIMIT_MS,
  TEST_LIMIT_MS,
  TURNS_MS,
  WatchOfThisFile,
} from '../../integration/executor/support/watch-world.js';

const here = new WatchOfThisFile();
const { stepsOf, startExecutor } = here;
const { job, rule, fail, succeed } = new RuledJobs(here.mongo);

test(
  'even if executors die or stand still for longer than their lease, each incident is notified once, and its end once',
  async () => {
    const ids = Array.from({ length: 24 }, (_, i) => `many-${i}`);
    for (const id of ids) {
      await job(id, id);
      await rule(id, { type: 'failed' });
    }
    const half = ids.length / 2;
    await Promise.all(ids.slice(0, half).map(fail));
    const frozen = await freeze(() => [here.executors[0]!.pid]);
    await Promise.all(ids.slice(half).map(fail));
    await delay(FREEZE_MS);
    frozen.thaw();
    await until('some to be notified', () => ids.filter((id) => stepsOf(id).length > 0).length >= half / 2, LIMIT_MS);
    await here.executors[1]!.kill();
    here.executors[1] = await startExecutor();
    await until('each to be notified', () => ids.every((id) => stepsOf(id).length > 0), LIMIT_MS);
    await Promise.all(ids.map(succeed));
    const again = await freeze(() => [here.executors[1]!.pid]);
    await delay(FREEZE_MS);
    again.thaw();
    await until('each end to be notified', () => ids.every((id) => stepsOf(id).length > 1), LIMIT_MS);
    await delay(TURNS_MS);
    expect(ids.map((id) => stepsOf(id).toSorted())).toEqual(ids.map(() => ['opened', 'resolved']));
  },
  TEST_LIMIT_MS,
);
