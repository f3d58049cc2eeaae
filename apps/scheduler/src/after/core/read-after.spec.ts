import { nextDeadline, readAfter } from './read-after.js';

test('a job without dependencies has no rule', () => {
  expect(readAfter({})).toBeNull();
});

test('the missing fields of a condition have their documented defaults', () => {
  expect(readAfter({ after: [{ job: 'a', pass: { rows: '/count' } }] })).toEqual({
    require: 'all',
    deadline: null,
    conditions: [
      {
        job: 'a',
        on: 'succeeded',
        match: 'sameSlot',
        within: null,
        exitCodes: null,
        outputs: [],
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

  it('is later than the given time', () => {
    expect([next('12:00', 'UTC'), next('12:01', 'UTC')]).toEqual([
      '2026-03-28T12:00:00.000Z',
      '2026-03-27T12:01:00.000Z',
    ]);
  });

  it('is computed in its own time zone, and only on its weekdays', () => {
    expect(next('07:30', 'Europe/Prague', ['mon'])).toBe('2026-03-30T05:30:00.000Z');
  });

  it('is at the end of an hour that daylight saving time skips', () => {
    expect(next('02:30', 'Europe/Prague', ['sun'])).toBe('2026-03-29T01:00:00.000Z');
  });

  it('is missing if the job has none', () => {
    expect(nextDeadline(null, after)).toBeNull();
  });
});
