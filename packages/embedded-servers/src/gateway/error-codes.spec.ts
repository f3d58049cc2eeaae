import { codeOf, nameOfSqlState, unpackSqlState } from './error-codes.js';
import { GatewayError } from './gateway-error.js';

describe('error codes', () => {
  it.each([
    ['M001C', 'DuplicateKey', 11_000],
    ['23505', 'DuplicateKey', 11_000],
    ['23P01', 'DuplicateKey', 11_000],
    ['40P01', 'WriteConflict', 112],
    ['57014', 'MaxTimeMSExpired', 50],
    ['M0009', 'IndexNotFound', 27],
    ['57P03', 'InterruptedDueToReplStateChange', 11_602],
    ['XX999', 'InternalError', 1],
  ] as const)('tell %s as %s, %d', (state, name, code) => {
    expect([nameOfSqlState(state), codeOf(nameOfSqlState(state))]).toEqual([name, code]);
  });

  it('are decoded from the number in replies', () => {
    expect(unpackSqlState(319_029_277)).toBe('M001C');
  });
});

describe('GatewayError', () => {
  it('has a code, name, text, further fields and labels', () => {
    const error = new GatewayError('DuplicateKey', 'twice', {
      fields: { keyPattern: { a: 1 } },
      labels: ['RetryableWriteError'],
    });
    expect(error.toReply()).toEqual({
      ok: 0,
      errmsg: 'twice',
      code: 11_000,
      codeName: 'DuplicateKey',
      keyPattern: { a: 1 },
      errorLabels: ['RetryableWriteError'],
    });
  });
});
