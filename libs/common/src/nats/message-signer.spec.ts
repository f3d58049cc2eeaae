import { MAX_SIGNATURE_AGE_MS, MessageSigner } from './message-signer.js';

const key = (id: string, byte: number): { id: string; key: Buffer } => ({ id, key: Buffer.alloc(32, byte) });
const k1 = key('k1', 1);
const k2 = key('k2', 2);
const parts = { subject: 'scheduler.v1.admit', deadline: '1000', data: '{"v":1}' };
const NOW = 1_700_000_000_000;
const signature = new MessageSigner([k1]).sign(parts, NOW);
const faultOf = (changed: Partial<typeof parts>, text = signature, now: number | null = NOW): string | null =>
  new MessageSigner([k1]).faultOf(text, { ...parts, ...changed }, now);

test('S5: a message is accepted only as it was signed', () => {
  expect(faultOf({})).toBeNull();
  expect(faultOf({ data: '{"v":2}' })).toBe('forged');
  expect(faultOf({ subject: 'collector.v1.put-storage' })).toBe('forged');
  expect(faultOf({ deadline: '2000' })).toBe('forged');
  expect(faultOf({}, signature.replace(String(NOW), String(NOW + 1)))).toBe('forged');
});

test.each(['', 'v1', 'v1.k1', 'v1.k1.0.', 'v0.k1.0.AAAA', 'v1.other.0.AAAA', '....', 'x'.repeat(10_000)])(
  'S5: %p is not a valid signature',
  (text) => {
    expect(faultOf({}, text)).toBe(text === '' ? 'unsigned' : 'forged');
  },
);

test('S5: a recorded message cannot be sent again later, unless a stream has kept it', () => {
  expect(faultOf({}, signature, NOW + MAX_SIGNATURE_AGE_MS)).toBeNull();
  expect(faultOf({}, signature, NOW + MAX_SIGNATURE_AGE_MS + 1)).toBe('stale');
  expect(faultOf({}, signature, NOW - MAX_SIGNATURE_AGE_MS - 1)).toBe('stale');
  expect(faultOf({}, signature, null)).toBeNull();
});

test('while keys are rotated services accept each other’s messages, and a removed key signs nothing', () => {
  const [before, during, after] = [[k1], [k2, k1], [k2]].map((keys) => new MessageSigner(keys));
  const old = before?.sign(parts, NOW) ?? '';
  const young = during?.sign(parts, NOW) ?? '';
  expect(during?.faultOf(old, parts, NOW)).toBeNull();
  expect(after?.faultOf(young, parts, NOW)).toBeNull();
  expect(after?.faultOf(old, parts, NOW)).toBe('forged');
  expect(() => new MessageSigner([])).toThrow('at least one secret key');
});
