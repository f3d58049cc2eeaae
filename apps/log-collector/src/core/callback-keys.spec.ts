import { callbackKey, CallbackKeys } from './callback-keys.js';

describe('the keys of callbacks', () => {
  it('identify earlier calls, by number if they have one', () => {
    const keys = new CallbackKeys([callbackKey({ seq: 7, key: 'x' }), callbackKey({ seq: null, key: 'body' })]);
    expect(keys.has(callbackKey({ seq: 7, key: 'other' }))).toBe(true);
    expect(keys.has(callbackKey({ seq: null, key: 'body' }))).toBe(true);
    expect(keys.has(callbackKey({ seq: 8, key: 'x' }))).toBe(false);
    expect(keys.has(callbackKey({ seq: null, key: '#7x' }))).toBe(false);
  });

  it('accept numbers in any order', () => {
    const keys = new CallbackKeys(['#5']);
    expect(keys.has('#4')).toBe(false);
  });

  it('keep a bounded number of keys and treat far lower numbers as repeats', () => {
    const keys = new CallbackKeys(Array.from({ length: 10_000 }, (_, i) => `#${i}`));
    expect(keys.has('#9999')).toBe(true);
    expect(keys.has('#100')).toBe(true);
  });
});
