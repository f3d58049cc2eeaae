import { Readiness } from './readiness.js';

test('required dependencies decide readiness; optional ones are only reported as unavailable', async () => {
  const readiness = new Readiness();
  readiness.needs('database', () => null);
  readiness.uses('messages', () => 'not connected');
  expect(await readiness.report()).toEqual({
    ready: true,
    degraded: true,
    checks: { database: 'ok', messages: 'not connected' },
  });
  readiness.needs('database', () => {
    throw new Error('refused');
  });
  expect(await readiness.report()).toMatchObject({ ready: false, degraded: true, checks: { database: 'refused' } });
  readiness.needs('database', () => null);
  readiness.uses('messages', () => null);
  expect(await readiness.report()).toMatchObject({ ready: true, degraded: false });
});

test('a dependency that hangs delays no report, is checked once at a time, and keeps its last state for a while', async () => {
  const readiness = new Readiness();
  let asked = 0;
  let answer: (word: null) => void = () => undefined;
  readiness.needs('database', async () => {
    asked++;
    return asked === 1
      ? null
      : new Promise<null>((resolve) => {
          answer = resolve;
        });
  });
  expect(await readiness.report()).toMatchObject({ ready: true });
  expect(await Promise.all([readiness.report(), readiness.report()])).toMatchObject([{ ready: true }, { ready: true }]);
  expect(asked).toBe(2);
  answer(null);
  expect(await readiness.report()).toMatchObject({ ready: true });
  answer(null);
});

test('a dependency that has never answered counts as unavailable', async () => {
  const readiness = new Readiness();
  let answer: (word: null) => void = () => undefined;
  readiness.needs('database', () => new Promise((resolve) => (answer = resolve)));
  expect(await readiness.report()).toEqual({ ready: false, degraded: false, checks: { database: 'does not answer' } });
  answer(null);
});
