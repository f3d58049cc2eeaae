/** The common part of requests about definitions that belong to one tenant each: calendars, channels, monitors, rules, triggers. */
import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { TenantDefinition, TenantDefinitions } from '#common/mongo/tenant-definitions.js';
import type { Page } from '#common/runtime/paged-scan.js';
import type { Role } from '#common/spec/definitions.js';
import { tenantsWith, type Caller } from '../access/core/access.js';
import { notFound, onlyTenant, requireAccess, requireRole } from '../access/require-access.js';
import { changedSince, matches, type IfMatch } from './core/etag.js';
import { placeFrom } from './page.js';
import type { Mutation } from './route.js';

interface ListRequest {
  readonly caller: Caller;
  readonly query: {
    readonly tenant?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  };
}

interface CreateRequest {
  readonly caller: Caller;
  readonly body: { readonly tenant: string; readonly id: string };
  readonly mutation: Mutation;
}

/** A definition is named by its id and, by a caller with several tenants, by its tenant. */
interface NamedRequest {
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly query: { readonly tenant?: string | undefined };
}

interface ChangeRequest extends NamedRequest {
  readonly mutation: Mutation;
  readonly ifMatch: IfMatch | null;
}

export class DefinitionRequests<D extends TenantDefinition> {
  /** `max`: the most definitions that a tenant may have. */
  constructor(
    private readonly noun: string,
    private readonly store: TenantDefinitions<D>,
    private readonly max: number,
  ) {}

  /** A page in the order of tenant and id. Throws FORBIDDEN for a tenant in which the caller has no role. */
  async list({ caller, query }: ListRequest): Promise<Page<D>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const [tenant, id] = placeFrom(query.cursor, 'ss') ?? [];
    return this.store.list(
      query.tenant === undefined ? tenantsWith(caller, 'viewer') : [query.tenant],
      tenant === undefined ? null : { tenant: String(tenant), id: String(id) },
      query.limit,
    );
  }

  /** Throws NOT_FOUND or FORBIDDEN as `requireAccess`, and VALIDATION_FAILED if the tenant must be named. */
  async find({ caller, params: { id }, query }: NamedRequest, role: Role): Promise<D> {
    const tenant = query.tenant === undefined ? onlyTenant(caller) : asTenantId(query.tenant);
    requireAccess(caller, tenant, role, `${this.noun} ${id}`);
    const found = await this.store.load(tenant, id);
    if (!found) throw notFound(`${this.noun} ${id}`);
    return found;
  }

  /** Finds the definition that is to be replaced or removed. Throws as `find`, and PRECONDITION_FAILED if the caller has read an older revision. */
  async findToReplace(asked: ChangeRequest, role: Role): Promise<D> {
    const found = await this.find(asked, role);
    if (!matches(asked.ifMatch, found.rev))
      throw new AppError('PRECONDITION_FAILED', changedSince(this.noun, found.rev));
    return found;
  }

  /** The common fields of a new definition. Throws FORBIDDEN without the role in its tenant. */
  begun({ caller, body, mutation }: CreateRequest, role: Role): Omit<TenantDefinition, 'spec'> {
    requireRole(caller, body.tenant, role);
    const { askedAt: updatedAt } = mutation;
    return { tenant: asTenantId(body.tenant), id: body.id, rev: 1, updatedAt, updatedBy: caller.name };
  }

  /** Stores a new definition and returns its location. Throws QUOTA_EXCEEDED and ALREADY_EXISTS. */
  async create(
    { mutation }: CreateRequest,
    definition: D,
    detail?: string,
  ): Promise<{ location: string; isRepeated: boolean }> {
    const { tenant, id } = definition;
    if ((await this.store.countUpTo(tenant, this.max)) >= this.max) {
      const limit = `MAX_${this.noun.toUpperCase()}S`;
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${tenant} has ${this.max} ${this.noun}s (${limit}) already`);
    }
    await this.record(mutation, definition, detail);
    const outcome = await this.store.insert(definition, mutation.seed);
    if (outcome === 'idTaken') throw new AppError('ALREADY_EXISTS', `the tenant has a ${this.noun} ${id} already`);
    const location = `/${this.noun}s/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`;
    return { location, isRepeated: outcome === 'repeated' };
  }

  /** The definition as the caller's next revision of it. */
  next({ caller, mutation }: ChangeRequest, definition: D): D {
    return { ...definition, rev: definition.rev + 1, updatedAt: mutation.askedAt, updatedBy: caller.name };
  }

  /** Stores the next revision. Throws CONFLICT, or PRECONDITION_FAILED, if another request has stored a different one. */
  async save({ mutation, ifMatch }: ChangeRequest, next: D, detail?: string): Promise<void> {
    await this.record(mutation, next, detail);
    if ((await this.store.save(next, next.rev - 1, mutation.seed)) === 'stale') throw this.conflict(ifMatch);
  }

  /** Removes an unused definition. Throws as `find`, the errors of `requireUnused`, and CONFLICT if it was edited meanwhile. */
  async delete(asked: ChangeRequest, role: Role, requireUnused?: (found: D) => Promise<void>): Promise<D> {
    const found = await this.findToReplace(asked, role);
    const { tenant, id } = found;
    // From here on no object may begin to use the definition. A request that is writing such an object now checks again after its write.
    await this.store.beginRemoval(tenant, id);
    try {
      await requireUnused?.(found);
      await this.record(asked.mutation, found);
    } catch (error) {
      await this.store.cancelRemoval(tenant, id);
      throw error;
    }
    if (!(await this.store.remove(tenant, id))) throw this.conflict(asked.ifMatch);
    return found;
  }

  /** Removes a definition that was just created. Throws CONFLICT if it was edited meanwhile. */
  async withdraw(tenant: TenantId, id: string): Promise<void> {
    await this.store.beginRemoval(tenant, id);
    if (!(await this.store.remove(tenant, id))) throw this.conflict();
  }

  private async record(mutation: Mutation, { tenant, id }: TenantDefinition, detail?: string): Promise<void> {
    await mutation.record({ tenant, object: `${this.noun}/${id}`, ...(detail !== undefined && { detail }) });
  }

  private conflict(condition: IfMatch | null = null): AppError {
    return new AppError(
      condition ? 'PRECONDITION_FAILED' : 'CONFLICT',
      `the ${this.noun} was changed at the same time`,
    );
  }
}
