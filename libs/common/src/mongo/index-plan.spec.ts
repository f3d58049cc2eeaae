import type { IndexSpec } from './collections.js';
import { indexPlan } from './index-plan.js';

const partial: IndexSpec = { key: { tenant: 1, name: 1 }, unique: true, partialFilterExpression: { live: true } };
const ttl: IndexSpec = { key: { expireAt: 1 }, expireAfterSeconds: 0 };
const READY = [
  { v: 2, name: '_id_', key: { _id: 1 } },
  { v: 2, name: 'tenant_1_name_1', ...partial },
  { v: 2, name: 'expireAt_1', key: ttl.key, expireAfterSeconds: 0n },
];

test('an index with the wanted options needs nothing, whatever else the server returns of it', () => {
  expect(indexPlan([partial, ttl], { ready: READY, building: [] })).toEqual({ steps: [], replaced: [] });
});

test('a missing index is built under the name that a server gives', () => {
  expect(indexPlan([partial], { ready: [], building: [] })).toEqual({
    steps: [{ index: partial, name: 'tenant_1_name_1', how: 'build', isBuilding: false }],
    replaced: [],
  });
});

test('an index whose build is under way is missing under its name', () => {
  const building = [{ ...partial, name: 'tenant_1_name_1_0a1b2c3d' }];
  expect(indexPlan([partial], { ready: [], building }).steps).toEqual([
    { index: partial, name: 'tenant_1_name_1_0a1b2c3d', how: 'build', isBuilding: true },
  ]);
});

test.each([
  ['its keys are not unique', { unique: false }],
  ['it contains other documents', { partialFilterExpression: { open: true } }],
  ['it contains all documents', { partialFilterExpression: undefined }],
])('if %s, another is built beside it, and replaces it once it is ready', (_, options) => {
  const { partialFilterExpression = null, ...present } = { name: 'tenant_1_name_1', ...partial, ...options };
  const before = { ...present, ...(partialFilterExpression && { partialFilterExpression }) };
  const plan = indexPlan([partial], { ready: [before], building: [] });
  expect(plan).toMatchObject({ steps: [{ index: partial, how: 'build', isBuilding: false }], replaced: [] });
  expect(plan.steps[0]?.name).toMatch(/^tenant_1_name_1_[0-9a-f]{8}$/);
  const after = { ...partial, name: plan.steps[0]?.name ?? '' };
  expect(indexPlan([partial], { ready: [before], building: [after] }).replaced).toEqual([]);
  expect(indexPlan([partial], { ready: [before, after], building: [] })).toEqual({
    steps: [],
    replaced: ['tenant_1_name_1'],
  });
});

test('the time after which an index removes documents is changed in place', () => {
  const ready = [{ name: 'expireAt_1', key: ttl.key, expireAfterSeconds: 60 }];
  expect(indexPlan([ttl], { ready, building: [] })).toEqual({
    steps: [{ index: ttl, name: 'expireAt_1', how: 'expiry', isBuilding: false }],
    replaced: [],
  });
});

test('two wanted indexes of one key are both kept, and indexes of other keys are nobody else’s business', () => {
  const all: IndexSpec = { key: partial.key };
  const ready = [...READY, { name: 'all', ...all }, { name: 'own', key: { mine: 1 } }];
  expect(indexPlan([partial, all, ttl], { ready, building: [] })).toEqual({ steps: [], replaced: [] });
});
