import { HandClock } from '#testing/hand-clock.js';
import { Calm } from './calm.js';

const MINUTE = 60_000;

test('a service is at rest once nothing has happened for a minute, and only while it would be notified of events', () => {
  const clock = new HandClock();
  let hears = true;
  const calm = new Calm(clock, () => hears);
  clock.pass(MINUTE - 1);
  expect(calm.isCalm).toBe(false);
  clock.pass(1);
  expect(calm.isCalm).toBe(true);
  hears = false;
  expect(calm.isCalm).toBe(false);
  hears = true;
  calm.end();
  expect(calm.isCalm).toBe(false);
});

test('the end of a rest is reported once, also if its cause is the loss of notifications', () => {
  const clock = new HandClock();
  let hears = true;
  const calm = new Calm(clock, () => hears);
  let endings = 0;
  const stop = calm.onEnd(() => endings++);
  calm.end();
  expect(endings).toBe(0);
  clock.pass(MINUTE);
  hears = false;
  calm.end();
  calm.end();
  expect(endings).toBe(1);
  stop();
  clock.pass(MINUTE);
  calm.end();
  expect(endings).toBe(1);
});
