import { exclusionOf } from './exclusion.js';

const at = (text: string): number => Date.parse(text);

describe('a calendar', () => {
  it.each<[string, Parameters<typeof exclusionOf>[0][number], string[], string[]]>([
    [
      'excludes whole days in its own zone',
      { timezone: 'Europe/Prague', dates: ['2026-12-24'] },
      ['2026-12-23T23:00:00Z', '2026-12-24T22:59:59Z'],
      ['2026-12-23T22:59:59Z', '2026-12-24T23:00:00Z'],
    ],
    [
      'excludes days of every year in its own zone',
      { timezone: 'Europe/Prague', dates: ['12-25', '02-29'] },
      ['2026-12-24T23:00:00Z', '2031-12-25T22:59:59Z', '2028-02-29T12:00:00Z'],
      ['2026-12-24T22:59:59Z', '2026-12-25T23:00:00Z', '2027-02-28T12:00:00Z', '2027-03-01T12:00:00Z'],
    ],
    [
      'keeps days of every year that it includes',
      { dates: ['2026-12-24', '12-24', '12-25'], include: ['12-24'] },
      ['2026-12-25T00:00:00Z'],
      ['2026-12-24T12:00:00Z', '2027-12-24T12:00:00Z'],
    ],
    [
      'excludes weekly windows, from their first second to before their last',
      { weekly: [{ days: ['sat', 'sun'], from: '08:30', to: '24:00' }] },
      ['2026-05-02T08:30:00Z', '2026-05-03T23:59:59Z'],
      ['2026-05-02T08:29:59Z', '2026-05-04T00:00:00Z', '2026-05-04T12:00:00Z'],
    ],
    [
      'excludes the minutes that an expression without seconds names',
      { cron: ['0 12 * * *'] },
      ['2026-05-02T12:00:00Z', '2026-05-02T12:00:59Z'],
      ['2026-05-02T11:59:59Z', '2026-05-02T12:01:00Z'],
    ],
    [
      'excludes the seconds that an expression with seconds names',
      { cron: ['30 0 12 * * *'] },
      ['2026-05-02T12:00:30Z'],
      ['2026-05-02T12:00:00Z', '2026-05-02T12:00:31Z'],
    ],
    [
      'excludes all days of the week except working days, but not what it includes',
      { timezone: 'Europe/Prague', workdays: ['mon', 'tue', 'wed', 'thu', 'fri'], include: ['2026-10-10'] },
      ['2026-10-02T22:00:00Z', '2026-10-11T12:00:00Z'],
      ['2026-10-02T21:59:59Z', '2026-10-09T22:00:00Z', '2026-10-10T21:59:59Z', '2026-10-12T12:00:00Z'],
    ],
    [
      'does not exclude what any of its other rules includes',
      { dates: ['2026-10-10'], cron: ['* * 10 * *'], include: ['2026-10-10'] },
      ['2026-11-10T12:00:00Z'],
      ['2026-10-10T00:00:00Z', '2026-10-10T23:59:59Z'],
    ],
    [
      'excludes the times of events, from their first second to before their last',
      {
        events: [
          {
            zone: 'Europe/Prague',
            spans: [
              [Date.UTC(2026, 0, 1) / 1000, Date.UTC(2026, 0, 2) / 1000],
              [Date.UTC(2026, 4, 1, 9) / 1000, Date.UTC(2026, 4, 1, 10) / 1000],
            ],
          },
        ],
      },
      ['2025-12-31T23:00:00Z', '2026-01-01T22:59:59Z', '2026-05-01T07:00:00Z', '2026-05-01T07:59:59Z'],
      ['2025-12-31T22:59:59Z', '2026-01-01T23:00:00Z', '2026-05-01T08:00:00Z'],
    ],
    ['without any rule excludes nothing', {}, [], ['2026-05-02T12:00:00Z']],
  ])('%s', (_, calendar, excluded, kept) => {
    const excludes = exclusionOf([calendar]);
    expect(excluded.map((text) => excludes(at(text)))).not.toContain(false);
    expect(kept.map((text) => excludes(at(text)))).not.toContain(true);
  });

  it('includes only times that it excludes itself', () => {
    const excludes = exclusionOf([{ dates: ['2026-01-01'] }, { include: ['2026-01-01'] }]);
    expect(excludes(at('2026-01-01T12:00:00Z'))).toBe(true);
  });

  it('adds to the exclusions of others', () => {
    const excludes = exclusionOf([{ dates: ['2026-01-01'] }, { dates: ['2026-01-02'] }]);
    expect(['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => excludes(at(day)))).toEqual([true, true, false]);
  });
});
