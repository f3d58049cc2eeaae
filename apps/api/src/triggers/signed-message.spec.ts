import { createHmac, randomBytes } from 'node:crypto';
import { judgeDelivery, type JudgedDelivery } from './trigger-intake.js';

const NOW = 1_795_000_000_000;
const secret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const FIRST = secret();
const SECOND = secret();
const OTHER = secret();
const text = '{"action":"published"}';

const hmac = (key: string | Buffer, signed: string): Buffer => createHmac('sha256', key).update(signed).digest();
const standard = (by: string, id = 'msg_1', at = NOW / 1_000): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': `v1,${hmac(Buffer.from(by.slice(6), 'base64'), `${id}.${at}.${text}`).toString('base64')}`,
});
const github = (by: string, more = {}): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${hmac(by, text).toString('hex')}`,
  ...more,
});
const judge = (headers: Record<string, string>, sent = text): JudgedDelivery =>
  judgeDelivery('standard', [FIRST, SECOND], { headers, text: sent }, NOW);
const judgeGithub = (headers: Record<string, string>, sent = text): JudgedDelivery =>
  judgeDelivery('github', ['a-shared-secret-1', 'a-shared-secret-2'], { headers, text: sent }, NOW);

test('either of two secrets is accepted; a repeat has the same key, and another id gives another key', () => {
  const one = judge(standard(FIRST));
  const again = judge(standard(SECOND));
  const later = judge(standard(FIRST, 'msg_1', NOW / 1_000 + 60));
  const two = judge(standard(FIRST, 'msg_2'));
  expect(one).toMatchObject({ ok: true, message: 'msg_1' });
  expect([again, later]).toEqual([one, one]);
  expect(two).not.toMatchObject({ key: one.ok && one.key });
});

test.each<[string, Record<string, string>, string]>([
  ['without a signature', {}, text],
  ['signed with another secret', standard(OTHER), text],
  ['with another body', standard(FIRST), `${text} `],
  ['with another id', { ...standard(FIRST), 'webhook-id': 'msg_2' }, text],
  ['too old', standard(FIRST, 'msg_1', NOW / 1_000 - 301), text],
  ['with a time in the future', standard(FIRST, 'msg_1', NOW / 1_000 + 301), text],
  ['without an id', standard(FIRST, ''), text],
  ['with an id that is too long', standard(FIRST, 'x'.repeat(256)), text],
  ['with a signature in the other form', github(FIRST), text],
])('a message %s is refused', (_what, headers, sent) => {
  expect(judge(headers, sent).ok).toBe(false);
});

test('a message in the form of GitHub is identified by its body; another delivery id makes no other message', () => {
  const one = judgeGithub(github('a-shared-secret-1', { 'x-github-delivery': 'guid-1' }));
  const replay = judgeGithub(github('a-shared-secret-2', { 'x-github-delivery': 'guid-2' }));
  expect(one).toMatchObject({ ok: true, message: 'guid-1' });
  expect(replay).toEqual({ ...one, message: 'guid-2' });
  expect(judgeGithub(github('a-shared-secret-1'))).toMatchObject({ ok: true, message: one.ok && one.digest });
});

test.each<[string, Record<string, string>, string]>([
  ['without a signature', {}, text],
  ['signed with another secret', github('another-secret-of-16'), text],
  ['with another body', github('a-shared-secret-1'), ''],
  ['whose signature is too short', { 'x-hub-signature-256': 'sha256=00' }, text],
  ['with SHA-1', { 'x-hub-signature': `sha1=${'0'.repeat(40)}` }, text],
  ['with a signature in the other form', standard(FIRST), text],
])('a message in the form of GitHub %s is refused', (_what, headers, sent) => {
  expect(judgeGithub(headers, sent).ok).toBe(false);
});
