import { MAX_CRON_LENGTH } from '../domain/limits.js';
import { parseSchedule, type ScheduleInput } from './parse-schedule.js';
import { nextSlots } from './slots.js';

const context = { hashKey: 'acme/job-1', createdAt: Date.parse('2026-01-01T00:00:00.500Z') };

function problemsOf(input: ScheduleInput): string[] {
  const parsed = parseSchedule(input, context);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('a valid schedule', () => {
  it('has only manual runs if it has no rule', () => {
    expect(parseSchedule({}, context)).toEqual({ ok: true, rule: null });
    expect(parseSchedule({ schedule: { timezone: 'Europe/Prague' } }, context)).toEqual({ ok: true, rule: null });
  });

  it('gets its defaults from the contract', () => {
    expect(parseSchedule({ cron: ' 0 10 * * * ' }, context)).toEqual({
      ok: true,
      rule: {
        cron: ['0 10 * * *'],
        every: null,
        anchor: Date.parse('2026-01-01T00:00:00.000Z'),
        at: null,
        timezone: 'UTC',
        notBefore: null,
        notAfter: null,
        exclude: [],
        jitterSeconds: 0,
        dst: { gap: 'after', overlap: 'first' },
        hashKey: 'acme/job-1',
      },
    });
  });

  it.each([
    '* * * * *',
    '0/5 10-18 * * *',
    '0 0-9,19-23 * * *',
    '0 0 1/2 1/1 * ? *',
    '0 0/5 * * * ? *',
    '0 12 9 2 ? ',
    '59 59 23 31 12 ? 2099',
    '/10 * * * *',
    'H H(0-7) * * *',
    'H/7 H(5-6)/5 H * H',
    'H(5-7)/5 * * * *',
    '0 0 L-3,LW,15W * *',
    '0 0 ? * MON#1,5L,SUNL,7#2',
    '0 0 * jan-MAR,December thu,Wednesday',
    '0 0 * * FRI-MON',
    '0 0 * * 5-7',
    '@hourly',
    '@Daily',
    '@midnight',
    '@weekly',
    '@monthly',
    '@yearly',
    '@annually',
  ])('can be %s', (cron) => {
    expect(problemsOf({ cron })).toEqual([]);
  });
});

describe('an invalid schedule', () => {
  it.each([
    ['* * * *', 'has 4 fields: give 5 (minute hour day month weekday), 6 with seconds first, or 7'],
    ['*', 'has 1 field: give 5'],
    ['* * * * * * * *', 'has 8 fields'],
    ['0 12 9 2 * 2026', 'ends in the year 2026, but the last of 6 fields is the day of week'],
    ['2026 0 12 9 2 * *', 'second: 2026 is not between 0 and 59; a year is the last of 7 fields'],
    ['60 * * * *', 'minute: 60 is not between 0 and 59'],
    ['0 24 * * *', 'hour: 24 is not between 0 and 23'],
    ['0 0 0 * *', 'day of month: 0 is not between 1 and 31'],
    ['0 0 * 13 *', 'month: 13 is not between 1 and 12'],
    ['0 0 * * 8', 'day of week: 8 is not between 0 and 7'],
    ['0 0 0 1 1 * 1969', 'year: 1969 is not between 1970 and 2099'],
    ['*/0 * * * *', 'minute: a step must be at least 1'],
    ['*/61 * * * *', 'minute: the step 61 is larger than the whole field (60 values)'],
    ['*/x * * * *', 'minute: the step "X" is not a whole number'],
    ['1-2-3 * * * *', 'minute: "1-2-3" is not a range'],
    ['50-10 * * * *', 'minute: the range 50-10 runs backwards: write 50-59,0-10'],
    ['1,,2 * * * *', 'minute: a value is missing'],
    ['-5 * * * *', 'minute: a value is missing'],
    ['1.5 * * * *', 'minute: "1.5" is not understood'],
    ['0 0 L-3WX * *', 'day of month: "L-3WX" is not understood: L, L-n, LW, L-nW and nW are'],
    ['0 0 L-31W * *', 'day of month: L-n counts at most 30 days back from the last'],
    ['cron(0 7 ? * MON-FRI *)', 'has the form of EventBridge: give the fields without cron( )'],
    ['Sat *-*-1..7 04:00:00', 'has a date or a time of day in one field, as OnCalendar of systemd has: give 5'],
    ['*-*-* 6:0/30', 'has a date or a time of day in one field'],
    ['2027-01-05 0 0 12 * *', 'has a date or a time of day in one field'],
    ['rate(5 minutes)', 'has the form of EventBridge: give the fields without cron( )'],
    ['\u200b0 12 * * *', 'holds U+200B, a character that cannot be seen'],
    ['0 0 * FOO *', 'month: "FOO" is not understood'],
    ['0 0 * * FUNDAY', 'day of week: "FUNDAY" is not understood'],
    ['? * * * *', 'minute: ? is possible only in the day fields'],
    ['0 0 32W * *', 'day of month: nW needs a day between 1 and 31'],
    ['0 0 L-31 * *', 'day of month: L-n counts at most 30 days back'],
    ['0 0 * * L', 'day of week: L needs a day here, such as 5L'],
    ['0 0 * * MON#6', 'day of week: d#n needs an n from 1 to 5'],
    ['H(5) * * * *', 'minute: "H(5)" needs a range'],
    ['H5 * * * *', 'minute: "H5" is not understood'],
    ['H(50-70) * * * *', 'minute: 70 is not between 0 and 59'],
    ['0 0 0 * * * H', 'year: H chooses a moment within a year'],
    ['@reboot', '@reboot is not known: @yearly'],
    ['@every 5m', 'cannot be @every: use the field `every`, in seconds'],
    ['CRON_TZ=Europe/Prague 0 0 * * *', 'contains a time zone: use the field `timezone`'],
    ...['0 0 * * 1 Asia/Tokyo', '0 0 * * * PST8PDT', '0 0 0 * * 1 UTC', '0 0 0 * * 1 * Europe/Prague'].map(
      (text): [string, string] => [text, 'contains a time zone: use the field `timezone`'],
    ),
    ['0 0 * * 1 SOON', 'day of week: "SOON" is not understood'],
    ['0 0 30 2 *', 'has a day that no month has'],
    ['0 0 31 4,6,9,11 *', 'has a day that no month has'],
    ['0 0 0 29 2 ? 2023', 'has a day that no month has'],
    ['x'.repeat(MAX_CRON_LENGTH + 1), `is longer than ${MAX_CRON_LENGTH} characters`],
    [`0 0 * * ${new Array(65).fill('1').join(',')}`, 'day of week: lists more than 64 items'],
  ])('is refused with a precise error: %s', (cron, problem) => {
    expect(problemsOf({ cron })).toEqual([expect.stringContaining(`cron: ${problem}`)]);
  });

  it('is reported with the position of its expression in a list', () => {
    expect(problemsOf({ schedule: { cron: ['0 0 * * *', '99 * * * *'] } })).toEqual([
      'schedule.cron.1: minute: 99 is not between 0 and 59',
    ]);
  });

  it.each<[string, ScheduleInput, string]>([
    ['both forms of cron', { cron: '* * * * *', schedule: { cron: '* * * * *' } }, 'cron: is the short form'],
    [
      'two rules',
      { cron: '* * * * *', schedule: { every: 5 } },
      'schedule: takes one of cron, every, at, fixedDelay and rrule',
    ],
    [
      'an anchor without a period',
      { schedule: { anchor: '2026-01-01T00:00:00Z' } },
      'schedule.anchor: is possible only with every',
    ],
    ['no expression', { schedule: { cron: [] } }, 'schedule.cron: takes 1 to 16 expressions'],
    ['a fraction of a second', { schedule: { every: 1.5 } }, 'schedule.every: must be a whole number of seconds'],
    [
      'an unknown zone',
      { cron: '* * * * *', schedule: { timezone: 'Mars/Olympus' } },
      'schedule.timezone: "Mars/Olympus" is not a time zone of the IANA database',
    ],
    [
      'an offset for a zone',
      { cron: '* * * * *', schedule: { timezone: '+01:00' } },
      'schedule.timezone: "+01:00" is a fixed offset, not a time zone of the IANA database: write Etc/GMT-1 (',
    ],
    [
      'bounds in the wrong order',
      { cron: '* * * * *', schedule: { notBefore: '2026-02-01T00:00:00Z', notAfter: '2026-01-01T00:00:00Z' } },
      'schedule.notAfter: must not be before notBefore',
    ],
    [
      'bounds without a slot between them',
      { cron: '0 0 1 1 *', schedule: { notBefore: '2026-02-01T00:00:00Z', notAfter: '2026-03-01T00:00:00Z' } },
      'cron: yields no slot between notBefore and notAfter',
    ],
    [
      'an instant outside the bounds',
      { schedule: { at: '2026-01-01T00:00:00Z', notBefore: '2026-02-01T00:00:00Z' } },
      'schedule.at: must be between notBefore and notAfter',
    ],
    [
      'a time beyond the last year',
      { schedule: { at: '2150-01-01T00:00:00Z' } },
      'schedule.at: must be a time between',
    ],
  ])('is refused for %s', (_, input, problem) => {
    expect(problemsOf(input)).toEqual([expect.stringContaining(problem)]);
  });

  it('is refused with all its problems at once', () => {
    expect(problemsOf({ schedule: { cron: '99 * * * *', timezone: 'Nowhere', every: 3 } })).toHaveLength(3);
  });
});

describe('H', () => {
  const slotOf = (cron: string, hashKey: string): number[] => {
    const parsed = parseSchedule({ cron }, { ...context, hashKey });
    if (!parsed.ok || !parsed.rule) throw new Error(`${cron} was refused`);
    return nextSlots(parsed.rule, { after: 0, limit: 30 }).map((slot) => slot.nominal);
  };

  it('means the same for the same job at all times', () => {
    expect(slotOf('H H * * *', 'acme/job-1')[0]).toBe(Date.parse('1970-01-01T03:42:00Z'));
    expect(slotOf('H H * * *', 'acme/job-1')).toEqual(slotOf('H H * * *', 'acme/job-1'));
  });

  it('spreads jobs over the field', () => {
    const minutes = new Set<number>();
    for (let job = 0; job < 1_000; job++) minutes.add((slotOf('H * * * *', `acme/job-${job}`)[0] ?? 0) / 60_000);
    expect(minutes.size).toBe(60);
  });

  it('stays within its range, and every step of it yields a value', () => {
    for (let job = 0; job < 200; job++) {
      const hours = slotOf('0 H(3-7)/10 * * *', `acme/${job}`).map((slot) => (slot / 3_600_000) % 24);
      expect(Math.min(...hours)).toBeGreaterThanOrEqual(3);
      expect(Math.max(...hours)).toBeLessThanOrEqual(7);
    }
  });

  it('selects a day that every month has', () => {
    for (let job = 0; job < 200; job++)
      expect(slotOf('0 0 H * *', `acme/${job}`)[29]).toBeLessThan(31 * 30 * 86_400_000);
  });
});
