import type { Role } from '#common/domain/definitions.js';
import { AppError } from '#common/errors/app-error.js';
import { judgeAccess, type Caller } from './core/access.js';

/** For a thing that exists: throws NOT_FOUND if its tenant is none of the caller's, FORBIDDEN without the role. */
export function requireAccess(caller: Caller, tenant: string, role: Role, what: string): void {
  const access = judgeAccess(caller, tenant, role);
  if (access === 'hidden') throw notFound(what);
  if (access === 'forbidden') throw forbidden(tenant, role);
}

/** For something to be made or listed in a tenant: throws FORBIDDEN without the role, whether the tenant exists or not. */
export function requireRole(caller: Caller, tenant: string, role: Role): void {
  if (judgeAccess(caller, tenant, role) !== 'granted') throw forbidden(tenant, role);
}

export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `there is no ${what}`);

const forbidden = (tenant: string, role: Role): AppError =>
  new AppError('FORBIDDEN', `this needs the role ${role} in the tenant ${tenant}`);
