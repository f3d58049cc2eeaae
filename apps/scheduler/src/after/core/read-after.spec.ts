import { nextDeadline, readAfter } from './read-after.js';

test('a job that runs after nothing has no rule', () => {
  expect(readAfter({})).toBeNull();
});

test('what a condition leaves out has its documented default', () => {
  expect(readAfter({ after: [{ job: 'a', pass: { rows: '/count' } }] })).toEqual({
    require: 'all',
    deadline: null,
    conditions: [
      {
        ...{ job: 'a', on: 'succeeded', match: 'sameSlot', within: null, exitCodes: null, outputs: [] },
        pass: [{ name: 'rows', path: '/count' }],
      },
    ],
  });
});

describe('the next deadline', () => {
  const after = Date.parse('2026-03-27T12:00:00Z');
  const next = (at: string, timezone: string, weekdays: ('mon' | 'sun')[] = []): string | null => {
    const found = nextDeadline({ at, timezone, weekdays }, after);
    return found === null ? null : new Date(found).toISOString();
  };

  it('is later than the instant that it is asked for', () => {
    expect([next('12:00', 'UTC'), next('12:01', 'UTC')]).toEqual([
      '2026-03-28T12:00:00.000Z',
      '2026-03-27T12:01:00.000Z',
    ]);
  });

  it('counts in its own zone, and only on its weekdays', () => {
    expect(next('07:30', 'Europe/Prague', ['mon'])).toBe('2026-03-30T05:30:00.000Z');
  });

  it('comes at the end of an hour that daylight saving skips', () => {
    expect(next('02:30', 'Europe/Prague', ['sun'])).toBe('2026-03-29T01:00:00.000Z');
  });

  it('is none where the job has none', () => {
    expect(nextDeadline(null, after)).toBeNull();
  });
});
