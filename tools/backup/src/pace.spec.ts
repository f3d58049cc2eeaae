import { Pace } from './pace.js';

test('who is faster than allowed waits, and unused time is not saved up', async () => {
  let now = 1_000;
  const waits: number[] = [];
  const pace = new Pace(
    100,
    () => now,
    (ms) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  );
  await pace.spend(50);
  now += 200;
  await pace.spend(10);
  now += 60_000;
  await pace.spend(100);
  await pace.spend(100);
  expect(waits).toEqual([500, 100, 1_000, 1_000]);
});
