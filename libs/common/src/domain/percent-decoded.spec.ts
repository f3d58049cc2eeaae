import { httpUrl } from '../spec/fields.js';
import { channelTarget } from '../spec/channel.js';
import { notifyRules } from '../spec/notify.js';
import { problemsOf } from '../spec/schema-problems.js';
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

test.each([
  ['https://me:hu@sh#1@host/', true],
  ['https://me:hu@sh/1@host/', true],
  ['https://me:hu@sh?1@host/', true],
  ['https://me:word@host/a%40b?to=c%40d', false],
  ['https://host/@me?to=c@d', false],
  ['https://me:hu%40sh%231@host/', false],
  ['https://me:word@host/a#part', false],
  ['https://host/a#@me', false],
])('a password that is cut at a #, a / or a ? is not taken for a host: %s', (text, isRefused) => {
  const problem = loginProblem(new URL(text));
  expect(problem === null).toBe(!isRefused);
  expect(problem ?? '').not.toMatch(/sh[#/?]/);
});

test('an address that nobody could sign in with is refused where it is saved, by its field and without its secret', () => {
  const url = 'https://me:hush%zz@host/';
  const { issues } = channelTarget.safeParse({ type: 'webhook', url }).error ?? { issues: [] };
  const rule = notifyRules.safeParse([{ on: ['failed'], webhook: url }]).error?.issues ?? [];
  const saved = JSON.stringify([issues, rule]);
  expect(problemsOf(issues)).toEqual([{ path: 'url', message: expect.stringContaining('percent-encoded') as string }]);
  expect(saved).toContain('must not have a user or a password that is not percent-encoded correctly');
  expect(saved).not.toContain('hush');
  expect(rule).toMatchObject([{ path: [0, 'webhook'] }]);
  expect(saved).toContain('["url"]');
});

test.each([
  ['http://1.2.3/', '1.2.0.3'],
  ['http://127.1:8080/x', '127.0.0.1'],
  ['http://me:word@0177.0.0.1/', '127.0.0.1'],
  ['http://2130706433?x=127.0.0.1', '127.0.0.1'],
  ['http://0x7f.1/127.0.0.1', '127.0.0.1'],
  ['http://１.2.3.4/', '1.2.3.4'],
])(
  'an IPv4 address in another form than that of four numbers is refused with the one that it means: %s',
  (url, meant) => {
    const { issues } = httpUrl.safeParse(url).error ?? { issues: [] };
    expect(problemsOf(issues)).toEqual([
      { path: '', message: `must not have an IPv4 address in another form: write ${meant} if that is meant` },
    ]);
  },
);

test.each([
  'http://1.2.3.4/',
  'https://me:word@10.0.0.1:8443/1.2',
  'http://[::1]/',
  'http://1.2.3.example/',
  'http://a1/',
])('an address in the usual form is taken: %s', (url) => {
  expect(httpUrl.safeParse(url).success).toBe(true);
});
