/**
 * To whom the documents of each collection belong, for the export and the erasure of a tenant (`npm run tenant`). Every collection has a
 * rule, so that no collection is forgotten.
 */
import type { CollectionName } from './collections.js';
import type { StoredDocument } from './document.js';

/** The fields from which the owner follows. */
export const OWNER_FIELDS = { tenant: 1, job: 1, jobId: 1, run: 1, limit: 1, roles: 1 } as const;

export interface OwnedDocument extends StoredDocument {
  readonly tenant?: unknown;
  readonly job?: unknown;
  readonly jobId?: unknown;
  readonly run?: unknown;
  readonly limit?: unknown;
  readonly roles?: unknown;
}

/** What names the owner: the tenants themselves, or a job or run of the tenant. The first that exists decides. */
export interface Owner {
  readonly tenants?: readonly unknown[];
  readonly run?: unknown;
  readonly job?: unknown;
}

interface TenantRule {
  /** In a few words: by what the owner is known, or why the documents belong to no tenant. */
  readonly by: string;
  /** Null: its documents belong to no tenant. */
  readonly ownerOf: ((document: OwnedDocument) => Owner) | null;
}

const noTenants = (by: string): TenantRule => ({ by, ownerOf: null });
const byTenant: TenantRule = { by: 'the field `tenant`', ownerOf: ({ tenant }) => ({ tenants: [tenant] }) };
const byKey: TenantRule = { by: 'the key, which is the tenant', ownerOf: ({ _id }) => ({ tenants: [_id] }) };
const byJob: TenantRule = { by: 'its job', ownerOf: ({ job }) => ({ job }) };
const byRun: TenantRule = { by: 'its run', ownerOf: ({ run }) => ({ run }) };

/** The job of a run that was made for a slot, or after another run; of other runs the text is no id of a job. */
export const jobInRunId = (run: string): string => run.slice(0, Math.max(0, run.lastIndexOf('-')));

const SHARED_LIMIT = /^(?:group|tenant):([^/]+)/;
/** `<job>/<version>/<rule>/<digest>`; the other documents of `requests` are found by their runs. */
const REQUEST_KEY = /^([^/]+)\/[^/]+\/[^/]+\/[^/]+$/;

const RULES: Record<CollectionName, TenantRule> = {
  jobs: byTenant,
  jobVersions: byJob,
  workers: noTenants('of the installation; admins may name tenants in it'),
  workerVersions: noTenants('of the installation; admins may have named tenants in it'),
  calendars: byTenant,
  channels: byTenant,
  monitors: byTenant,
  monitorStates: byTenant,
  pings: byTenant,
  rules: byTenant,
  ruleStates: byTenant,
  triggers: byTenant,
  triggerDeliveries: byTenant,
  incidents: byTenant,
  errorGroups: byTenant,
  failingJobs: byTenant,
  usage: byTenant,
  usageProgress: noTenants('of the installation'),
  usageEarlyEnds: byTenant,
  tenants: byKey,
  tokens: {
    by: 'its roles',
    ownerOf: ({ roles }) => ({ tenants: (roles as readonly { tenant?: unknown }[]).map(({ tenant }) => tenant) }),
  },
  audit: byTenant,
  logExports: noTenants('how far the logs and each chain of the audit are shipped'),
  auditHeads: noTenants('the number and hash of the newest entry of each chain'),
  commands: byRun,
  inbox: byRun,
  idempotency: noTenants('encrypted answers to requests, for a day'),
  schedules: byTenant,
  gaps: byTenant,
  backfills: byTenant,
  bulks: noTenants('of the person who requested it, until a week after its end'),
  limits: byTenant,
  limitHolders: {
    by: 'the key of its limit',
    ownerOf: ({ limit }) => ({ tenants: [SHARED_LIMIT.exec(String(limit))?.[1]] }),
  },
  workerLimits: noTenants('of the installation, like the workers'),
  holds: byKey,
  specs: { by: 'its job', ownerOf: ({ jobId }) => ({ job: jobId }) },
  runs: {
    by: 'the field `tenant`; the job in the key where only a key is left',
    ownerOf: ({ _id, tenant }) => (tenant === undefined ? { job: jobInRunId(_id) } : { tenants: [tenant] }),
  },
  requests: {
    by: 'its run, or the job in its key',
    ownerOf: ({ _id, run }) => ({ run, job: REQUEST_KEY.exec(_id)?.[1] }),
  },
  runIndexes: byRun,
  attempts: byTenant,
  runEvents: byRun,
  coldRuns: byTenant,
  coldPacks: byTenant,
  logs: byTenant,
  jobStorage: byTenant,
  notices: byTenant,
  eventLog: byTenant,
  eventCursors: byTenant,
  heldSecrets: byRun,
  instance: noTenants('of the installation; it lists which tenants were erased'),
  members: noTenants('of the replicas'),
  migrations: noTenants('of the installation'),
  secretKeys: noTenants('numbers of encrypted values'),
};

export const tenantRuleOf = (name: CollectionName): TenantRule => RULES[name];
