import { asTenantId } from '#common/domain/ids.js';
import { chooseNext, MAX_AT_ONCE, MAX_PER_TENANT, MAX_PER_WEBHOOK, servedBy, type Addressed } from './fair-share.js';

const notices = (tenant: string, count: number, to: (i: number) => string): Addressed[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${tenant}/${i}`, tenant: asTenantId(tenant), to: to(i) }));

test('a webhook has at most its share within its tenant, and a tenant at most its share of all', () => {
  expect(
    chooseNext(
      notices('a', 100, () => 'hook'),
      [],
    ),
  ).toHaveLength(MAX_PER_WEBHOOK);
  expect(
    chooseNext(
      notices('a', 100, (i) => `hook-${i}`),
      [],
    ),
  ).toHaveLength(MAX_PER_TENANT);
  const many = Array.from({ length: 10 }, (_, t) => notices(`t${t}`, 50, (i) => `hook-${t}-${i}`)).flat();
  expect(chooseNext(many, [])).toHaveLength(MAX_AT_ONCE);
});

test('notices under way count towards the shares and are not chosen again', () => {
  const due = notices('a', 30, (i) => `hook-${i}`);
  const first = chooseNext(due, []);
  expect(chooseNext(due, first)).toEqual([]);
  expect(servedBy(first)).toEqual({ tenants: ['a'], webhooks: [] });
  const other = notices('b', 1, () => 'other');
  expect(chooseNext([...due, ...other], first)).toEqual(other);
  expect(chooseNext(due, first.slice(2))).toEqual(first.slice(0, 2));
});
