/** Runs fail in large numbers; executors that count them in error groups are killed meanwhile. */
import { until } from '#testing/until.js';
import { FailuresOfThisFile, LIMIT_MS, TEST_LIMIT_MS } from '../../integration/executor/support/failure-world.js';

const here = new FailuresOfThisFile();
const { groupsOf, areAllCounted, failedRun, store, startExecutor } = here;

test(
  'very many failures are counted exactly once with few writes, while executors are killed',
  async () => {
    const waves = 6;
    const perWave = 400;
    for (let wave = 0; wave < waves; wave++) {
      const runs = Array.from({ length: perWave }, (_, i) => failedRun('storm', `order ${wave * perWave + i} is lost`));
      await store(runs);
      await until(
        'some of them to be counted',
        async () => ((await groupsOf('storm'))[0]?.count ?? 0) > wave * perWave,
        LIMIT_MS,
        5,
      );
      const killed = wave % 2;
      await here.services[killed]!.kill();
      here.services[killed] = await startExecutor();
    }
    await until('all of them to be counted', areAllCounted, LIMIT_MS);
    const groups = await groupsOf('storm');
    expect(groups).toMatchObject([{ count: waves * perWave, lines: ['order <n> is lost'] }]);
    expect(groups[0]!.hours.reduce((sum, { count }) => sum + count, 0)).toBe(waves * perWave);
    expect(groups[0]!.rev).toBeLessThan((waves * perWave) / 10);
  },
  TEST_LIMIT_MS,
);
