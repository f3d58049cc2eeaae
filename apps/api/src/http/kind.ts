/** Handles the requests about definitions that belong to one tenant each: calendars, channels, monitors, rules, triggers. */
import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { TenantDefinition, TenantDefinitions } from '#common/mongo/tenant-definitions.js';
import type { Role } from '#common/spec/definitions.js';
import { type Caller } from '../access/core/access.js';
import { notFound, requireAccess, requireRole, tenantOf, tenantsToList } from '../access/require-access.js';
import { changedSince, matches, type IfMatch } from './core/etag.js';
import { placeFrom, showPage, timeText } from './page.js';
import type { Answer, Mutation } from './route.js';

interface Request {
  readonly caller: Caller;
  readonly mutation: Mutation;
}

interface ListRequest {
  readonly caller: Caller;
  readonly query: {
    readonly tenant?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  };
}

/** A definition is named by its id and, by a caller with several tenants, by its tenant. */
interface NamedRequest {
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly query: { readonly tenant?: string | undefined };
}

interface ChangeRequest extends NamedRequest, Request {
  readonly ifMatch: IfMatch | null;
}

/** What a kind stores beside the fields of all kinds. */
type Own<D extends TenantDefinition> = Omit<D, Exclude<keyof TenantDefinition, 'spec'>>;

/** A view without the fields that the views of all kinds have. */
export type OwnView<V> = Omit<V, keyof CommonView>;
interface CommonView {
  readonly id: string;
  readonly tenant: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

/** A definition that is being written; `present` is the one that it replaces, or null. */
interface Writing<D> extends Request {
  readonly tenant: TenantId;
  readonly present: D | null;
}

/** The differences between kinds: `S` is what a caller writes, `D` what is stored, `V` what is shown. */
interface KindParts<D extends TenantDefinition, S, V> {
  readonly noun: string;
  readonly store: TenantDefinitions<D>;
  /** The most definitions that a tenant may have. */
  readonly max: number;
  /** The role that may change definitions. */
  readonly editors: Role;
  /** Throws VALIDATION_FAILED for errors that the schema of the request cannot find. */
  stored(spec: S, writing: Writing<D>): Promise<Own<D>>;
  /** Reads what the views of these definitions need, and returns how each is shown. */
  views(definitions: readonly D[], caller: Caller): Promise<(definition: D) => OwnView<V>>;
  /** The detail of the audit record of a write. */
  detail?(definition: D): string;
  /** Checks again, after the write, what may have been removed meanwhile. Calls `withdraw` and throws VALIDATION_FAILED if it was. */
  recheck?(definition: D, withdraw: () => Promise<void>): Promise<void>;
  /** What is different in a definition that is stored again because its replacement was withdrawn. */
  restored?(former: D, withdrawn: D): Partial<D>;
  /** True if a definition is shown with random parts: the answer to a repeat then has those that were stored first. */
  readonly isRandom?: true;
  /** Throws IN_USE. */
  requireUnused?(definition: D): Promise<void>;
  afterRemoval?(definition: D): Promise<void>;
}

interface KindHandlers<S, V> {
  /** A page in the order of tenant and id. Throws FORBIDDEN for a tenant in which the caller has no role. */
  readonly list: (request: ListRequest) => Promise<Answer<{ items: V[]; nextCursor: string | null }>>;
  /** Throws FORBIDDEN without the role in the tenant, QUOTA_EXCEEDED and ALREADY_EXISTS. */
  readonly create: (
    request: Request & { readonly body: S & { readonly tenant: string; readonly id: string } },
  ) => Promise<Answer<V>>;
  readonly get: (request: NamedRequest) => Promise<Answer<V>>;
  readonly replace: (request: ChangeRequest & { readonly body: S }) => Promise<Answer<V>>;
  /** Throws as `find`, IN_USE, and CONFLICT if the definition was edited meanwhile. */
  readonly remove: (request: ChangeRequest) => Promise<Answer<null>>;
}

export class Kind<D extends TenantDefinition, S, V extends CommonView> {
  constructor(private readonly parts: KindParts<D, S, V>) {}

  readonly handlers: KindHandlers<S, V> = {
    list: async ({ caller, query }) => {
      const tenants = tenantsToList(caller, query.tenant, 'viewer');
      const place = placeFrom(query.cursor, { tenant: 's', id: 's' });
      const page = await this.parts.store.list(tenants, place, query.limit);
      const ownView = await this.parts.views(page.items, caller);
      return {
        body: showPage(
          page,
          (each) => viewOf(each, ownView(each)),
          (each) => [each.tenant, each.id],
        ),
      };
    },

    create: async ({ caller, body: { id, tenant: owner, ...spec }, mutation }) => {
      const { noun, store, max, editors } = this.parts;
      requireRole(caller, owner, editors);
      const tenant = asTenantId(owner);
      const own = await this.parts.stored(spec as unknown as S, { tenant, caller, mutation, present: null });
      const common = { tenant, id, rev: 1, updatedAt: mutation.askedAt, updatedBy: caller.name };
      const definition = { ...own, ...common } as unknown as D;
      if ((await store.countUpTo(tenant, max)) >= max) {
        const limit = `MAX_${noun.toUpperCase()}S`;
        throw new AppError('QUOTA_EXCEEDED', `the tenant ${tenant} has ${max} ${noun}s (${limit}) already`);
      }
      await this.record(mutation, definition, this.parts.detail?.(definition));
      const outcome = await store.insert(definition, mutation.seed);
      if (outcome === 'idTaken') throw new AppError('ALREADY_EXISTS', `the tenant has a ${noun} ${id} already`);
      await this.parts.recheck?.(definition, async () => {
        await store.beginRemoval(tenant, id);
        if (!(await store.remove(tenant, id))) throw this.conflict(null);
      });
      const isOfRepeat = this.parts.isRandom === true && outcome === 'repeated';
      const stored = isOfRepeat ? await store.load(tenant, id) : null;
      const location = `/${noun}s/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`;
      return { ...(await this.answer(stored ?? definition, caller)), location };
    },

    get: async (request) => this.answer(await this.find(request, 'viewer'), request.caller),

    replace: async (request) => {
      const { caller, mutation, body } = request;
      const { store } = this.parts;
      const present = await this.findToChange(request);
      const next = await this.save(
        request,
        present,
        await this.parts.stored(body, { tenant: present.tenant, caller, mutation, present }),
      );
      await this.parts.recheck?.(next, async () => {
        const former = { ...present, ...this.parts.restored?.(present, next), rev: next.rev + 1 };
        await store.save(former, next.rev, `${mutation.seed}/withdrawn`);
      });
      return this.answer(next, caller);
    },

    remove: async (request) => {
      const { store } = this.parts;
      const definition = await this.findToChange(request);
      const { tenant, id } = definition;
      // From here on no object may begin to use the definition. A request that is writing such an object now checks again after its write.
      await store.beginRemoval(tenant, id);
      try {
        await this.parts.requireUnused?.(definition);
        await this.record(request.mutation, definition);
      } catch (error) {
        await store.cancelRemoval(tenant, id);
        throw error;
      }
      if (!(await store.remove(tenant, id))) throw this.conflict(request.ifMatch);
      await this.parts.afterRemoval?.(definition);
      return { body: null };
    },
  };

  /** Throws NOT_FOUND or FORBIDDEN as `requireAccess`, and VALIDATION_FAILED if the tenant must be named. */
  async find({ caller, params: { id }, query }: NamedRequest, role: Role): Promise<D> {
    const tenant = tenantOf(caller, query.tenant);
    const name = `${this.parts.noun} ${id}`;
    requireAccess(caller, tenant, role, name);
    const definition = await this.parts.store.load(tenant, id);
    if (!definition) throw notFound(name);
    return definition;
  }

  /**
   * Stores and returns the next revision. Throws CONFLICT, or PRECONDITION_FAILED, if another request has stored a different one.
   */
  async save({ caller, mutation, ifMatch }: ChangeRequest, present: D, own: Partial<Own<D>>): Promise<D> {
    const { tenant, id, rev } = present;
    const common = { tenant, id, rev: rev + 1, updatedAt: mutation.askedAt, updatedBy: caller.name };
    const next = { ...present, ...own, ...common };
    await this.record(mutation, next, this.parts.detail?.(next));
    if ((await this.parts.store.save(next, rev, mutation.seed)) === 'stale') throw this.conflict(ifMatch);
    return next;
  }

  async answer(definition: D, caller: Caller): Promise<Answer<V>> {
    const ownView = await this.parts.views([definition], caller);
    return { body: viewOf(definition, ownView(definition)), rev: definition.rev };
  }

  /** Throws as `find`, and PRECONDITION_FAILED if the caller has read an older revision. */
  private async findToChange(request: ChangeRequest): Promise<D> {
    const definition = await this.find(request, this.parts.editors);
    if (!matches(request.ifMatch, definition.rev))
      throw new AppError('PRECONDITION_FAILED', changedSince(this.parts.noun, definition.rev));
    return definition;
  }

  private async record(mutation: Mutation, { tenant, id }: TenantDefinition, detail?: string): Promise<void> {
    await mutation.record({ tenant, object: `${this.parts.noun}/${id}`, ...(detail !== undefined && { detail }) });
  }

  private conflict(condition: IfMatch | null): AppError {
    return new AppError(
      condition ? 'PRECONDITION_FAILED' : 'CONFLICT',
      `the ${this.parts.noun} was changed at the same time`,
    );
  }
}

function viewOf<V>({ id, tenant, updatedAt, updatedBy }: TenantDefinition, own: OwnView<V>): V {
  return { id, tenant, ...own, updatedAt: timeText(updatedAt), updatedBy } as V;
}
