import { callbackKey, CallbackKeys } from './callback-keys.js';

describe('the keys of callbacks', () => {
  it('know the calls that were there, by number where there is one', () => {
    const keys = new CallbackKeys([callbackKey({ seq: 7, key: 'x' }), callbackKey({ seq: null, key: 'body' })]);
    expect(keys.has(callbackKey({ seq: 7, key: 'other' }))).toBe(true);
    expect(keys.has(callbackKey({ seq: null, key: 'body' }))).toBe(true);
    expect(keys.has(callbackKey({ seq: 8, key: 'x' }))).toBe(false);
    expect(keys.has(callbackKey({ seq: null, key: '#7x' }))).toBe(false);
  });

  it('take numbers that overtake each other', () => {
    const keys = new CallbackKeys(['#5']);
    expect(keys.has('#4')).toBe(false);
  });

  it('remember a bounded number and take far lower numbers for repeats', () => {
    const keys = new CallbackKeys(Array.from({ length: 10_000 }, (_, i) => `#${i}`));
    expect(keys.has('#9999')).toBe(true);
    expect(keys.has('#100')).toBe(true);
  });
});
