import { ApiError } from '#client/api-error.js';
import { explain } from './errors.js';

const refusal = (detail: string, errors: { path: string; message: string }[]): ApiError =>
  new ApiError({ status: 400 }, { code: 'VALIDATION_FAILED', detail, errors });

test.each([
  ['cron is required', [{ path: 'cron', message: 'is required' }], ['cron is required (VALIDATION_FAILED)']],
  [
    'cron is required (and 1 more)',
    [
      { path: 'cron', message: 'is required' },
      { path: '', message: 'the request has no name' },
    ],
    ['2 problems (VALIDATION_FAILED)', '  cron is required', '  the request has no name'],
  ],
  [
    'the job is not valid',
    [{ path: 'cron', message: 'is no cron' }],
    ['the job is not valid (VALIDATION_FAILED)', '  cron is no cron'],
  ],
])('a refusal tells each problem once: %s', (detail, errors, lines) => {
  expect(explain(refusal(detail, errors)).lines).toEqual(lines);
});
