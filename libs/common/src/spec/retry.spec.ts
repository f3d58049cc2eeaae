import { retrySpec } from './retry.js';

const messagesOf = (rule: object): string[] =>
  retrySpec.safeParse({ rules: [rule] }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
  [];

test.each([429, 503])('a rule for %i is refused, because no attempt ends with it', (status) => {
  expect(messagesOf({ httpStatuses: [status] }).join()).toContain('does not end an attempt');
});

test('rules for other statuses, and for groups of them, are accepted', () => {
  expect(messagesOf({ httpStatuses: [500, 504, '4xx', '5xx'] })).toEqual([]);
});

test('a rule needs a condition', () => {
  expect(messagesOf({ retry: false })).toEqual(['rules.0: needs exitCodes, httpStatuses or reasons']);
});
