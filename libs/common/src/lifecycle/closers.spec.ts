import { pino } from 'pino';
import { parseJson } from '../domain/parse-json.js';
import { Closers } from './closers.js';

/** Closers, what they have logged, and a clock that each may move. */
function closers() {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const time = { now: 0 };
  return { time, closers: new Closers(log, () => time.now), logged: () => lines.map((line) => parseJson(line)) };
}

test('what was opened last is closed first, and a failed close prevents no other', async () => {
  const { closers: all, logged } = closers();
  const closed: string[] = [];
  all.add('database', () => {
    closed.push('database');
  });
  all.add('nats', () => Promise.reject(new Error('as planned')));
  all.add('loops', async () => {
    await Promise.resolve();
    closed.push('loops');
  });
  await all.closeAll();
  expect(closed).toEqual(['loops', 'database']);
  expect(logged()).toMatchObject([
    { what: 'nats', error: 'as planned', msg: 'a part of the service could not be closed' },
    { msg: 'stopped' },
  ]);
});

test('when the process is stopped by force, what it waits for is reported; a slow close is logged', async () => {
  const { closers: all, time, logged } = closers();
  const seen: (string | null)[] = [];
  all.add('quick', () => {
    seen.push(all.waitsFor);
  });
  all.add('slow', () => {
    seen.push(all.waitsFor);
    time.now += 1_234;
  });
  expect(all.waitsFor).toBeNull();
  await all.closeAll();
  expect([...seen, all.waitsFor]).toEqual(['slow', 'quick', null]);
  expect(logged()).toMatchObject([{ what: 'slow', tookMs: 1_234 }, { msg: 'stopped' }]);
});
