import { withoutLastSlash } from './without-last-slash.js';

test.each([
  ['/api/v1/jobs', '/api/v1/jobs'],
  ['/api/v1/jobs/', '/api/v1/jobs'],
  ['/api/v1/jobs//?limit=5', '/api/v1/jobs?limit=5'],
  ['/api/v1/jobs?q=/home/', '/api/v1/jobs?q=/home/'],
  ['/api/v1/jobs/?q=a/?b/', '/api/v1/jobs?q=a/?b/'],
  ['/api/v1//jobs', '/api/v1//jobs'],
  ['///', ''],
  ['', ''],
])('%s is %s', (url, expected) => {
  expect(withoutLastSlash(url)).toBe(expected);
});
