import { z } from 'zod';
import { ROLES, type Token } from '#common/spec/definitions.js';
import { timeText, timeTextOrNull } from '../http/core/time-text.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

const grants = z.array(
  z.object({
    tenant: z.string().describe('A tenant; `*` is every tenant.'),
    role: z.enum(ROLES).describe('The role in the tenant; each role includes the roles before it.'),
  }),
);

export const tokenView = z.object({
  id: z.string().describe('The id of the token, which is not secret.'),
  name: z.string().describe('The name of the token, which says what it is for.'),
  roles: grants.describe('The roles of the token, by tenant.'),
  createdAt: shownTime.describe('When the token was created.'),
  createdBy: z.string().describe('The name of the caller who created the token.'),
  expiresAt: shownTimeOrNull.describe('When the token expires; null: never.'),
  madeBy: z
    .string()
    .nullable()
    .describe(
      'The identity of the caller who created the token, as `subject` in `/me`; null: not known. If that caller is a token that is revoked with its descendants, this token is revoked, too.',
    ),
  lastUsedAt: shownTimeOrNull.describe('When the token was last used, exact to the minute; null if it was not used.'),
});
export type TokenView = z.output<typeof tokenView>;

export const newTokenView = tokenView.extend({
  token: z.string().describe('The token itself; it is shown only in this answer.'),
});

export const callerView = z.object({
  subject: z.string().describe('The stable identity of the caller, as in the audit, such as `token:<id>`.'),
  name: z.string().describe('The name of the caller.'),
  roles: grants.describe('The roles of the caller, by tenant.'),
});

/** Shows a token without its secret. */
export const toTokenView = ({
  id,
  name,
  roles,
  createdAt,
  createdBy,
  makers,
  expiresAt,
  lastUsedAt,
}: Token): TokenView => ({
  id,
  name,
  roles: roles.map(({ tenant, role }) => ({ tenant, role })),
  createdAt: timeText(createdAt),
  createdBy,
  expiresAt: timeTextOrNull(expiresAt),
  madeBy: makers?.at(-1) ?? null,
  lastUsedAt: timeTextOrNull(lastUsedAt ?? null),
});
