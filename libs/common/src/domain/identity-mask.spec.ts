import { MASK } from './mask.js';
import { IDENTITY_MASK } from './identity-mask.js';
import { SecretBox } from '../crypto/secret-box.js';
import { IdentityTokens } from '../secrets/identity-tokens.js';
import { asAttemptId, asJobId, asRunId, asTenantId } from './ids.js';

const box = new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 1) }]);
const store = { keep: () => Promise.resolve(), published: () => Promise.resolve([]) };
const service = { issuer: 'https://carillon.test', metrics: { identityTokens: { inc: () => undefined } } as never };
const tokens = new IdentityTokens(box, store, { now: () => 1_760_000_000_000, monotonic: () => 0 }, service);
const issue = async (): Promise<string> => {
  const run = { id: asRunId('r1'), tenant: asTenantId('ibm'), job: asJobId('ibm-a'), jobVersion: 3 };
  const issued = await tokens.issue('given', {
    run: { ...run, trigger: 'manual', requestedBy: 'ann' },
    attempt: asAttemptId('r1/0/main/0/1'),
    job: { identity: { audience: ['vault'] }, identitySubject: 'tenant:ibm:1:job:ibm-a:2' },
    tenant: { identityAudiences: ['vault'] },
    audience: null,
    seconds: 60,
  });
  return 'token' in issued ? issued.token : '';
};
const shows = (text: string, token: string): boolean => {
  const pieces = Array.from({ length: token.length - 40 }, (_, at) => token.slice(at, at + 40));
  return pieces.some((piece) => text.includes(piece));
};

test('a token is hidden in whatever surrounds it, and the rest of the line stays', async () => {
  const token = await issue();
  const hide = (line: string): string => IDENTITY_MASK.hide(line, false);
  expect(hide(`Authorization: Bearer ${token}`)).toBe(`Authorization: Bearer ${MASK}`);
  expect(hide(`{"token":"${token}","n":1}`)).toBe(`{"token":"${MASK}","n":1}`);
  expect(hide(`a=${encodeURIComponent(token).replaceAll('.', '%2E')}&b=1`)).toBe(`a=${MASK}&b=1`);
  expect(IDENTITY_MASK.hideIn(`it said: ${token}\nand more`)).toBe(`it said: ${MASK}\nand more`);
  expect(IDENTITY_MASK.mayHide(`x\n${token}\ny`)).toBe(true);
});

test('a token is hidden where its beginning or its end was cut off', async () => {
  const token = await issue();
  for (const cut of [5, 60, 200])
    expect(shows(IDENTITY_MASK.hide(`${token.slice(cut)} is all`, false), token)).toBe(false);
  for (const length of [10, 20, 200])
    expect(IDENTITY_MASK.hide(`it is ${token.slice(0, length)}`, true)).toMatch(/^it is (?:\*\*\*)?$/);
  expect(IDENTITY_MASK.hide(`${token.slice(5)} is all`, false)).toBe(`${MASK} is all`);
});

test('base64 of a token is hidden, alone, within a longer text, and broken into lines', async () => {
  const token = await issue();
  const base64 = Buffer.from(token).toString('base64');
  expect(IDENTITY_MASK.hide(base64, false)).toBe(MASK);
  expect(IDENTITY_MASK.hide(Buffer.from(`u:${token}`).toString('base64'), false).length).toBeLessThan(12);
  const lines = base64.match(/.{1,76}/g) ?? [];
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines.slice(0, -1)) expect(IDENTITY_MASK.hide(line, false)).toBe(MASK);
});

test('other texts stay as they are', () => {
  const jws = `${'a'.repeat(30)}.${'b'.repeat(43)}`;
  for (const line of [
    'a line of words, with 1,204 rows.',
    Buffer.from(Array.from({ length: 90 }, (_, i) => (i * 37) % 256)).toString('base64'),
    Buffer.from('an ordinary sentence in base64, which has spaces').toString('base64'),
    '0123456789abcdef'.repeat(4),
    jws,
  ])
    expect(IDENTITY_MASK.hide(line, false)).toBe(line);
});
