import fc from 'fast-check';
import { asJobId, asTenantId } from '../domain/ids.js';
import type { Part } from './ledger.js';
import { measured, newStoragePass, type StoragePass, type StorageSize } from './storage-pass.js';

const AT = Date.parse('2026-11-30T23:59:59Z');
const size = (tenant: string, job: string, version: number, bytes: number): StorageSize => ({
  key: `${job}/${version}`,
  tenant: asTenantId(tenant),
  job: asJobId(job),
  savedAt: AT,
  bytes,
});

function passOver(sizes: readonly StorageSize[], pageSize: number, isOfTenant = (_: StorageSize) => true): Part[] {
  const parts: Part[] = [];
  let pass: StoragePass | null = newStoragePass(AT);
  while (pass !== null) {
    const { after }: StoragePass = pass;
    const page = sizes.filter(({ key }) => after === null || key > after).slice(0, pageSize);
    const found = measured(pass, page, { isLast: page.length < pageSize, isOfTenant });
    parts.push(...found.parts);
    pass = found.next;
  }
  return parts;
}

const bytesOf = (parts: readonly Part[]): Record<string, number | undefined> =>
  Object.fromEntries(parts.map(({ id, days }) => [id, days['30']?.storageBytes]));

test('the newest version of each job counts, for the job and for its tenant, on the day on which the pass began', () => {
  const sizes = [size('a', 'a-1', 1, 900), size('a', 'a-1', 2, 30), size('a', 'a-2', 1, 4), size('b', 'b-1', 1, 7)];
  expect(passOver(sizes, 10)).toHaveLength(5);
  expect(bytesOf(passOver(sizes, 10))).toEqual({
    '2026-11/job/a-1': 30,
    '2026-11/job/a-2': 4,
    '2026-11/job/b-1': 7,
    '2026-11/tenant/a': 34,
    '2026-11/tenant/b': 7,
  });
});

test('a deleted value and one of a removed tenant count for nobody, and a tenant with no other has no part', () => {
  const sizes = [size('a', 'a-1', 1, 900), size('a', 'a-1', 2, 0), size('b', 'b-1', 1, 7), size('c', 'c-1', 1, 8)];
  const parts = passOver(sizes, 2, ({ tenant }) => tenant !== asTenantId('b'));
  expect(bytesOf(parts)).toEqual({ '2026-11/job/c-1': 8, '2026-11/tenant/c': 8 });
});

test('without any storage there is nothing to take', () => {
  expect(passOver([], 2)).toEqual([]);
});

test('the pages of a pass do not change what it measures', () => {
  const owner = fc.record({ tenant: fc.constantFrom('a', 'b'), versions: fc.array(fc.nat(99), { maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(owner, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (owners, pageSize) => {
      const sizes = owners.flatMap(({ tenant, versions }, i) =>
        versions.map((bytes, version) => size(tenant, `j${i}`, version, bytes)),
      );
      expect(bytesOf(passOver(sizes, pageSize))).toEqual(bytesOf(passOver(sizes, 1_000)));
    }),
  );
});
