import { retryOnConflict } from './retry-on-conflict.js';

test('after each lost race the operation is tried again, and the first result ends the attempts', async () => {
  const answers = [null, null, 'saved', 'never asked for'];
  let attempts = 0;
  const attempt = (): Promise<string | null> => Promise.resolve(answers[attempts++] ?? null);
  expect(await retryOnConflict(5, 'it', attempt)).toBe('saved');
  expect(attempts).toBe(3);
});

test('after the allowed number of lost races the caller is told to try later', async () => {
  let attempts = 0;
  const lose = (): Promise<null> => Promise.resolve(((attempts += 1), null));
  await expect(retryOnConflict(4, 'the schedule of job j', lose)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'too many others changed the schedule of job j at the same time; try again',
  });
  expect(attempts).toBe(4);
});

test('an error is not retried', async () => {
  let attempts = 0;
  const fail = (): Promise<null> => {
    attempts += 1;
    return Promise.reject(new Error('the database is away'));
  };
  await expect(retryOnConflict(4, 'it', fail)).rejects.toThrow('the database is away');
  expect(attempts).toBe(1);
});
