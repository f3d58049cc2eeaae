import { TakeOver } from './take-over.js';

/** The recoveries, step by step, with these leases and losses of hosts. */
async function recovered(steps: readonly { readonly lease: number | null; readonly isHostLost?: boolean }[]) {
  const done: string[] = [];
  let lease: number | null = null;
  let isHostLost = false;
  const recovery = {
    step: () => Promise.resolve(void done.push('step')),
    startOver: () => void done.push('startOver'),
  };
  const takeOver = new TakeOver(recovery, { step: () => isHostLost }, () => lease);
  takeOver.begin();
  for (const each of steps) {
    [lease, isHostLost] = [each.lease, each.isHostLost ?? false];
    await takeOver.step();
  }
  return done;
}

test('the first lease and a time without a lease do not cause a complete recovery', async () => {
  expect(await recovered([{ lease: 1 }, { lease: 1 }, { lease: null }, { lease: 1 }])).toEqual(Array(4).fill('step'));
});

test('a new lease causes one complete recovery, since others may have had the shards meanwhile', async () => {
  expect(await recovered([{ lease: 1 }, { lease: null }, { lease: 2 }, { lease: 2 }])).toEqual([
    ...['step', 'step', 'startOver'],
    ...['step', 'step'],
  ]);
});

test('a lost host causes a complete recovery', async () => {
  expect(await recovered([{ lease: 1, isHostLost: true }, { lease: 1 }])).toEqual(['startOver', 'step', 'step']);
});
