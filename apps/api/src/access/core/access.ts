/** Access rights by roles per tenant. Pure. */
import { ROLES, type Role } from '#common/spec/definitions.js';

/** A grant for this tenant counts in every tenant. */
export const EVERY_TENANT = '*';

export interface RoleGrant {
  readonly tenant: string;
  readonly role: Role;
}

/** The sender of a request, after its token was verified. */
export interface Caller {
  /** Stable identity, compared with a job's `owners`: `token:<id>`, the `sub` of an OIDC token, or `bootstrap`. */
  readonly subject: string;
  /** The name that people see as the actor in transitions and audit. */
  readonly name: string;
  readonly roles: readonly RoleGrant[];
  /** When the caller's credential expires, in epoch milliseconds; absent if it never does. */
  readonly expiresAt?: number;
}

/** `hidden`: the caller has no role in the tenant at all, so the tenant's objects do not exist for the caller (404). */
export type Access = 'granted' | 'forbidden' | 'hidden';

const rank = (role: Role): number => ROLES.indexOf(role);
const reaches = (role: Role | null, needed: Role): boolean => role !== null && rank(role) >= rank(needed);
const highest = (roles: readonly Role[]): Role | null =>
  roles.reduce<Role | null>((best, role) => (best === null || rank(role) > rank(best) ? role : best), null);

/** The caller's highest role in a tenant, null for none. */
export function roleIn(caller: Caller, tenant: string): Role | null {
  return highest(
    caller.roles.filter((grant) => grant.tenant === tenant || grant.tenant === EVERY_TENANT).map((grant) => grant.role),
  );
}

/** True for callers who may do everything: workers, tenants, the process engine. */
export const isAdmin = (caller: Caller): boolean =>
  caller.roles.some((grant) => grant.tenant === EVERY_TENANT && grant.role === 'admin');

/** Judges a request for an object that the tenant owns; `admin` means admin of everything. */
export function judgeAccess(caller: Caller, tenant: string, needed: Role): Access {
  const role = roleIn(caller, tenant);
  if (role === null) return 'hidden';
  if (needed === 'admin') return isAdmin(caller) ? 'granted' : 'forbidden';
  return reaches(role, needed) ? 'granted' : 'forbidden';
}

/** True if the caller reaches the role in at least one tenant: without it no input needs to be read. */
export function reachesSomewhere(caller: Caller, needed: Role): boolean {
  if (needed === 'admin') return isAdmin(caller);
  return caller.roles.some((grant) => reaches(grant.role, needed));
}

/** The tenants in which the caller reaches the role; `null` is every tenant. */
export function tenantsWith(caller: Caller, needed: Role): readonly string[] | null {
  const grants = caller.roles.filter((grant) => reaches(grant.role, needed));
  if (grants.some((grant) => grant.tenant === EVERY_TENANT)) return null;
  return [...new Set(grants.map((grant) => grant.tenant))].sort();
}

/** Owners of the tenant, admins, and the job's own owners (who need some role in its tenant) see its secrets. */
export function maySeeJobSecrets(
  caller: Caller,
  job: { readonly tenant: string; readonly owners: readonly string[] },
): boolean {
  const role = roleIn(caller, job.tenant);
  return reaches(role, 'owner') || (role !== null && job.owners.includes(caller.subject));
}

/** Admins see a worker's secrets; owners see the secrets of a worker that only their own tenants may use. */
export function maySeeWorkerSecrets(caller: Caller, tenants: readonly string[] | undefined): boolean {
  if (isAdmin(caller)) return true;
  return tenants !== undefined && tenants.length > 0 && tenants.every((each) => reaches(roleIn(caller, each), 'owner'));
}

/** A worker that is restricted to tenants is visible to callers with a role in one of them. */
export function maySeeWorker(caller: Caller, tenants: readonly string[] | undefined): boolean {
  return tenants === undefined || isAdmin(caller) || tenants.some((tenant) => roleIn(caller, tenant) !== null);
}

/** No caller grants more than its own rights: owners grant within their tenants, admins everything. */
export function mayGrant(caller: Caller, grant: RoleGrant): boolean {
  if (isAdmin(caller)) return true;
  if (grant.tenant === EVERY_TENANT || grant.role === 'admin') return false;
  return reaches(roleIn(caller, grant.tenant), 'owner');
}
