import { channelTarget } from '../spec/channel.js';
import { notifyRules } from '../spec/notify.js';
import { loginIn, loginProblem } from './percent-decoded.js';

test('the user and the password in an address are decoded', () => {
  expect(loginIn(new URL('https://me%40x:p%25w@host/'))).toEqual({ user: 'me@x', password: 'p%w' });
  expect(loginProblem(new URL('https://me%40x:p%25w@host/'))).toBeNull();
});

test.each(['https://me:hush%zz@host/', 'https://hush%:x@host/', 'https://me:hush%C3@host/'])(
  'the message about %s says what is wrong, and shows no part of it',
  (text) => {
    const message = 'a user or a password that is not percent-encoded correctly (% itself is written %25)';
    expect(() => loginIn(new URL(text))).toThrow(new Error(`the address has ${message}`));
    expect(loginProblem(new URL(text))).toBe(`must not have ${message}`);
  },
);

test('an address that nobody could sign in with is refused where it is saved, by its field and without its secret', () => {
  const url = 'https://me:hush%zz@host/';
  const { issues } = channelTarget.safeParse({ type: 'webhook', url }).error ?? { issues: [] };
  const rule = notifyRules.safeParse([{ on: ['failed'], webhook: url }]).error?.issues ?? [];
  const saved = JSON.stringify([issues, rule]);
  expect(saved).toContain('must not have a user or a password that is not percent-encoded correctly');
  expect(saved).not.toContain('hush');
  expect(rule).toMatchObject([{ path: [0, 'webhook'] }]);
  expect(saved).toContain('["url"]');
});
