import { severeLine } from './service-log.js';

const line = (fields: object): string => JSON.stringify({ time: '2026-01-01T00:00:00.000Z', ...fields });

describe('the lines of a service that are shown at once', () => {
  it.each([
    [
      'an error with its cause',
      { level: 'error', msg: 'could not store', err: { message: 'disk full' } },
      'could not store: disk full',
    ],
    [
      'an error that names its cause in one word',
      { level: 'error', msg: 'gave up', error: 'no answer' },
      'gave up: no answer',
    ],
    ['a fatal error without a cause', { level: 'fatal', msg: 'bug' }, 'bug'],
  ])('are %s', (_, fields, want) => {
    expect(severeLine(line(fields))).toBe(want);
  });

  it.each([
    ['a warning', line({ level: 'warn', msg: 'the service waits for MongoDB' })],
    ['a line that is not JSON', 'npm WARN something'],
    ['half a line', '{"level":"error"'],
    ['JSON of another shape', '{"a":1}'],
  ])('are not %s', (_, text) => {
    expect(severeLine(text)).toBeUndefined();
  });
});
