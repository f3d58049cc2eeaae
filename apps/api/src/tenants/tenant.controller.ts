import { parseJson } from '#common/domain/parse-json.js';
import { jsonValue } from '#common/spec/fields.js';
import { tenantSpec, type TenantSpec } from '#common/spec/tenant.js';
import type { LogLimits, Tenant } from '#common/spec/definitions.js';
import { asTenantId } from '#common/domain/ids.js';
import { hasOwnObjects } from '#common/spec/pods/cluster-access.js';
import { AppError } from '#common/errors/app-error.js';
import { plainTenant, TenantsStore } from '#common/mongo/tenants.store.js';
import { roleIn } from '../access/core/access.js';
import { notFound, requireAccess } from '../access/require-access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { mergePatch } from '../http/core/merge-patch.js';
import { isNamedLike } from '#common/domain/named-like.js';
import { placeFrom, showPage } from '../http/page.js';
import { invalidField } from '../http/problem.js';
import { parseBody } from '../http/parse-request.js';
import { Serves, type Handlers } from '../http/serves.js';
import { tenantRoutes as routes, toTenantView } from './tenant.routes.js';
import { ArchivedRuns } from '../archive/archived-runs.js';
import { NO_ARCHIVE } from '../jobs/references.js';
import { TenantQuotas } from './tenant-quotas.js';
import { TenantRemoval } from './tenant-removal.js';

@Serves(routes)
export class TenantController {
  constructor(
    private readonly tenants: TenantsStore,
    private readonly quotas: TenantQuotas,
    private readonly removal: TenantRemoval,
    private readonly archive: ArchivedRuns,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listTenants: async ({ caller, query }) => {
      const place = placeFrom(query.cursor, { after: 's' });
      const page = await this.tenants.list(
        (tenant) => roleIn(caller, tenant.id) !== null && isNamedLike(query.q, [tenant.id, tenant.name]),
        place && asTenantId(place.after),
        query.limit,
      );
      return { body: showPage(page, toTenantView, (tenant) => [tenant.id]) };
    },

    createTenant: async ({ body, mutation }) => {
      const { id, ...written } = body;
      const tenant = described(this.quotas.newTenant(asTenantId(id), mutation.askedAt), written);
      this.requireArchive(tenant, null);
      await this.requireOwnNamespace(tenant);
      await mutation.record({ tenant: id, object: `tenant/${id}` });
      const outcome = await this.tenants.insert(tenant, mutation.seed);
      if (outcome === 'idTaken') throw new AppError('ALREADY_EXISTS', `there is a tenant ${id} already`);
      return { body: toTenantView(tenant), rev: tenant.rev, location: `/tenants/${encodeURIComponent(id)}` };
    },

    getTenant: async ({ caller, params }) => {
      requireAccess(caller, params.id, 'viewer', `tenant ${params.id}`);
      const tenant = await this.find(params.id);
      return { body: toTenantView(tenant), rev: tenant.rev };
    },

    patchTenant: async (request) => {
      const { params, body, ifMatch, mutation } = request;
      const tenant = await this.find(params.id);
      if (!matches(ifMatch, tenant.rev)) {
        throw new AppError('PRECONDITION_FAILED', changedSince('tenant', tenant.rev));
      }
      const { id: _id, createdAt: _created, ...present } = toTenantView(tenant);
      // The value passes through JSON, as if it were sent: undefined fields are left out.
      const view = jsonValue.parse(parseJson(JSON.stringify(present)));
      const written = parseBody(tenantSpec, mergePatch(view, body));
      const next = described(bareOf(tenant), written);
      this.requireArchive(next, tenant);
      await this.requireOwnNamespace(next);
      await mutation.record({ tenant: tenant.id, object: `tenant/${tenant.id}` });
      if ((await this.tenants.save(next, tenant.rev, mutation.seed)) === 'stale') {
        throw new AppError(ifMatch ? 'PRECONDITION_FAILED' : 'CONFLICT', 'the tenant was changed at the same time');
      }
      return { body: toTenantView(next), rev: next.rev };
    },

    deleteTenant: async ({ params, ifMatch, mutation }) => {
      const tenant = await this.find(params.id);
      if (!matches(ifMatch, tenant.rev)) throw new AppError('PRECONDITION_FAILED', changedSince('tenant', tenant.rev));
      await this.removal.check(tenant.id);
      await mutation.record({ tenant: tenant.id, object: `tenant/${tenant.id}` });
      await this.removal.remove(tenant.id, mutation.askedAt);
      return { body: null };
    },
  };

  /** Objects that are granted to one tenant must be in a namespace where no other tenant has pods. Throws VALIDATION_FAILED. */
  private async requireOwnNamespace({ id, namespace, clusterAccess }: Tenant): Promise<void> {
    const hasObjects = hasOwnObjects(clusterAccess);
    if (namespace === null) {
      if (!hasObjects) return;
      throw invalidField('clusterAccess', 'grants objects of a namespace, so the tenant needs a namespace of its own');
    }
    const others = (await this.tenants.inNamespace(namespace)).filter((other) => other.id !== id);
    if (others.length === 0) return;
    if (hasObjects)
      throw invalidField(
        'namespace',
        'is shared with another tenant, which is not possible for a tenant with objects in its namespace (clusterAccess)',
      );
    if (others.some((other) => hasOwnObjects(other.clusterAccess)))
      throw invalidField('namespace', 'is the namespace of another tenant that has objects in it (clusterAccess)');
  }

  /** Throws VALIDATION_FAILED if the tenant asks for the archive and none is configured. */
  private requireArchive({ retention }: Tenant, before: Tenant | null): void {
    const seconds = retention.archiveSeconds ?? 0;
    if (seconds === 0 || this.archive.isThere || seconds === before?.retention.archiveSeconds) return;
    throw invalidField('retention.archiveSeconds', NO_ARCHIVE);
  }

  private async find(id: string): Promise<Tenant> {
    const tenant = await this.tenants.load(asTenantId(id));
    if (!tenant) throw notFound(`tenant ${id}`);
    return tenant;
  }
}

/** The tenant with defaults only, as its next revision. */
const bareOf = ({ id, createdAt, since, rev }: Tenant): Tenant => ({
  ...plainTenant(id, createdAt),
  ...(since !== undefined && { since }),
  rev: rev + 1,
});

const retentionOf = (tenant: Tenant, { retention }: TenantSpec): Tenant['retention'] => ({
  successful: retention?.successful ?? tenant.retention.successful,
  failed: retention?.failed ?? tenant.retention.failed,
  maxAgeSeconds: retention?.maxAgeSeconds ?? tenant.retention.maxAgeSeconds,
  archiveSeconds: retention?.archiveSeconds ?? tenant.retention.archiveSeconds ?? 0,
});

/** Values that equal the default are left out. */
const sharesOf = ({
  weight = 1,
  groupWeights = {},
  maxSharePercent = null,
}: TenantSpec): Pick<Tenant, 'weight' | 'groupWeights' | 'maxSharePercent'> => ({
  ...(weight !== 1 && { weight }),
  ...(Object.keys(groupWeights).length > 0 && { groupWeights }),
  ...(maxSharePercent !== null && { maxSharePercent }),
});

const listsOf = ({
  dependents = [],
  identityAudiences = [],
}: TenantSpec): Pick<Tenant, 'dependents' | 'identityAudiences'> => ({
  ...(dependents.length > 0 && { dependents }),
  ...(identityAudiences.length > 0 && { identityAudiences }),
});

/** Null if neither limit is set. */
function logLimitsOf({ logLimits }: TenantSpec): LogLimits | null {
  const { maxBytesPerAttempt = null, maxBytesPerRun = null } = logLimits ?? {};
  return maxBytesPerAttempt === null && maxBytesPerRun === null ? null : { maxBytesPerAttempt, maxBytesPerRun };
}

/** The tenant with the written fields; fields that were left out stay as they are. */
const described = (tenant: Tenant, written: TenantSpec): Tenant => ({
  ...tenant,
  name: written.name ?? tenant.name,
  // Null is a value: no limit.
  maxActiveRuns: written.maxActiveRuns === undefined ? tenant.maxActiveRuns : written.maxActiveRuns,
  maxJobs: written.maxJobs === undefined ? tenant.maxJobs : written.maxJobs,
  namespace: written.namespace ?? tenant.namespace,
  webserviceHosts: written.webserviceHosts ?? tenant.webserviceHosts,
  ...(written.groups && Object.keys(written.groups).length > 0 && { groups: written.groups }),
  ...sharesOf(written),
  ...listsOf(written),
  logLimits: logLimitsOf(written),
  podTemplatePaths: written.podTemplatePaths ?? null,
  clusterAccess: written.clusterAccess ?? null,
  retention: retentionOf(tenant, written),
});
