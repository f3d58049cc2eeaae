import { pino } from 'pino';
import { Housekeeping } from './housekeeping.js';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const log = pino({ level: 'silent' });

test('a task never runs twice at once, a failure prevents no later run, and a stop waits for the task under way', async () => {
  const ends: ((error?: Error) => void)[] = [];
  const chore = {
    name: 'chore',
    cron: '* * * * *',
    run: () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
  };
  const housekeeping = new Housekeeping([chore], { log, random: () => 0 });
  housekeeping.begin(chore);
  housekeeping.begin(chore);
  await settled();
  expect(ends).toHaveLength(1);
  ends[0]?.(new Error('as planned'));
  await settled();
  housekeeping.begin(chore);
  await settled();
  expect(ends).toHaveLength(2);
  let isStopped = false;
  const stopped = housekeeping.stop().then(() => (isStopped = true));
  await settled();
  expect(isStopped).toBe(false);
  ends[1]?.();
  await stopped;
});

test('a task that has not begun when the service stops does not begin', async () => {
  let runs = 0;
  const chore = { name: 'chore', cron: '* * * * *', run: () => Promise.resolve(runs++).then(() => undefined) };
  const housekeeping = new Housekeeping([chore], { log, random: () => 1 });
  housekeeping.start();
  housekeeping.begin(chore);
  await housekeeping.stop();
  expect(runs).toBe(0);
});

test('an invalid expression is reported at the start', () => {
  const chore = { name: 'chore', cron: 'now and then', run: () => Promise.resolve() };
  expect(() => {
    new Housekeeping([chore], { log }).start();
  }).toThrow();
});
