import { SweepLoops } from './sweep-loops.js';

test('all loops start, and they are stopped once the slowest has stopped', async () => {
  const log: string[] = [];
  let end: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (end = resolve));
  const loopOf = (name: string, stopped: Promise<void>) => ({
    start: () => void log.push(`${name} starts`),
    stop: () => (log.push(`${name} stops`), stopped),
  });
  const loops = new SweepLoops([loopOf('slow', slow), loopOf('quick', Promise.resolve())]);
  loops.start();
  const stopping = loops.stop().then(() => log.push('all stopped'));
  await Promise.resolve();
  expect(log).toEqual(['slow starts', 'quick starts', 'slow stops', 'quick stops']);
  end();
  await stopping;
  expect(log.at(-1)).toBe('all stopped');
});
