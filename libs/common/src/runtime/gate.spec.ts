import fc from 'fast-check';
import { Gate, type Lane, Refused } from './gate.js';

interface Held {
  readonly lane: Lane;
  end: () => void;
}

/** A gate whose work ends, and whose time passes, when the test says so. */
function gateOf(limit: number, maxWaiting = 100, maxWaitMs = 1_000) {
  const state = { now: 0, held: [] as Held[] };
  const gate = new Gate({
    resource: 'the test',
    limit: () => limit,
    maxWaiting,
    maxWaitMs,
    monotonic: () => state.now,
  });
  const ask = (lane: Lane, deadline?: number): Promise<void> =>
    gate.run(lane, () => new Promise<void>((end) => state.held.push({ lane, end })), deadline);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const endOne = async (): Promise<void> => {
    state.held.shift()?.end();
    await turn();
  };
  return { gate, state, ask, turn, endOne };
}

const outcomeOf = (asked: Promise<void>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: unknown) => error,
  );

test('no more than the limit is under way, and waiting work begins in order', async () => {
  const { gate, state, ask, turn, endOne } = gateOf(4);
  const asked = Array.from({ length: 10 }, () => ask('normal'));
  await turn();
  // One place is kept for urgent work.
  expect(state.held).toHaveLength(3);
  const urgent = ask('urgent');
  await turn();
  expect(gate.counts).toMatchObject({ underWay: 4, waiting: { normal: 7, urgent: 0 } });
  while (state.held.length > 0) await endOne();
  await Promise.all([...asked, urgent]);
  expect(gate.counts).toMatchObject({ underWay: 0, waiting: { normal: 0 } });
});

test('work that cannot wait is refused at once, and the error says when to try again', async () => {
  const { state, ask, turn, endOne } = gateOf(1, 2);
  const asked = [ask('normal'), ask('normal'), ask('normal')];
  await turn();
  await expect(ask('normal')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 15 });
  await expect(ask('normal')).rejects.toBeInstanceOf(Refused);
  while (state.held.length > 0) await endOne();
  await Promise.all(asked);
});

test('the work of a caller that has given up does not begin', async () => {
  const { state, ask, turn, endOne } = gateOf(1);
  const first = ask('normal');
  const late = outcomeOf(ask('normal', 50));
  const patient = ask('normal', 5_000);
  state.now = 60;
  await endOne();
  await turn();
  expect(await late).toBeInstanceOf(Refused);
  expect(state.held).toHaveLength(1);
  await endOne();
  await Promise.all([first, patient]);
});

test('a caller that waits too long is refused, even while nothing ends', async () => {
  const { state, ask } = gateOf(1);
  const stuck = ask('normal');
  const late = outcomeOf(ask('normal'));
  state.now = 1_001;
  expect(await late).toBeInstanceOf(Refused);
  state.held[0]?.end();
  await stuck;
});

test('for any work in any lanes the limit holds, bulk work keeps to its part, nothing is lost and nothing starves', async () => {
  const steps = fc.array(fc.oneof(fc.constantFrom<Lane>('urgent', 'normal', 'bulk'), fc.constant('end' as const)), {
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), steps, async (limit, all) => {
      const { gate, state, ask, turn, endOne } = gateOf(limit, 1_000);
      const asked: Promise<void>[] = [];
      const bound = (): void => {
        expect(state.held.length).toBeLessThanOrEqual(limit);
        const bulk = state.held.filter(({ lane }) => lane === 'bulk').length;
        expect(bulk).toBeLessThanOrEqual(Math.max(1, Math.floor(limit / 4)));
        expect(gate.counts.underWay).toBe(state.held.length);
      };
      for (const step of all) {
        if (step === 'end') await endOne();
        else asked.push(ask(step));
        bound();
      }
      await turn();
      for (let rest = asked.length; rest > 0 && state.held.length > 0; rest--) {
        await endOne();
        bound();
      }
      await Promise.all(asked);
    }),
  );
});

test('bulk work continues beside an endless stream of urgent work', async () => {
  const { state, ask, turn } = gateOf(2);
  const done = { bulk: false };
  const feed = [ask('urgent'), ask('urgent'), ask('urgent')];
  const bulk = ask('bulk').then(() => {
    done.bulk = true;
  });
  for (let i = 0; i < 100; i++) {
    state.held.shift()?.end();
    feed.push(ask('urgent'));
    await turn();
  }
  expect(done).toEqual({ bulk: true });
  while (state.held.length > 0) {
    state.held.shift()?.end();
    await turn();
  }
  await Promise.all([...feed, bulk]);
});
