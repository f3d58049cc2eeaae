import { keysInUse } from './keys-in-use.js';

test('keys are listed in the order of SECRET_KEYS with the values that need them, and missing keys last', () => {
  const counted = { k1: { jobs: 2, tokens: 5 }, lost: { workers: 1 }, k2: {} };
  expect(keysInUse(['k2', 'k1'], counted)).toEqual([
    { key: 'k2', use: 'sealing', values: 0, collections: [] },
    {
      key: 'k1',
      use: 'opening',
      values: 7,
      collections: [
        { collection: 'tokens', values: 5 },
        { collection: 'jobs', values: 2 },
      ],
    },
    { key: 'lost', use: 'missing', values: 1, collections: [{ collection: 'workers', values: 1 }] },
  ]);
});

test('before the first count every key is listed without values', () => {
  expect(keysInUse(['k1'], {})).toEqual([{ key: 'k1', use: 'sealing', values: 0, collections: [] }]);
});
