import { cronWords } from './cron-words.js';

test.each([
  ['0 10 * * MON-FRI', 'At 10:00, Monday through Friday'],
  ['H 3 * * *', 'At 03:00, at a minute chosen for the job'],
  ['H/15 * * * *', 'Every 15 minutes, at a minute chosen for the job'],
  ['30 2 * * SAT-SUN', 'At 02:30, Saturday through Sunday'],
])('the words of %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});

test.each(['H H * * *', '5 H(0-7) * * *', '0 3 * * H', 'every day'])('%s has no words that are true', (cron) => {
  expect(cronWords(cron)).toBeNull();
});
