import { parseCron } from '#common/schedule/parse-cron.js';
import { fieldsTime, macroTime } from './crontab-time.js';

const ALL = null;

/** Every form of a time that Vixie cron, cronie and systemd-cron read: the form, an example, and what it becomes. */
type Case = [form: string, text: string, cron: string, weekdays: readonly string[] | null, isNoted: boolean];

test.each<Case>([
  ['numbers', '5 4 3 2 1', '5 4 3 2 1', ALL, false],
  ['a list', '0,30 9,17 1,15 1,7 *', '0,30 9,17 1,15 1,7 *', ALL, false],
  ['a range', '0 9-17 * * 1-5', '0 9-17 * * 1-5', ALL, false],
  ['a range with a step', '0-30/10 * * * *', '0-30/10 * * * *', ALL, false],
  ['ranges in a list', '0 22-23,0-2 * * *', '0 22-23,0-2 * * *', ALL, false],
  ['a star', '* * * * *', '* * * * *', ALL, false],
  ['a star with a step', '*/5 */2 * * *', '*/5 */2 * * *', ALL, false],
  ['names', '0 0 * JAN-mar,dec Mon-FRI', '0 0 * JAN-mar,dec Mon-FRI', ALL, false],
  ['7 for Sunday', '0 0 * * 7', '0 0 * * 7', ALL, false],
  ['5-7 for Friday to Sunday', '0 0 * * 5-7', '0 0 * * 5-7', ALL, false],
  ['a step larger than the field: its first value', '*/90 */30 * * *', '0 0 * * *', ALL, false],
  ['a step larger than the days of a month', '0 0 */40 * *', '0 0 1 * *', ALL, false],
  ['a step larger than its range: the first value', '10-20/60 * * * *', '10 * * * *', ALL, false],
  ['a step without a range, which cron ignores', '5/15 * * * *', '5 * * * *', ALL, true],
  ['a range of names that ends on Sunday', '0 0 * * fri-sun', '0 0 * * fri-sun', ALL, true],
  ['a range of names that begins on Sunday', '0 0 * * sun-tue', '0 0 * * sun-tue', ALL, false],
  ['leading zeros', '00 08 * * *', '00 08 * * *', ALL, false],
  ['both days: either', '0 0 13 * 5', '0 0 13 * 5', ALL, false],
  ['both days, the first of them begins with a star: both', '0 6 */2 * MON', '0 6 */2 * *', ['mon'], false],
  ['a list of days that begins with a star', '0 6 */100,1-7 * 1', '0 6 1,1-7 * *', ['mon'], false],
  [
    'both days, the second of them begins with a star: both',
    '0 6 13 * */2',
    '0 6 13 * *',
    ['sun', 'tue', 'thu', 'sat'],
    false,
  ],
  ['a star with the step 7 of weekdays: Sunday', '0 6 1-7 * */7', '0 6 1-7 * *', ['sun'], false],
  ['a star that means every day', '0 6 */1 * MON', '0 6 * * MON', ALL, false],
  ['a random value', '~ ~ * * *', 'H H * * *', ALL, true],
  ['a random value of a range', '0~10 1~5 * * *', 'H(0-10) H(1-5) * * *', ALL, true],
  ['a random value from or up to one', '30~ ~12 * * *', 'H(30-59) H(0-12) * * *', ALL, true],
  ['a random offset of a step', '~/10 * * * *', 'H/10 * * * *', ALL, true],
])('%s: %s', (...[, text, cron, weekdays, isNoted]) => {
  const time = fieldsTime(text.split(' '));
  if (typeof time === 'string') throw new Error(time);
  const { cron: written = '' } = time;
  expect({ cron: time.cron, weekdays: time.weekdays, isNoted: time.notes.length > 0 }).toEqual({
    cron,
    weekdays,
    isNoted,
  });
  expect(parseCron(written, 'a')).not.toEqual(expect.any(String));
});

test.each<[form: string, text: string, problem: string]>([
  [
    'a range that runs backwards',
    '0 22-2 * * *',
    'hour: the range 22-2 runs backwards, which cron refuses or never starts',
  ],
  ['a range of names that runs backwards', '0 0 * * fri-mon', 'day of week: the range fri-mon runs backwards'],
  ['an eighth weekday', '0 0 * * 8', 'day of week: 8 is not between 0 and 7'],
  ['day 0', '0 0 0 * *', 'day of month: 0 is not between 1 and 31'],
  ['minute 60', '60 * * * *', 'minute: 60 is not between 0 and 59'],
  ['a step of 0', '*/0 * * * *', 'minute: a step must be at least 1'],
  ['no value in a list', '0,,5 * * * *', 'minute: a value is missing'],
  ['the L of Quartz', '0 0 L * *', 'day of month: "L" is not understood: it is of Quartz'],
  ['the W of Quartz', '0 0 15W * *', 'day of month: "15W" is not understood: it is of Quartz'],
  ['the # of Quartz', '0 0 * * 5#2', 'day of week: "5#2" is not understood: it is of Quartz'],
  ['the H of Jenkins', 'H * * * *', 'minute: "H" is not understood'],
  ['a question mark', '0 0 ? * 1', 'day of month: "?" is not understood: it is of Quartz'],
  [
    'a random weekday that has to match a day, too',
    '0 0 */2 * ~',
    'day of week: H cannot be joined with a day of month',
  ],
])('%s is refused: %s', (_form, text, problem) => {
  expect(fieldsTime(text.split(' '))).toContain(problem);
});

test.each<[word: string, cron: string]>([
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'].map((each): [string, string] => [
    each,
    each,
  ]),
  ['@Daily', '@daily'],
  ['@minutely', '* * * * *'],
  ['@every_minute', '* * * * *'],
  ['@quarterly', '0 0 1 1,4,7,10 *'],
  ['@semi-annually', '0 0 1 1,7 *'],
  ['@semiannually', '0 0 1 1,7 *'],
  ['@bi-annually', '0 0 1 1,7 *'],
  ['@biannually', '0 0 1 1,7 *'],
])('%s becomes %s', (word, cron) => {
  expect(macroTime(word)).toEqual({ cron, weekdays: null, notes: [] });
  expect(parseCron(cron, 'a')).not.toEqual(expect.any(String));
});

test('@600 of FreeBSD is an interval', () => {
  expect(macroTime('@600')).toMatchObject({ every: 600, weekdays: null, notes: [['@600', expect.any(String)]] });
});

test.each(['@every', '@fortnightly', '@0', '@-600', '@10m'])('%s is not known', (word) => {
  expect(macroTime(word)).toBeNull();
});
