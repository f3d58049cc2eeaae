/** The tenant of a new definition: one of those in which the caller may create it. */
import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRights, type Role } from '../api/caller.js';
import { tenantsList } from '../api/questions.js';
import { TenantChoice } from './choices.js';

export interface Owner {
  readonly tenant: string;
  /** The choice, if there is one: for a definition that exists, or with a single tenant, there is none. */
  readonly field: ReactElement | null;
}

/** `definition`: null for a new one. */
export function useOwner(role: Role, definition: { readonly tenant: string } | null): Owner {
  const { data } = useQuery(tenantsList());
  const { may } = useRights();
  const [choice, choose] = useState<string | null>(null);
  const tenants = data?.items.filter(({ id }) => may(role, id)) ?? [];
  const tenant = definition?.tenant ?? choice ?? tenants[0]?.id ?? '';
  const isOffered = definition === null && tenants.length > 1;
  return { tenant, field: isOffered ? <TenantChoice role={role} value={tenant} onChange={choose} /> : null };
}
