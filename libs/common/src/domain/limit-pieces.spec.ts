import { asJobId, asRunId, asTenantId } from './ids.js';
import {
  afterFold,
  firstHead,
  foldedBuckets,
  joined,
  NO_BUCKETS,
  nextHead,
  type HolderBuckets,
} from './limit-pieces.js';
import type { SharedLimit, SharedPermit } from './shared-limit.js';

const permit = (run: string): SharedPermit => ({ run: asRunId(run), job: asJobId('job'), since: 0, grant: 1 });
const limitOf = (rev: number, ...holders: SharedPermit[]): SharedLimit => ({
  key: 'group:acme/g',
  tenant: asTenantId('acme'),
  rev,
  holders,
  waiting: [],
  overflow: false,
});
const bucketsOf = (pieces: Parameters<typeof foldedBuckets>[0]): HolderBuckets =>
  new Map(foldedBuckets(pieces).map((each) => [each.bucket, each]));

const a = permit('a');
const b = permit('b');
const first = joined(firstHead(limitOf(1, a, b)), NO_BUCKETS);
const folded = joined(afterFold(first.head), bucketsOf(first));

test('folding does not change the permits', () => {
  expect(first.limit).toEqual(limitOf(1, a, b));
  expect(folded.limit).toEqual(limitOf(1, a, b));
  expect(folded.head).toMatchObject({ recent: [], folded: 1 });
});

test('releasing a permit that is in no bucket drops it; a permit of a bucket is recorded as released', () => {
  expect(nextHead(first, limitOf(2, b)).recent).toEqual([{ at: 1, held: b }]);
  const head = nextHead(folded, limitOf(2, b));
  expect(head).toMatchObject({ folded: 1, recent: [{ at: 2, freed: 'a' }] });
  expect(joined(head, folded.buckets).limit).toEqual(limitOf(2, b));
});

test('permits that are kept are not written again', () => {
  const next = { ...folded.limit, holders: [...folded.limit.holders, permit('c')], rev: 2 };
  expect(nextHead(folded, next).recent).toEqual([{ at: 2, held: permit('c') }]);
});

test('an older head does not change buckets that are newer than it', () => {
  const old = nextHead(folded, limitOf(2, b));
  const later = joined({ ...nextHead(folded, limitOf(2, b)), rev: 3 }, folded.buckets);
  const buckets = new Map([...folded.buckets, ...bucketsOf(later)]);
  expect(foldedBuckets(joined(old, buckets))).toEqual([]);
});
