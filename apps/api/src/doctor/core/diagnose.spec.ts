import { SERVICES } from '#common/domain/service-name.js';
import type { RightsFound } from '#common/domain/cluster-rights.js';
import type { ProviderTrouble } from '#common/domain/provider-trouble.js';
import { diagnose, type Facts } from './diagnose.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const replicas = SERVICES.map((service) => ({
  service,
  replica: `${service}-1`,
  version: '1.0.0',
  form: 1,
  rights: [] as readonly RightsFound[],
  providers: [] as readonly ProviderTrouble[],
  stuckUsers: [] as readonly number[],
  ready: true,
  clockSkewMs: 3,
}));
const WELL: Facts = {
  replicas,
  databaseMs: 2,
  newerDocuments: { runs: 0 },
  certificates: [{ name: 'NATS_CERT', daysLeft: 200 }],
  proxies: { publicUrl: 'https://jobs.example.com', trusted: ['192.0.2.1'] },
  fullTenants: [],
  refusedSecrets: { jobs: [], unexamined: null },
  refusedIdentities: { jobs: [], unexamined: null },
  outsideWorkers: [],
  archive: { trouble: null, skewMs: -1_000 },
  backups: { plan: 'scheduled', backupAgeMs: 20 * HOUR_MS, drillAgeMs: 30 * DAY_MS },
  missingIndexes: [],
  natsTrouble: null,
  isEncrypted: { mongodb: true, nats: true },
  keys: ['k2'],
  secretsByKey: { k2: 4 },
  holds: [],
  waiting: { overdueSchedules: 0, runs: {}, isAllOfThem: true },
};
const hold = {
  tenant: '*',
  scopes: ['admissions'],
  reason: 'a move',
  by: 'ann',
  since: 0,
  skipUntil: null,
  rev: 1,
} as const;

const backups = (change: Partial<Facts['backups']>): Partial<Facts> => ({ backups: { ...WELL.backups, ...change } });

const exporting = (lagSeconds: number, problem: string | null): Facts['replicas'] =>
  replicas.map((each, i) => (i === 0 ? { ...each, logExport: { lagSeconds, problem } } : each));

/** The checks that are not ok, with their status. */
const findings = (change: Partial<Facts>): string[] =>
  diagnose({ ...WELL, ...change }).flatMap(({ check, status }) => (status === 'ok' ? [] : [`${status} ${check}`]));

test('a healthy system needs no action', () => {
  expect(findings({})).toEqual([]);
  expect(diagnose(WELL).every(({ fix }) => fix === null)).toBe(true);
});

test.each<[string, Partial<Facts>, string[]]>([
  ['a slow database', { databaseMs: 900 }, ['warning database']],
  ['a missing index', { missingIndexes: ['runs { job: 1 }'] }, ['error indexes']],
  ['logs that are shipped', { replicas: exporting(95, null) }, []],
  ['logs that are shipped late', { replicas: exporting(901, null) }, ['warning logExport']],
  ['a target that takes no logs', { replicas: exporting(95, 'the target answered 401') }, ['error logExport']],
  ['no backup, and none planned', backups({ plan: null, backupAgeMs: null, drillAgeMs: null }), ['warning backups']],
  ['backups of another tool', backups({ plan: 'elsewhere', backupAgeMs: null, drillAgeMs: null }), []],
  ['a planned backup that was never made', backups({ backupAgeMs: null, drillAgeMs: null }), ['error backups']],
  ['a backup that is three days old', backups({ backupAgeMs: 3 * DAY_MS }), ['error backups']],
  ['backups by hand, of which the last is old', backups({ plan: null, backupAgeMs: 3 * DAY_MS }), ['error backups']],
  ['backups that nobody has tried to restore', backups({ drillAgeMs: null }), ['warning backups']],
  ['a drill of the quarter before', backups({ drillAgeMs: 46 * DAY_MS }), ['warning backups']],
  ['no NATS', { natsTrouble: 'connection refused' }, ['error nats']],
  ['a connection without encryption', { isEncrypted: { mongodb: false, nats: true } }, ['warning tls']],
  ['a missing service', { replicas: replicas.slice(1) }, ['error services']],
  [
    'a service that is not ready',
    { replicas: replicas.map((each) => ({ ...each, ready: each.service !== 'executor' })) },
    ['error services'],
  ],
  [
    'a provider of secrets that one of two replicas cannot reach',
    {
      replicas: replicas.map((each, i) => ({
        ...each,
        providers: [{ provider: 'vault', kind: 'vault', trouble: i === 0 ? 'no answer within 5 s' : null }],
      })),
    },
    ['error secrets'],
  ],
  [
    'a user whose processes cannot be ended',
    { replicas: replicas.map((each) => ({ ...each, stuckUsers: each.service === 'executor' ? [60_578] : [] })) },
    ['error processUsers'],
  ],
  ['two versions', { replicas: [...replicas, { ...replicas[0]!, version: '1.1.0' }] }, ['warning versions']],
  [
    'a replica of an older version than the others',
    { replicas: replicas.map((each) => ({ ...each, form: each.service === 'executor' ? 1 : 2 })) },
    ['warning forms'],
  ],
  [
    'a certificate that expires soon',
    { certificates: [{ name: 'NATS_CERT', daysLeft: 20 }] },
    ['warning certificates'],
  ],
  ['a certificate that has expired', { certificates: [{ name: 'NATS_CERT', daysLeft: -1 }] }, ['error certificates']],
  ['an archive that does not work', { archive: { trouble: 'away', skewMs: null } }, ['error archive']],
  ['an archive whose clock differs', { archive: { trouble: null, skewMs: 90_000 } }, ['warning archive']],
  [
    'a tenant that is close to its limit',
    { fullTenants: [{ tenant: 'ibm', jobs: 95, maxJobs: 100 }] },
    ['warning limits'],
  ],
  [
    'a Role that lacks rights, some of them for certain jobs only',
    {
      replicas: replicas.map((each) => ({
        ...each,
        rights:
          each.service === 'executor'
            ? [{ namespace: 'jobs', lacks: ['patch pods'], lacksForSome: ['list services'], beyond: ['list secrets'] }]
            : [],
      })),
    },
    ['error rights', 'warning rights', 'warning rights'],
  ],
  ['documents that a newer version has written', { newerDocuments: { runs: 3, schedules: 0 } }, ['error forms']],
  [
    'a clock that differs',
    { replicas: replicas.map((each) => ({ ...each, clockSkewMs: each.service === 'api' ? -400 : 0 })) },
    ['warning clocks'],
  ],
  [
    'a clock that differs by much',
    { replicas: replicas.map((each) => ({ ...each, clockSkewMs: each.service === 'api' ? 4_000 : 0 })) },
    ['error clocks'],
  ],
  ['a missing key', { secretsByKey: { k1: 1 } }, ['error keys']],
  ['an old key that is still needed', { keys: ['k2', 'k1'], secretsByKey: { k1: 1, k2: 3 } }, ['warning keys']],
  ['an old key that is no longer needed', { keys: ['k2', 'k1'], secretsByKey: { k2: 3 } }, []],
  [
    'a hold, with the number of runs that wait for its release',
    { holds: [hold], waiting: { ...WELL.waiting, overdueSchedules: 4 } },
    ['warning holds', 'warning backlog'],
  ],
  ['slots that no scheduler records', { waiting: { ...WELL.waiting, overdueSchedules: 4 } }, ['error backlog']],
])('the doctor reports %s', (_what, change, wanted) => {
  expect(findings(change)).toEqual(wanted);
});

test('the findings are sorted by severity', () => {
  const statuses = diagnose({ ...WELL, natsTrouble: 'away', databaseMs: 900 }).map(({ status }) => status);
  expect(statuses.slice(0, 2)).toEqual(['error', 'warning']);
});

test('jobs with a refused identity are named', () => {
  const refusedIdentities = { jobs: ['ibm-a'], unexamined: null };
  expect(findings({ refusedIdentities })).toEqual(['error identity']);
  expect(JSON.stringify(diagnose({ ...WELL, refusedIdentities })[0])).toContain('ibm-a');
});

test('jobs with refused variables are named, and it is said when not all were examined', () => {
  const many = Array.from({ length: 22 }, (_, i) => `ibm-${i}`);
  expect(findings({ refusedSecrets: { jobs: many, unexamined: null } })).toEqual(['error variables']);
  const [first] = diagnose({ ...WELL, refusedSecrets: { jobs: many, unexamined: 'it took too long' } });
  expect(first?.message).toContain('ibm-0, ibm-1,');
  expect(first?.message).toContain('ibm-19 and 2 more.');
  expect(findings({ refusedSecrets: { jobs: [], unexamined: 'it took too long' } })).toEqual(['warning variables']);
});

test('workers that no executor may call are named', () => {
  const outsideWorkers = [{ worker: 'billing', why: 'billing.shop.svc is outside WEBSERVICE_ALLOW, which is public' }];
  expect(findings({ outsideWorkers })).toEqual(['error addresses']);
});
