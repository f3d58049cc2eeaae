import { countBySuccessAge, FIRST_AGE_MS } from './success-ages.js';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
const NONE = { '1h': 0, '6h': 0, '1d': 0, '7d': 0, '30d': 0, never: 0 };
const nameOf = (tenant: string): string => tenant;

test('a job counts for every age that its last success exceeds', () => {
  const ages = [0.9, 1, 23, 24, 24 * 7 - 1, 24 * 7, 24 * 30];
  const jobs = ages.map((hours) => ({ tenant: 'a', at: NOW - hours * HOUR }));
  const counts = countBySuccessAge(jobs, NOW, { nameOf, tenants: [] });
  expect(Object.fromEntries(counts)).toEqual({ a: { '1h': 6, '6h': 5, '1d': 4, '7d': 2, '30d': 1, never: 0 } });
});

test('a job that has never succeeded has no age and counts separately', () => {
  const counts = countBySuccessAge([{ tenant: 'a', at: null }], NOW, { nameOf, tenants: [] });
  expect(counts.get('a')).toEqual({ ...NONE, never: 1 });
});

test('tenants with the same name are counted together, and a name without old successes goes back to zero', () => {
  const jobs = ['a', 'b', 'c'].map((tenant) => ({ tenant, at: NOW - FIRST_AGE_MS }));
  const counts = countBySuccessAge(jobs, NOW, { nameOf: (each) => (each === 'a' ? 'a' : 'other'), tenants: ['d'] });
  expect(Object.fromEntries(counts)).toEqual({ a: { ...NONE, '1h': 1 }, other: { ...NONE, '1h': 2 }, d: NONE });
});
