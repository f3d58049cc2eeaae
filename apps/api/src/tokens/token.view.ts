import { z } from 'zod';
import { ROLES, type Token } from '#common/spec/definitions.js';
import { timeText, timeTextOrNull } from '../http/core/time-text.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

const grants = z.array(
  z.object({
    tenant: z.string().describe('A tenant; `*` is every tenant.'),
    role: z.enum(ROLES).describe('What may be done there; each role includes those before it.'),
  }),
);

export const tokenView = z.object({
  id: z.string().describe('By which the token is addressed; no secret.'),
  name: z.string().describe('What it is for.'),
  roles: grants.describe('What it may do, and where.'),
  createdAt: shownTime.describe('When it was made.'),
  createdBy: z.string().describe('Who made it, by name.'),
  expiresAt: shownTimeOrNull.describe('When it ends; null: never.'),
  madeBy: z.string().nullable().meta({
    description:
      'Who made it, as `subject` of `/me`: a token that was revoked with those it made takes these along. null: not known.',
  }),
  lastUsedAt: shownTimeOrNull.meta({ description: 'To the minute.' }),
});
export type TokenView = z.output<typeof tokenView>;

export const newTokenView = tokenView.extend({
  token: z.string().meta({ description: 'The token itself, shown this once.' }),
});

export const callerView = z.object({
  subject: z.string().describe('A stable identity, such as `token:<id>`, as the audit names it.'),
  name: z.string().describe('The name for people.'),
  roles: grants.describe('What you may do, and where.'),
});

/** Shows a token without what proves it. */
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
