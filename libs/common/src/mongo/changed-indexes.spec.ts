import { changedIn } from './changed-indexes.js';
import type { IndexSpec } from './collections.js';

const partial: IndexSpec = { key: { tenant: 1, name: 1 }, unique: true, partialFilterExpression: { live: true } };
const ttl: IndexSpec = { key: { expireAt: 1 }, expireAfterSeconds: 0 };

test('an index with the wanted options is unchanged, whatever else the server returns of it', () => {
  const present = [
    { v: 2, name: '_id_', key: { _id: 1 } },
    { v: 2, name: 'tenant_1_name_1', ...partial },
    { v: 2, name: 'expireAt_1', key: ttl.key, expireAfterSeconds: 0n },
  ];
  expect(changedIn([partial, ttl], present)).toEqual([]);
});

test('an index that is missing is not changed', () => {
  expect(changedIn([partial], [])).toEqual([]);
});

test.each([
  ['its keys are not unique', { ...partial, unique: false }],
  ['it contains other documents', { ...partial, partialFilterExpression: { open: true } }],
  ['it contains all documents', { key: partial.key, unique: true }],
  ['it removes documents', { ...partial, expireAfterSeconds: 60 }],
])('an index is changed if %s', (_, present) => {
  expect(changedIn([partial, ttl], [present, ttl])).toEqual(['{"tenant":1,"name":1}']);
});
