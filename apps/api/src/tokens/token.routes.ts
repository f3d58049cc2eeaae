import { z } from 'zod';
import { DEFAULT_TOKEN_AGE_MS, MAX_TOKENS_PER_TENANT } from '#common/domain/limits.js';
import { ROLES, type Token } from '#common/spec/definitions.js';
import { displayName, instant, slug } from '#common/spec/fields.js';
import {
  pageOf,
  pageQuery,
  byId,
  queryFlag,
  text,
  textOrNull,
  time,
  timeOrNull,
  timeText,
  timeTextOrNull,
} from '../http/page.js';
import { route, routesOf } from '../http/route.js';

const grants = z.array(
  z.object({
    tenant: text('A tenant; `*` is every tenant.'),
    role: z.enum(ROLES).describe('The role in the tenant; each role includes the roles before it.'),
  }),
);

export const tokenView = z.object({
  id: text('The id of the token, which is not secret.'),
  name: text('The name of the token, which says what it is for.'),
  roles: grants.describe('The roles of the token, by tenant.'),
  createdAt: time('When the token was created.'),
  createdBy: text('The name of the caller who created the token.'),
  expiresAt: timeOrNull('When the token expires; null: never.'),
  madeBy: textOrNull(
    'The identity of the caller who created the token, as `subject` in `/me`; null: not known. If that caller is a token that is revoked with its descendants, this token is revoked, too.',
  ),
  lastUsedAt: timeOrNull('When the token was last used, exact to the minute; null if it was not used.'),
});
export type TokenView = z.output<typeof tokenView>;

export const newTokenView = tokenView.extend({
  token: text('The token itself; it is shown only in this answer.'),
});

export const callerView = z.object({
  subject: text('The stable identity of the caller, as in the audit, such as `token:<id>`.'),
  name: text('The name of the caller.'),
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

const MAX_GRANTS = 1_000;

export const tokenRoutes = routesOf('Access', {
  whoAmI: route({
    at: 'GET /me',
    access: 'anyone',
    summary: 'Read the identity and the roles of the caller',
    answer: callerView,
  }),
  listTokens: route({
    at: 'GET /tokens',
    access: 'owner',
    summary: 'List tokens',
    description: 'The tokens all of whose roles the caller could grant.',
    query: z.strictObject(pageQuery),
    answer: pageOf(tokenView),
  }),
  createToken: route({
    at: 'POST /tokens',
    access: 'owner',
    summary: 'Create a token',
    description: `Owners grant roles up to owner in their tenants; admins grant any role, also in every tenant (\`*\`). At most ${MAX_TOKENS_PER_TENANT} tokens have a role in one tenant; an expired one is counted for a day.`,
    body: z.strictObject({
      name: displayName.describe('What the token is for.'),
      roles: z
        .array(
          z.strictObject({
            tenant: z.union([z.literal('*'), slug]).describe('A tenant; `*` is every tenant, which only admins grant.'),
            role: z.enum(ROLES).describe('The role in the tenant; each role includes the roles before it.'),
          }),
        )
        .min(1)
        .max(MAX_GRANTS)
        .describe('The roles of the token, by tenant.'),
      expiresAt: instant
        .nullable()
        .optional()
        .describe(
          `When the token expires. Default: ${DEFAULT_TOKEN_AGE_MS / 86_400_000} days from now. Null: the token never expires; only admins may set it.`,
        ),
    }),
    status: 201,
    answer: newTokenView,
    refusals: ['QUOTA_EXCEEDED'],
    example: { body: { name: 'nightly report', roles: [{ tenant: 'ibm', role: 'viewer' }] } },
  }),
  deleteToken: route({
    at: 'DELETE /tokens/{id}',
    access: 'owner',
    summary: 'Remove a token at once',
    params: byId,
    query: z.strictObject({
      withMade: queryFlag
        .optional()
        .describe('True: the tokens that were created with this one, directly or indirectly, are removed, too.'),
    }),
  }),
});
