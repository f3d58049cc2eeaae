import { MAX_RRULE_LENGTH } from '../domain/limits.js';
import { parseRrule } from './parse-rrule.js';

describe('a recurrence rule', () => {
  it('is read part by part, in any order and case', () => {
    expect(parseRrule(' rrule:bymonth=6,3;freq=monthly;byday=-1FR,MO;interval=2;until=20301231 ')).toEqual({
      frequency: 'MONTHLY',
      interval: 2,
      count: null,
      until: { kind: 'local', at: Date.parse('2030-12-31T23:59:59Z') / 1000 },
      months: [3, 6],
      weeks: [],
      yearDays: [],
      monthDays: [],
      days: [
        { weekday: 5, nth: -1 },
        { weekday: 1, nth: 0 },
      ],
      hours: [],
      minutes: [],
      seconds: [],
      positions: [],
      weekStart: 1,
    });
  });

  it.each(['FREQ=WEEKLY;BYDAY=MO,FR;', 'FREQ=WEEKLY; BYDAY=MO, FR', ' freq = weekly;byday=mo ,fr;'])(
    'may have a semicolon at its end, and spaces between its parts: %s',
    (text) => {
      expect(parseRrule(text)).toEqual(parseRrule('FREQ=WEEKLY;BYDAY=MO,FR'));
    },
  );

  it.each<[string, RegExp]>([
    ['INTERVAL=2', /^needs FREQ/],
    ['FREQ=HOURLY', /^FREQ=HOURLY is not supported: for steps within a day use `every`/],
    ['FREQ=SECONDLY;INTERVAL=10', /^FREQ=SECONDLY is not supported/],
    ['FREQ=FORTNIGHTLY', /^FREQ=FORTNIGHTLY is not known: YEARLY, MONTHLY, WEEKLY, DAILY are/],
    ['FREQ=DAILY;RSCALE=HEBREW', /^RSCALE is not known/],
    ['FREQ=DAILY;BYEASTER=1', /^BYEASTER is not known/],
    ['FREQ=DAILY;FREQ=DAILY', /^FREQ is given twice/],
    ['FREQ=DAILY;;COUNT=2', /^"" is not a part/],
    ['FREQ=DAILY;BYHOUR', /^"BYHOUR" is not a part/],
    ['FREQ=DAILY;BYHOUR=24', /^BYHOUR takes 0 to 23, not 24/],
    ['FREQ=DAILY;BYSECOND=60', /^BYSECOND takes 0 to 59, not 60/],
    ['FREQ=MONTHLY;BYMONTHDAY=0', /^BYMONTHDAY takes 1 to 31, or -31 to -1, not 0/],
    ['FREQ=DAILY;BYHOUR=1,,2', /^BYHOUR takes 0 to 23, not $/],
    ['FREQ=DAILY;INTERVAL=0', /^INTERVAL is a whole number from 1 to 1000/],
    ['FREQ=DAILY;COUNT=1001', /^COUNT is a whole number from 1 to 1000/],
    ['FREQ=DAILY;COUNT=3;UNTIL=20301231', /^can have COUNT or UNTIL, not both/],
    ['FREQ=DAILY;UNTIL=20300230', /^UNTIL is a date or time/],
    ['FREQ=DAILY;UNTIL=20300228T250000Z', /^UNTIL is a date or time/],
    ['FREQ=WEEKLY;BYDAY=XX', /^BYDAY takes the days SU, MO/],
    ['FREQ=WEEKLY;BYDAY=2MO', /^BYDAY takes numbers, as in 2MO, with FREQ=MONTHLY and FREQ=YEARLY only/],
    ['FREQ=MONTHLY;BYDAY=6MO', /^BYDAY takes numbers from 1 to 5/],
    ['FREQ=MONTHLY;BYDAY=0MO', /^BYDAY has no day with the number 0/],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', /^BYDAY takes no numbers, as in 2MO, beside BYWEEKNO/],
    ['FREQ=YEARLY;BYWEEKNO=20', /^BYWEEKNO needs BYDAY/],
    ['FREQ=MONTHLY;BYWEEKNO=20;BYDAY=MO', /^BYWEEKNO is possible only with FREQ=YEARLY/],
    ['FREQ=MONTHLY;BYYEARDAY=20', /^BYYEARDAY is possible only with FREQ=YEARLY/],
    ['FREQ=WEEKLY;BYMONTHDAY=13', /^BYMONTHDAY cannot be combined with FREQ=WEEKLY/],
    ['FREQ=MONTHLY;BYSETPOS=-1', /^BYSETPOS needs a further BY part/],
    ['FREQ=WEEKLY;WKST=XY', /^WKST takes the days/],
    ['DTSTART:20260101T090000\nRRULE:FREQ=DAILY', /^contains more than one rule: give DTSTART as `anchor`/],
    ['DTSTART:20260101T090000', /^must contain only the rule: give DTSTART as `anchor`/],
    [`FREQ=DAILY;BYHOUR=${'1,'.repeat(MAX_RRULE_LENGTH)}1`, /^is longer than/],
  ])('%s is refused, and the error names the part', (text, problem) => {
    expect(parseRrule(text)).toMatch(problem);
  });
});
