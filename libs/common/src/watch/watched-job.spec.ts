import { asJobId, asTenantId } from '../domain/ids.js';
import type { StoredJob } from '../spec/definitions.js';
import type { RuleSpec } from '../spec/rule.js';
import { countsSince, isWatched } from './watched-job.js';

const tenant = asTenantId('ibm');
const job: StoredJob = {
  id: asJobId('nightly'),
  tenant,
  version: 1,
  rev: 1,
  createdAt: 1,
  updatedAt: 1,
  updatedBy: 'x',
  sealed: { secureParameters: null, httpHeaders: {} },
  paused: null,
  deletedAt: null,
  spec: { tenant: 'ibm', name: 'Nightly', worker: 'hook', labels: { team: 'billing', tier: 'a' } },
};
const rule = (spec: Partial<RuleSpec>): Parameters<typeof isWatched>[0] => ({
  tenant,
  since: 100,
  spec: { when: { type: 'failed' }, ...spec },
});

test.each<[string, Partial<RuleSpec>, Partial<StoredJob>, boolean]>([
  ['every job of the tenant', {}, {}, true],
  ['the job that it names', { match: { job: 'nightly' } }, {}, true],
  ['not another job', { match: { job: 'daily' } }, {}, false],
  ['a job with its labels, among others', { match: { labels: { team: 'billing' } } }, {}, true],
  ['not a job with another value', { match: { labels: { team: 'billing', tier: 'b' } } }, {}, false],
  ['not a job of another tenant', {}, { tenant: asTenantId('acme') }, false],
  ['not a paused job', {}, { paused: { by: 'ada', at: 5, note: null } }, false],
  ['not a deleted job', {}, { deletedAt: 5 }, false],
  ['not a disabled job', {}, { spec: { ...job.spec, enabled: false } }, false],
])('a rule watches %s', (_what, spec, changed, expected) => {
  expect(isWatched(rule(spec), { ...job, ...changed })).toBe(expected);
});

test('failures before a resume count only for rules that do not pause jobs', () => {
  const [pausing, watching] = [true, false].map((pause) => rule({ when: { type: 'failuresInRow', count: 3, pause } }));
  const resumed = { ...job, resumedAt: 500 };
  expect(countsSince(pausing!, resumed)).toBe(500);
  expect(countsSince(pausing!, { ...job, resumedAt: 50 })).toBe(100);
  expect(countsSince(pausing!, job)).toBe(100);
  expect(countsSince(watching!, resumed)).toBe(100);
});
