import { exclusionOf } from './exclusion.js';

const at = (text: string): number => Date.parse(text);

describe('a calendar', () => {
  it.each<[string, Parameters<typeof exclusionOf>[0][number], string[], string[]]>([
    [
      'excludes whole days of its own zone',
      { timezone: 'Europe/Prague', dates: ['2026-12-24'] },
      ['2026-12-23T23:00:00Z', '2026-12-24T22:59:59Z'],
      ['2026-12-23T22:59:59Z', '2026-12-24T23:00:00Z'],
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
      'excludes the seconds that one with seconds names',
      { cron: ['30 0 12 * * *'] },
      ['2026-05-02T12:00:30Z'],
      ['2026-05-02T12:00:00Z', '2026-05-02T12:00:31Z'],
    ],
    ['without any rule excludes nothing', {}, [], ['2026-05-02T12:00:00Z']],
  ])('%s', (_, calendar, excluded, kept) => {
    const excludes = exclusionOf([calendar]);
    expect(excluded.map((text) => excludes(at(text)))).not.toContain(false);
    expect(kept.map((text) => excludes(at(text)))).not.toContain(true);
  });

  it('adds to what others exclude', () => {
    const excludes = exclusionOf([{ dates: ['2026-01-01'] }, { dates: ['2026-01-02'] }]);
    expect(['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => excludes(at(day)))).toEqual([true, true, false]);
  });
});
