import type { Role } from '#common/spec/definitions.js';
import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { invalidField } from '../http/problem.js';
import { judgeAccess, tenantsWith, type Caller } from './core/access.js';

/** For an existing object: throws NOT_FOUND if the caller has no role in its tenant, FORBIDDEN without the needed role. */
export function requireAccess(caller: Caller, tenant: string, role: Role, what: string): void {
  const access = judgeAccess(caller, tenant, role);
  if (access === 'hidden') throw notFound(what);
  if (access === 'forbidden') throw forbidden(tenant, role);
}

/** For objects to be created or listed in a tenant: throws FORBIDDEN without the role, whether the tenant exists or not. */
export function requireRole(caller: Caller, tenant: string, role: Role): void {
  if (judgeAccess(caller, tenant, role) !== 'granted') throw forbidden(tenant, role);
}

/**
 * The tenants that a list covers: the named one, or all in which the caller has the role; null is every tenant. Throws FORBIDDEN without
 * the role in the named one.
 */
export function tenantsToList(caller: Caller, named: string | undefined, role: Role): readonly string[] | null {
  if (named === undefined) return tenantsWith(caller, role);
  requireRole(caller, named, role);
  return [named];
}

/** The tenant that a request is about: a caller with rights in one tenant alone need not name it. Throws VALIDATION_FAILED for all others. */
export function tenantOf(caller: Caller, named: string | undefined): TenantId {
  if (named !== undefined) return asTenantId(named);
  const tenants = tenantsWith(caller, 'viewer');
  const [only] = tenants ?? [];
  if (tenants?.length !== 1 || only === undefined)
    throw invalidField('tenant', 'is required, because you have roles in several tenants');
  return asTenantId(only);
}

export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `there is no ${what}`);

/** A refusal that contains its tenant for the audit. */
export class RoleMissing extends AppError {
  constructor(
    readonly tenant: string,
    role: Role,
  ) {
    super('FORBIDDEN', `this needs the role ${role} in the tenant ${tenant}`);
  }
}

/** A refusal for a role that the caller has in no tenant; contains the caller for the audit log. */
export class RoleNowhere extends AppError {
  constructor(
    readonly caller: Caller,
    role: Role,
  ) {
    super('FORBIDDEN', `this needs the role ${role}`);
  }
}

/** A refusal of a request that has no token at all. */
export class TokenMissing extends AppError {
  constructor() {
    super('UNAUTHENTICATED', 'the header Authorization: Bearer <token> is required');
  }
}

const forbidden = (tenant: string, role: Role): AppError => new RoleMissing(tenant, role);
