/** Who is signed in, and what they may do. */
import { createContext, useContext } from 'react';
import type { Schemas } from './client.js';

export type Caller = Schemas['Caller'];
export type Role = Caller['roles'][number]['role'];

const ROLES: readonly Role[] = ['viewer', 'operator', 'editor', 'owner', 'admin'];
export const EVERY_TENANT = '*';

export const CallerContext = createContext<Caller | null>(null);

export interface Rights {
  readonly caller: Caller;
  /** True if the caller has the role, or more, in the tenant; without a tenant: in any. */
  readonly may: (role: Role, tenant?: string) => boolean;
  readonly isAdmin: boolean;
}

/** Throws if no person is signed in. */
export function useRights(): Rights {
  const caller = useContext(CallerContext);
  if (caller === null) throw new Error('Nobody is signed in.');
  const may = (role: Role, tenant?: string): boolean =>
    caller.roles.some(
      (grant) =>
        (tenant === undefined || grant.tenant === EVERY_TENANT || grant.tenant === tenant || grant.role === 'admin') &&
        ROLES.indexOf(grant.role) >= ROLES.indexOf(role),
    );
  return { caller, may, isAdmin: may('admin') };
}
