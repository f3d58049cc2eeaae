import { z } from 'zod';
import { DEFAULT_TOKEN_AGE_MS, MAX_TOKENS_PER_TENANT } from '#common/domain/limits.js';
import { ROLES } from '#common/spec/definitions.js';
import { displayName, instant, slug } from '#common/spec/fields.js';
import { pageOf, pageQuery } from '../http/page.js';
import { byId, queryFlag } from '../http/route-fields.js';
import { route, routesOf } from '../http/route.js';
import { callerView, newTokenView, tokenView } from './token.view.js';

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
