import { asJobId, asTenantId } from '../domain/ids.js';
import type { StoredJob } from '../spec/definitions.js';
import type { RuleSpec } from '../spec/rule.js';
import { countsSince, isWatched } from './watched-job.js';

const tenant = asTenantId('ibm');
const job: StoredJob = {
  ...{ id: asJobId('nightly'), tenant, version: 1, rev: 1, createdAt: 1, updatedAt: 1, updatedBy: 'x' },
  ...{ sealed: { secureParameters: null, httpHeaders: {} }, paused: null, deletedAt: null },
  spec: { tenant: 'ibm', name: 'Nightly', worker: 'hook', labels: { team: 'billing', tier: 'a' } },
};
const rule = (spec: Partial<RuleSpec>): Parameters<typeof isWatched>[0] => ({
  ...{ tenant, since: 100, spec: { when: { type: 'failed' }, ...spec } },
});

test.each<[string, Partial<RuleSpec>, Partial<StoredJob>, boolean]>([
  ['every job of the tenant', {}, {}, true],
  ['the job that it names', { match: { job: 'nightly' } }, {}, true],
  ['not another one', { match: { job: 'daily' } }, {}, false],
  ['one with the labels, among others', { match: { labels: { team: 'billing' } } }, {}, true],
  ['not one with another value', { match: { labels: { team: 'billing', tier: 'b' } } }, {}, false],
  ['not one of another tenant', {}, { tenant: asTenantId('acme') }, false],
  ['not a paused one', {}, { paused: { by: 'ada', at: 5, note: null } }, false],
  ['not a deleted one', {}, { deletedAt: 5 }, false],
  ['not a disabled one', {}, { spec: { ...job.spec, enabled: false } }, false],
])('a rule watches %s', (_what, spec, changed, expected) => {
  expect(isWatched(rule(spec), { ...job, ...changed })).toBe(expected);
});

test('what failed before a resume counts for rules that do not pause jobs only', () => {
  const [pausing, watching] = [true, false].map((pause) => rule({ when: { type: 'failuresInRow', count: 3, pause } }));
  const resumed = { ...job, resumedAt: 500 };
  expect(countsSince(pausing!, resumed)).toBe(500);
  expect(countsSince(pausing!, { ...job, resumedAt: 50 })).toBe(100);
  expect(countsSince(pausing!, job)).toBe(100);
  expect(countsSince(watching!, resumed)).toBe(100);
});
