/** Finds the problems of an installation from gathered facts, and says how to solve them. Pure. */
import type { RightsFound } from '#common/domain/cluster-rights.js';
import type { ProviderTrouble } from '#common/domain/provider-trouble.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import type { HeldWork, Hold } from '#common/domain/hold.js';
import { addressFindings, type OutsideWorker } from './address-findings.js';
import { certificateFindings, type Certificate } from './certificate-findings.js';
import { error, fine, warning, type Finding } from './finding.js';
import { identityFindings, variableFindings, type RefusedJobs } from './variable-findings.js';
import ipaddr from 'ipaddr.js';

export interface SeenReplica {
  readonly service: ServiceName;
  readonly replica: string;
  readonly version: string;
  /** The form of the documents that the replica writes; it does not change documents of later forms. */
  readonly form: number;
  readonly ready: boolean;
  readonly clockSkewMs: number;
  /** The rights that the cluster has granted the replica in the namespaces of workers. */
  readonly rights: readonly RightsFound[];
  /** The problems of providers that the replica last found. */
  readonly providers: readonly ProviderTrouble[];
  /** The users of commands that it gives to no run, because it cannot end their processes. */
  readonly stuckUsers: readonly number[];
  /** Of the one executor that ships logs and audit, where a target is configured. */
  readonly logExport?: LogExport;
}

/** A tenant whose number of jobs is close to its limit. */
export interface FullTenant {
  readonly tenant: string;
  readonly jobs: number;
  readonly maxJobs: number;
}

export interface ArchiveFound {
  /** The problem of the store; null if it can write, read and delete. */
  readonly trouble: string | null;
  /** Null if the store does not give the time. */
  readonly skewMs: number | null;
}

export interface Facts {
  readonly replicas: readonly SeenReplica[];
  readonly databaseMs: number;
  /** The number of documents, by collection, of a later form than this version of the api can read. */
  readonly newerDocuments: Readonly<Record<string, number>>;
  readonly missingIndexes: readonly string[];
  /** Null if NATS and its streams have no problem. */
  readonly natsTrouble: string | null;
  readonly isEncrypted: { readonly mongodb: boolean; readonly nats: boolean };
  readonly certificates: readonly Certificate[];
  readonly proxies: Proxies;
  readonly fullTenants: readonly FullTenant[];
  readonly refusedSecrets: RefusedJobs;
  readonly refusedIdentities: RefusedJobs;
  /** The first web services that no executor may call, and why. */
  readonly outsideWorkers: readonly OutsideWorker[];
  /** Null if there is none. */
  readonly archive: ArchiveFound | null;
  readonly backups: Backups;
  /** The ids of `SECRET_KEYS`; the first one encrypts. */
  readonly keys: readonly string[];
  /** Stored secrets by key; null while they have not been counted. */
  readonly secretsByKey: Readonly<Record<string, number>> | null;
  readonly holds: readonly Hold[];
  readonly waiting: HeldWork;
}

const SLOW_DATABASE_MS = 100;
const SKEW_MS = 250;
const MAX_SKEW_MS = 1_000;

type Check = (facts: Facts) => Finding[];
const database: Check = ({ databaseMs }) => {
  const text = `The database answers within ${Math.round(databaseMs)} ms.`;
  return databaseMs <= SLOW_DATABASE_MS
    ? [fine('database', text)]
    : [warning('database', text, 'See the runbook, CarillonDatabaseSlow.')];
};

const indexes: Check = ({ missingIndexes }) =>
  missingIndexes.length === 0
    ? [fine('indexes', 'All indexes exist.')]
    : [
        error(
          'indexes',
          `Indexes are missing: ${missingIndexes.join(', ')}.`,
          'Run npm run migrate, which creates missing indexes. See the runbook, CarillonNotReady.',
        ),
      ];

const nats: Check = ({ natsTrouble }) =>
  natsTrouble === null
    ? [fine('nats', 'NATS and its streams are available.')]
    : [error('nats', `NATS has a problem: ${natsTrouble}.`, 'See the runbook, CarillonNatsAway.')];

const tls: Check = ({ isEncrypted }) =>
  (['mongodb', 'nats'] as const).map((server) =>
    isEncrypted[server]
      ? fine('tls', `The connection to ${server} is encrypted.`)
      : warning(
          'tls',
          `The connection to ${server} is not encrypted.`,
          'See docs/installation.md, "The NATS servers".',
        ),
  );

const certificates: Check = ({ certificates: list }) => certificateFindings(list);

/** Replicas have the same account: each problem is reported once. */
const rights: Check = ({ replicas }) => {
  const distinctRights = new Map(replicas.flatMap((each) => each.rights).map((each) => [JSON.stringify(each), each]));
  return [...distinctRights.values()].flatMap(rightsIn);
};

function rightsIn({ namespace, lacks, lacksForSome, beyond }: RightsFound): Finding[] {
  const where = `The executor's account in the namespace ${namespace}`;
  const apply = 'Apply deploy/kubernetes/workers in that namespace.';
  const takeAway = `Remove the rights that are too many: kubectl -n ${namespace} get rolebindings -o wide; kubectl get clusterrolebindings -o wide.`;
  const text = [
    { list: lacks, tell: error, what: 'lacks', fix: apply },
    { list: lacksForSome, tell: warning, what: 'lacks rights that some jobs need', fix: apply },
    { list: beyond, tell: warning, what: 'has rights that it does not need', fix: takeAway },
  ].flatMap(({ list, tell, what, fix }) =>
    list.length === 0 ? [] : [tell('rights', `${where} ${what}: ${list.join(', ')}.`, fix)],
  );
  return text.length > 0 ? text : [fine('rights', `${where} has exactly the rights that it needs.`)];
}

/** A provider that only some replicas cannot reach delays the runs of these replicas. */
const providers: Check = ({ replicas }) => {
  const providerStates = replicas.flatMap((each) => each.providers.map((one) => ({ ...one, replica: each.replica })));
  return [...Map.groupBy(providerStates, ({ provider }) => provider)].map(([provider, seen]) => {
    const away = seen.filter(({ trouble }) => trouble !== null);
    const [first] = away;
    const what = `The provider of secrets "${provider}" (${seen[0]?.kind ?? ''})`;
    if (away.length === 0) return fine('secrets', `${what} can be reached.`);
    const who = away.length === seen.length ? '' : ` from ${away.map(({ replica }) => replica).join(', ')}`;
    return error(
      'secrets',
      `${what} cannot be reached${who}: ${first?.trouble ?? ''}`,
      'See docs/operations.md, "Secrets from outside". Starts that need the provider wait until their start deadline.',
    );
  });
};

const processUsers: Check = ({ replicas }) =>
  replicas.flatMap(({ replica, stuckUsers }) => {
    const text = `${replica} cannot end processes that earlier runs left; their users are out of use: ${stuckUsers.join(', ')}.`;
    return stuckUsers.length === 0 ? [] : [error('processUsers', text, 'See the runbook, CarillonProcessUsersStuck.')];
  });

/** S3 refuses requests that are signed a quarter of an hour too early or too late. */
const ARCHIVE_SKEW_MS = 60_000;
const archive: Check = ({ archive: state }) => {
  if (state === null) return [];
  if (state.trouble !== null)
    return [
      error(
        'archive',
        `The archive is not usable: ${state.trouble}.`,
        'See the runbook, CarillonArchiveBehind. Meanwhile runs wait in the database.',
      ),
    ];
  if (Math.abs(state.skewMs ?? 0) <= ARCHIVE_SKEW_MS)
    return [fine('archive', 'The archive can store, return and remove objects.')];
  const text = `The clock of the archive is off by ${(state.skewMs ?? 0) / 1_000} s.`;
  return [
    warning(
      'archive',
      text,
      'Repair the time synchronisation: the store refuses requests whose signature is 15 minutes off.',
    ),
  ];
};

const variables: Check = ({ refusedSecrets }) => variableFindings(refusedSecrets);
const identities: Check = ({ refusedIdentities }) => identityFindings(refusedIdentities);

const proxies: Check = ({ proxies: named }) => proxyFindings(named);

const logExport: Check = ({ replicas }) => exportFindings(replicas.flatMap((each) => each.logExport ?? []));

const backups: Check = ({ backups: all }) => backupFindings(all);

const addresses: Check = ({ outsideWorkers }) => addressFindings(outsideWorkers);

const limits: Check = ({ fullTenants }) =>
  fullTenants.length === 0
    ? [fine('limits', 'Every tenant has room for more jobs.')]
    : fullTenants.map(({ tenant, jobs, maxJobs }) =>
        warning(
          'limits',
          `${tenant} has ${jobs} of ${maxJobs} jobs.`,
          `PATCH /api/v1/tenants/${tenant} {"maxJobs": …}`,
        ),
      );

const services: Check = ({ replicas }) =>
  SERVICES.map((service) => {
    const all = replicas.filter((each) => each.service === service);
    const ready = 'services';
    const count = all.filter((each) => each.ready).length;
    if (count > 0) return fine(ready, `${service}: ${count} ready.`);
    const what = all.length === 0 ? 'none is running' : 'none is ready';
    return error(
      ready,
      `${service}: ${what}.`,
      'Start the service, or look at its /readyz and its last log lines: see the runbook, CarillonServiceAbsent.',
    );
  });

const versions: Check = ({ replicas }) => {
  const distinctVersions = [...new Set(replicas.map(({ version }) => version))].sort();
  return distinctVersions.length <= 1
    ? [fine('versions', `All replicas have the version ${distinctVersions[0] ?? 'unknown'}.`)]
    : [
        warning(
          'versions',
          `Replicas of different versions are running: ${distinctVersions.join(', ')}.`,
          'Finish the upgrade, or go back to the earlier version.',
        ),
      ];
};

/** While a replica owns a shard, documents of a later form than it can read are not processed there. */
const forms: Check = ({ replicas, newerDocuments }) => {
  const latest = Math.max(1, ...replicas.map(({ form }) => form));
  const behind = replicas.filter(({ form }) => form < latest).map(({ replica }) => replica);
  const left = Object.entries(newerDocuments).filter(([, count]) => count > 0);
  const counted = left.map(([collection, count]) => `${count} of ${collection}`).join(', ');
  if (behind.length === 0 && left.length === 0)
    return [fine('forms', 'Every replica can read the documents of all others.')];
  const fix = 'Upgrade every replica to the newest version: see the runbook, CarillonNewerDocuments.';
  return [
    ...(behind.length === 0
      ? []
      : [
          warning(
            'forms',
            `${behind.join(', ')} cannot process the documents of newer replicas (form ${latest}).`,
            fix,
          ),
        ]),
    ...(left.length === 0
      ? []
      : [error('forms', `Some documents were written by a newer version than this: ${counted}.`, fix)]),
  ];
};

const clocks: Check = ({ replicas }) => {
  const off = replicas.filter(({ clockSkewMs }) => Math.abs(clockSkewMs) > SKEW_MS);
  if (off.length === 0) return [fine('clocks', `All clocks are within ${SKEW_MS} ms of the database's.`)];
  return off.map(({ replica, clockSkewMs }) => {
    const tell = Math.abs(clockSkewMs) > MAX_SKEW_MS ? error : warning;
    return tell(
      'clocks',
      `The clock of ${replica} is off by ${clockSkewMs} ms.`,
      'Repair the time synchronisation of the host: chronyc tracking.',
    );
  });
};

const keys: Check = ({ keys: configured, secretsByKey }) => {
  if (secretsByKey === null)
    return [warning('keys', 'The stored secrets have not been counted yet.', 'Run the check again in a minute.')];
  const [sealing, ...others] = configured;
  const missing = Object.keys(secretsByKey).filter((key) => !configured.includes(key));
  return [
    ...missing.map((key) =>
      error(
        'keys',
        `${secretsByKey[key] ?? 0} stored secrets need the key ${key}, which is missing in SECRET_KEYS.`,
        'Add the key to SECRET_KEYS again, after the other keys.',
      ),
    ),
    ...others.map((key) =>
      (secretsByKey[key] ?? 0) > 0
        ? warning('keys', `${secretsByKey[key] ?? 0} stored secrets still need the key ${key}.`, 'Run npm run rekey.')
        : fine(
            'keys',
            `No stored secret needs the key ${key}: npm run rekey -- --check says whether it may be removed.`,
          ),
    ),
    ...(missing.length + others.length === 0
      ? [fine('keys', `All stored secrets are encrypted with the key ${sealing ?? 'none'}.`)]
      : []),
  ];
};

const held: Check = ({ holds }) => {
  const active = holds.filter(({ scopes }) => scopes.length > 0);
  if (active.length === 0) return [fine('holds', 'No hold is set.')];
  return active.map(({ tenant, scopes, by, reason }) =>
    warning(
      'holds',
      `${scopes.join(' and ')} of ${tenant === '*' ? 'all tenants' : tenant} are held by ${by}: ${reason}`,
      'Release the hold when it is no longer needed: POST /api/v1/admin/hold/release.',
    ),
  );
};

const backlog: Check = ({ waiting, holds }) => {
  const { overdueSchedules } = waiting;
  if (overdueSchedules === 0) return [fine('backlog', 'All slots that have passed are recorded.')];
  const isHeld = holds.some(({ scopes }) => scopes.includes('admissions'));
  const tell = isHeld ? warning : error;
  return [
    tell(
      'backlog',
      `${overdueSchedules} schedules have a slot that passed more than a minute ago.`,
      isHeld
        ? 'The scheduler catches up on these slots after the release.'
        : 'See the runbook, CarillonSchedulesSilent.',
    ),
  ];
};

const CHECKS: readonly Check[] = [
  ...[
    database,
    indexes,
    nats,
    tls,
    certificates,
    proxies,
    services,
    versions,
    forms,
    clocks,
    keys,
    rights,
    providers,
    variables,
    identities,
    addresses,
    archive,
    backups,
    logExport,
    limits,
  ],
  ...[held, backlog, processUsers],
];
const RANK = { error: 0, warning: 1, ok: 2 } as const;

/** Problems come first. */
export const diagnose = (facts: Facts): readonly Finding[] =>
  CHECKS.flatMap((check) => check(facts)).sort((a, b) => RANK[a.status] - RANK[b.status]);

/* The doctor's findings about the target of logs and audit. */

interface LogExport {
  readonly lagSeconds: number;
  /** Why the target takes nothing; null if it does. */
  readonly problem: string | null;
}

/** As the alert CarillonLogExportLate. */
const LATE_SECONDS = 900;
const FIX = 'See the runbook, CarillonLogExportLate. What retention removes meanwhile is not shipped.';

const exportFindings = (states: readonly LogExport[]): Finding[] =>
  states.map(({ lagSeconds, problem }) => {
    const text = `Logs and audit are shipped, except those of the last ${Math.round(lagSeconds)} s`;
    if (problem !== null) return error('logExport', `${text}. The target takes no more: ${problem}.`, FIX);
    return lagSeconds > LATE_SECONDS ? warning('logExport', `${text}.`, FIX) : fine('logExport', `${text}.`);
  });

/* The doctor's findings about backups, and about drills of their restore. */

interface Backups {
  /** What `BACKUPS` says; null: nothing. */
  readonly plan: 'scheduled' | 'elsewhere' | null;
  /** Since the last complete backup by `npm run backup` was begun; null if there is none. */
  readonly backupAgeMs: number | null;
  /** Since the last restore drill without a problem; null if there was none. */
  readonly drillAgeMs: number | null;
}

const DAY_MS = 86_400_000;
/** As the alerts CarillonBackupOld and CarillonRestoreDrillOld. */
const OLD_BACKUP_MS = 2 * DAY_MS;
const OLD_DRILL_MS = 45 * DAY_MS;
const PAGE = 'See docs/operations.md, "Backup and restore"';

const daysOf = (ms: number): string => `${(ms / DAY_MS).toFixed(1)} days`;

function backupFindings({ plan, backupAgeMs, drillAgeMs }: Backups): Finding[] {
  if (plan === 'elsewhere') return [fine('backups', 'Backups are made by other means (BACKUPS=elsewhere).')];
  if (backupAgeMs === null)
    return plan === null
      ? [warning('backups', 'No backup is made.', `${PAGE}. Where other means make backups, set BACKUPS=elsewhere.`)]
      : [error('backups', 'Backups are scheduled, and none is there.', 'See the runbook, CarillonBackupMissing.')];
  const text = `The last complete backup was begun ${daysOf(backupAgeMs)} ago.`;
  return [
    backupAgeMs > OLD_BACKUP_MS ? error('backups', text, 'See the runbook, CarillonBackupOld.') : fine('backups', text),
    drillFinding(drillAgeMs),
  ];
}

function drillFinding(ageMs: number | null): Finding {
  if (ageMs === null)
    return warning('backups', 'No restore drill has shown that a backup can be restored.', `${PAGE}, Restore drill.`);
  const text = `The last restore drill without a problem was ${daysOf(ageMs)} ago.`;
  return ageMs > OLD_DRILL_MS
    ? warning('backups', text, 'See the runbook, CarillonRestoreDrillOld.')
    : fine('backups', text);
}

/* The doctor's findings about proxies in front of the api, which say the addresses of clients. */

interface Proxies {
  readonly publicUrl: string;
  /** Addresses and networks of `TRUSTED_PROXIES`. */
  readonly trusted: readonly string[];
}

/** Networks of pods are as large as this, or larger. */
const WIDE_PREFIX = { ipv4: 16, ipv6: 64 } as const;
const ADVICE =
  'Set TRUSTED_PROXIES to the addresses of the proxy alone. See docs/installation.md, "A proxy of your own".';

export function proxyFindings({ publicUrl, trusted }: Proxies): Finding[] {
  const wide = trusted.filter(isWide);
  if (wide.length > 0) {
    const text = `TRUSTED_PROXIES trusts whole networks: ${wide.join(', ')}. Whoever is in them can name any address as its own.`;
    return [warning('proxies', text, ADVICE)];
  }
  // The api itself has no TLS.
  if (trusted.length === 0 && publicUrl.startsWith('https:')) {
    const text = 'A proxy is in front of the api, but TRUSTED_PROXIES names none: all clients count as one address.';
    return [warning('proxies', text, ADVICE)];
  }
  return [fine('proxies', 'The addresses of clients are known.')];
}

function isWide(network: string): boolean {
  if (!ipaddr.isValidCIDR(network)) return false;
  const [address, prefix] = ipaddr.parseCIDR(network);
  return prefix <= WIDE_PREFIX[address.kind()];
}
