import { httpHeaders } from '#common/spec/fields.js';
import { signatureProblem } from '#worker-sdk/signature.js';
import { signCall } from './sign-call.js';

const AT = Date.parse('2026-12-01T10:00:00Z');
const OLD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const call = { key: 'run.1/0/main/0/1', body: '{"a":1}', at: AT };
const sign = (secrets: string): Record<string, string> => signCall({ 'webhook-signature': secrets, accept: 'x' }, call);

test('a signed call is accepted with a secret that signed it, and with no other', () => {
  const headers = sign(NEW);
  expect(headers).toMatchObject({ accept: 'x', 'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/) as string });
  expect(JSON.stringify(headers)).not.toContain(NEW);
  expect(signatureProblem(headers, call.body, { secrets: [NEW], now: AT })).toBeNull();
  expect(signatureProblem(headers, call.body, { secrets: [OTHER], now: AT })).toContain('none of the secrets');
  expect(signatureProblem(headers, '{"a":2}', { secrets: [NEW], now: AT })).toContain('none of the secrets');
});

test('both sides may have both secrets while a secret is being changed', () => {
  const headers = sign(`${OLD} ${NEW}`);
  for (const secrets of [[OLD], [NEW], [OTHER, NEW]])
    expect(signatureProblem(headers, call.body, { secrets, now: AT })).toBeNull();
  expect(signatureProblem(sign(OLD), call.body, { secrets: [OLD, NEW], now: AT })).toBeNull();
});

test('a repeat has the id of the first call and its own time', () => {
  const later = signCall({ 'webhook-signature': NEW }, { ...call, at: AT + 60_000 });
  expect(later['webhook-id']).toBe(sign(NEW)['webhook-id']);
  expect(later['webhook-timestamp']).not.toBe(sign(NEW)['webhook-timestamp']);
});

test.each([-301, 301])('a call whose time differs by %d seconds is not accepted', (seconds) => {
  const now = AT + seconds * 1_000;
  expect(signatureProblem(sign(NEW), call.body, { secrets: [NEW], now })).toContain('five minutes');
});

test('a header without secrets is sent unchanged', () => {
  const headers = { 'webhook-signature': 'v1,abc', accept: 'x' };
  expect(signCall(headers, call)).toEqual(headers);
  expect(signCall({}, call)).toEqual({});
});

// The example of https://github.com/standard-webhooks/standard-webhooks.
test('a signature that other software made in this form is accepted', () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  expect(signatureProblem(headers, '{"test": 2432232314}', { secrets, now: 1_614_265_330_000 })).toBeNull();
});

test.each<[value: string, isGood: boolean]>([
  [NEW, true],
  [`${OLD} ${NEW}`, true],
  ['whsec_short', false],
  [`${OLD} ${NEW} ${OTHER}`, false],
  ['anything else', true],
  ['***', true],
])('the header webhook-signature is checked for %j: %p', (value, isGood) => {
  expect(httpHeaders.safeParse({ 'Webhook-Signature': value }).success).toBe(isGood);
});
