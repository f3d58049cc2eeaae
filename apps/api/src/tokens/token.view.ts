import { z } from 'zod';
import { ROLES, type Token } from '#common/spec/definitions.js';
import { timeText, timeTextOrNull } from '../http/core/time-text.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

const grants = z.array(z.object({ tenant: z.string(), role: z.enum(ROLES) }));

export const tokenView = z.object({
  id: z.string(),
  name: z.string(),
  roles: grants,
  createdAt: shownTime,
  createdBy: z.string(),
  expiresAt: shownTimeOrNull,
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

export const callerView = z.object({ subject: z.string(), name: z.string(), roles: grants });

/** Shows a token without what proves it. */
export const toTokenView = ({
  id,
  name,
  roles,
  createdAt,
  createdBy,
  madeBy,
  expiresAt,
  lastUsedAt,
}: Token): TokenView => ({
  id,
  name,
  roles: roles.map(({ tenant, role }) => ({ tenant, role })),
  createdAt: timeText(createdAt),
  createdBy,
  expiresAt: timeTextOrNull(expiresAt),
  madeBy: madeBy ?? null,
  lastUsedAt: timeTextOrNull(lastUsedAt ?? null),
});
