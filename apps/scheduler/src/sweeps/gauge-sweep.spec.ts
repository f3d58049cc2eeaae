import { GaugeSweep } from './schedule-sweeps.js';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Each shard has as many schedules as its number. */
function gauge(failing: (question: number) => boolean = () => false) {
  const asked: (readonly number[])[] = [];
  const published: number[] = [];
  const countIn = (shards: readonly number[]): Promise<number> => {
    asked.push(shards);
    if (failing(asked.length)) return Promise.reject(new Error('no answer'));
    return Promise.resolve(shards.reduce((sum, shard) => sum + shard, 0));
  };
  const set = (value: number): void => {
    published.push(value);
  };
  const sweep = new GaugeSweep({ countIn }, { schedules: { set } as never });
  return { sweep, asked, published };
}

describe('the gauge of schedules', () => {
  it('is counted for eight shards at a time, and published after all shards', async () => {
    const { sweep, asked, published } = gauge();
    for (let turn = 0; turn < 4; turn++) await sweep.run(range(0, 12));
    expect(asked).toEqual([range(0, 8), range(8, 12), range(0, 8), range(8, 12)]);
    expect(published).toEqual([66, 66]);
  });

  it('counts a shard once after its query failed and was repeated', async () => {
    const { sweep, published } = gauge((question) => question === 2);
    await sweep.run(range(0, 12));
    await expect(sweep.run(range(0, 12))).rejects.toThrow('no answer');
    await sweep.run(range(0, 12));
    expect(published).toEqual([66]);
  });

  it('starts again when the shards change', async () => {
    const { sweep, published } = gauge();
    await sweep.run(range(0, 12));
    await sweep.run(range(0, 9));
    expect(published).toEqual([]);
    await sweep.run(range(0, 9));
    expect(published).toEqual([36]);
  });
});
