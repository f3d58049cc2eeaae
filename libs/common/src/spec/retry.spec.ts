import { retrySpec } from './retry.js';

const messagesOf = (rule: object): string[] =>
  retrySpec.safeParse({ rules: [rule] }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
  [];

test('rules for other statuses, and for groups of them, are accepted', () => {
  expect(messagesOf({ httpStatuses: [500, 504, '4xx', '5xx'] })).toEqual([]);
});

test('a rule needs a condition', () => {
  expect(messagesOf({ retry: false })).toEqual(['rules.0: needs exitCodes, httpStatuses or reasons']);
});

test('a rule names exit codes of any system but that of success', () => {
  expect(messagesOf({ exitCodes: [1, 255, -1_073_741_510, 2_147_483_647] })).toEqual([]);
  expect(messagesOf({ exitCodes: [0] }).join()).toContain('exit code 0 is success');
  expect(messagesOf({ exitCodes: [2 ** 31] })).toHaveLength(1);
});
