import { scheduleText } from './listings.js';

test.each([
  [{ cron: '0 6 * * *', schedule: { timezone: 'Europe/Prague' } }, '0 6 * * * Europe/Prague'],
  [{ schedule: { every: 60 } }, 'every 60 s'],
  [
    {
      after: [
        { job: 'a', on: 'success' as const },
        { job: 'b', on: 'success' as const },
      ],
    },
    'after a | b',
  ],
  [{}, 'manual'],
])('a job is listed with what starts it: %j', (job, text) => {
  expect(scheduleText(job as never)).toBe(text);
});
