import { jest } from '@jest/globals';
import { LANES, RequestLimiter, type Lane } from './request-limiter.js';

const RATE = 10;
let sent: { readonly lane: Lane; readonly at: number }[];

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
});
afterEach(() => {
  jest.useRealTimers();
});

const aLimiter = (over: Partial<ConstructorParameters<typeof RequestLimiter>[0]> = {}): RequestLimiter =>
  new RequestLimiter(
    { requestsPerSecond: RATE, maxAtOnce: 64, maxWaiting: 1_000, startsAtOnce: () => 64, ...over },
    { monotonic: () => performance.now() },
  );
const ask = (limiter: RequestLimiter, lane: Lane, times = 1): Promise<unknown> =>
  Promise.all(
    Array.from({ length: times }, () =>
      limiter.run(lane, () => {
        sent.push({ lane, at: performance.now() });
        return Promise.resolve();
      }),
    ),
  );

test('all callers share one rate: a burst of at most one second’s worth, then the rate', async () => {
  const limiter = aLimiter();
  const begun = performance.now();
  const all = Promise.all(LANES.map((lane) => ask(limiter, lane, 15)));
  await jest.advanceTimersByTimeAsync(10_000);
  await all;
  expect(sent).toHaveLength(15 * LANES.length);
  for (const [i, { at }] of sent.entries())
    expect(i + 1).toBeLessThanOrEqual(RATE + ((at - begun) / 1_000) * RATE + 1e-6);
});

test('urgent requests go first, and every fourth place goes to the least urgent lane', async () => {
  const limiter = aLimiter({ requestsPerSecond: 0, maxAtOnce: 1 });
  await Promise.all([
    ask(limiter, 'read', 1),
    ask(limiter, 'cleanUp', 3),
    ask(limiter, 'start', 4),
    ask(limiter, 'stop', 2),
  ]);
  const lanes = sent.map(({ lane }) => lane);
  expect(lanes.slice(0, 3)).toEqual(['read', 'stop', 'stop']);
  expect(lanes.indexOf('cleanUp')).toBe(3);
  expect(lanes.slice(3)).toEqual(['cleanUp', 'start', 'start', 'start', 'cleanUp', 'start', 'cleanUp']);
});

test('a few reads pass quickly, however many pods are to be created and removed', async () => {
  const limiter = aLimiter({ requestsPerSecond: 0, maxAtOnce: 1 });
  await Promise.all([
    ask(limiter, 'start', 100),
    ask(limiter, 'cleanUp', 100),
    ask(limiter, 'read'),
    ask(limiter, 'finish'),
  ]);
  const lanes = sent.map(({ lane }) => lane);
  expect(lanes.indexOf('read')).toBeLessThan(12);
  expect(lanes.indexOf('finish')).toBeLessThan(12);
  expect(lanes.slice(12, 52).filter((lane) => lane === 'cleanUp')).toHaveLength(10);
});

test('no request is sent during the time for which the server has asked for none', async () => {
  const limiter = aLimiter();
  limiter.pause(2_000);
  const asked = ask(limiter, 'stop');
  await jest.advanceTimersByTimeAsync(1_900);
  expect(sent).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);
  await asked;
  expect(sent).toHaveLength(1);
});

test('the number of waiting requests is limited', async () => {
  const limiter = aLimiter({ requestsPerSecond: 0, maxAtOnce: 1, maxWaiting: 2 });
  let end = (): void => undefined;
  const first = limiter.run('start', () => new Promise<void>((resolve) => (end = resolve)));
  const two = ask(limiter, 'start', 2);
  expect(await limiter.run('stop', () => Promise.resolve('sent'))).toBeNull();
  end();
  await Promise.all([first, two]);
});

test('the number of concurrent starts is limited, and they delay no other requests', async () => {
  let allowed = 2;
  const limiter = aLimiter({ requestsPerSecond: 0, startsAtOnce: () => allowed });
  const ends: (() => void)[] = [];
  const begin = (lane: Lane): Promise<unknown> =>
    limiter.run(lane, () => {
      sent.push({ lane, at: performance.now() });
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const starts = Promise.all(Array.from({ length: 6 }, () => begin('start')));
  await jest.advanceTimersByTimeAsync(10_000);
  const lanes = (): readonly Lane[] => sent.map(({ lane }) => lane);
  expect(lanes()).toEqual(['start', 'start']);

  await ask(limiter, 'read');
  await ask(limiter, 'stop');
  expect(lanes()).toEqual(['start', 'start', 'read', 'stop']);

  ends.shift()?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(lanes().filter((lane) => lane === 'start')).toHaveLength(3);
  allowed = 4;
  ends.shift()?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(lanes().filter((lane) => lane === 'start')).toHaveLength(6);
  for (const end of ends) end();
  await starts;
});

test('a start that fails frees its place for the next', async () => {
  const limiter = aLimiter({ requestsPerSecond: 0, startsAtOnce: () => 1 });
  const failing = limiter.run('start', () => Promise.reject(new Error('refused')));
  const next = ask(limiter, 'start');
  await expect(failing).rejects.toThrow('refused');
  await next;
  expect(sent).toHaveLength(1);
});
