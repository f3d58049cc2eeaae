import { asJobId, asTenantId } from '../domain/ids.js';
import type { Mongo } from './mongo.js';
import { RunEstimates } from './samples.js';
import type { RunFilter } from './run-filter.js';

const RUNS = 100_000;
/** Of a thousand runs in the sample 50 have failed, and 5 were aborted. */
const sampled = Array.from({ length: 1_000 }, (_, i) => ({
  tenant: asTenantId('a'),
  job: asJobId('j'),
  trigger: 'schedule',
  createdAt: i,
  phase: i < 50 ? 'Failed' : i < 55 ? 'Aborted' : 'Completed',
}));
const filter: RunFilter = {
  tenants: null,
  job: null,
  state: null,
  phase: null,
  trigger: null,
  errorGroup: null,
  from: null,
  to: null,
  begins: new Map(),
};

function estimates(total: number): { readonly of: RunEstimates; readonly taken: () => number } {
  let taken = 0;
  const collection = {
    estimatedDocumentCount: () => Promise.resolve(total),
    aggregate: () => ({ toArray: () => Promise.resolve((taken++, sampled)) }),
  };
  const mongo = { collection: () => collection } as unknown as Pick<Mongo, 'collection'>;
  return { of: new RunEstimates(mongo, { monotonic: () => 0 }), taken: () => taken };
}

test('a number that is certainly above the bound is estimated; one near the bound, or rare in the sample, is counted', async () => {
  const { of } = estimates(RUNS);
  expect(await of.countIfMore({ ...filter, state: 'FAILED' }, 1_000)).toBe(5_000);
  expect(await of.countIfMore({ ...filter, state: 'FAILED' }, 3_000)).toBeNull();
  expect(await of.countIfMore({ ...filter, state: 'ABORTED' }, 100)).toBeNull();
  expect(await of.count({ ...filter, state: 'ABORTED' })).toBe(500);
});

test('for an empty collection nothing is certain', async () => {
  expect(await estimates(0).of.countIfMore(filter, 1_000)).toBeNull();
});

test('one sample answers many questions', async () => {
  const { of, taken } = estimates(RUNS);
  await Promise.all([of.count(filter), of.countIfMore(filter, 1_000), of.count({ ...filter, state: 'FAILED' })]);
  expect(taken()).toBe(1);
});
