import { HandClock } from '#testing/hand-clock.js';
import { EndBacklog } from './end-backlog.js';

const MANY = 257;

/** A backlog in which so many attempts wait; `end` ends one of them. */
function backlogOf(waiting: number): { backlog: EndBacklog; clock: HandClock; end: () => Promise<void> } {
  const clock = new HandClock();
  const backlog = new EndBacklog(clock);
  const ends: { stop: () => void; ended: Promise<void> }[] = [];
  for (let i = 0; i < waiting; i++) {
    let stop = (): void => undefined;
    const ended = backlog.during(() => new Promise<void>((resolve) => (stop = resolve)));
    ends.push({ stop, ended });
  }
  const end = async (): Promise<void> => {
    const one = ends.pop();
    one?.stop();
    await one?.ended;
  };
  return { backlog, clock, end };
}

test('many ends that a collector works off are a backlog until enough have ended', async () => {
  const { backlog, end } = backlogOf(MANY);
  backlog.answered();
  expect(backlog.isWorkedOff).toBe(true);
  await end();
  expect(backlog.isWorkedOff).toBe(false);
});

test('a collector that has not answered, or not for a while, works nothing off', () => {
  const { backlog, clock } = backlogOf(MANY);
  expect(backlog.isWorkedOff).toBe(false);
  backlog.answered();
  clock.pass(2_000);
  expect(backlog.isWorkedOff).toBe(false);
});

test('an end whose work fails waits no more', async () => {
  const { backlog } = backlogOf(MANY - 1);
  await expect(backlog.during(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  backlog.answered();
  expect(backlog.isWorkedOff).toBe(false);
});
