/**
 * Reads roles from the claims of an OIDC access token. Two forms are understood, and may be mixed:
 * - `carillon_roles`: an array of `"<tenant>:<role>"`, or of `{tenant, role}`;
 * - `groups`: entries of the form `carillon:<tenant>:<role>`; all others are somebody else's.
 * A tenant may be `*`. What does not parse grants nothing.
 */
import { z } from 'zod';
import { ROLES } from '#common/domain/definitions.js';
import type { Caller, RoleGrant } from './access.js';

const MAX_GRANTS = 1_000;
const grantObject = z.object({ tenant: z.string().min(1), role: z.enum(ROLES) });
const claimsShape = z.object({
  sub: z.string().min(1),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  carillon_roles: z.array(z.unknown()).max(MAX_GRANTS).catch([]),
  groups: z.array(z.unknown()).max(MAX_GRANTS).catch([]),
});

/** Gives null when the claims name nobody. */
export function callerFromClaims(claims: unknown): Caller | null {
  const parsed = claimsShape.safeParse(claims);
  if (!parsed.success) return null;
  const { sub, name, preferred_username: username, carillon_roles: own, groups } = parsed.data;
  const fromGroups = groups.flatMap((entry) =>
    typeof entry === 'string' && entry.startsWith('carillon:') ? grantsOf(entry.slice('carillon:'.length)) : [],
  );
  return { subject: sub, name: username ?? name ?? sub, roles: [...own.flatMap(grantsOf), ...fromGroups] };
}

function grantsOf(entry: unknown): RoleGrant[] {
  if (typeof entry !== 'string') {
    const parsed = grantObject.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  }
  const colon = entry.lastIndexOf(':');
  const parsed = grantObject.safeParse({ tenant: entry.slice(0, colon), role: entry.slice(colon + 1) });
  return colon > 0 && parsed.success ? [parsed.data] : [];
}
