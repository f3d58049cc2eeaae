import { calendarSpec } from './calendar.js';

const problemsOf = (dates: readonly string[]): string[] =>
  (calendarSpec.safeParse({ dates }).error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);

test('a calendar takes days of one year and days of every year', () => {
  expect(problemsOf(['2026-12-24', '12-25', '02-29', '2028-02-29'])).toEqual([]);
});

test.each(['12-31-2026', '13-01', '00-10', '02-30', '2027-02-29', '1-1', '25.12.', ''])('%j is no day', (day) => {
  expect(problemsOf(['12-25', day])).toEqual(['dates.1 must be a date such as 2026-12-25, or 12-25 for every year']);
});
