import { z } from 'zod';
import { calendarSpec, newCalendar } from '#common/spec/calendar.js';
import { displayName, instant, jsonObject, slug } from '#common/spec/fields.js';
import { newTenant, tenantSpec } from '#common/spec/tenant.js';
import { ROLES } from '#common/spec/definitions.js';
import { DEFAULT_TOKEN_AGE_MS, MAX_CALENDARS, MAX_TOKENS_PER_TENANT } from '#common/domain/limits.js';
import { calendarView } from '../calendars/calendar.view.js';
import { pageOf, pageOfTenants, pageQuery, partOfName } from '../http/page.js';
import { noContent, route } from '../http/route.js';
import { tenantView } from './tenant.view.js';
import { callerView, newTokenView, tokenView } from '../tokens/token.view.js';
import { byId, ofTenant, queryFlag } from '../http/route-fields.js';

const MAX_GRANTS = 1_000;

const tenants = { tag: 'Tenants' } as const;
const tokens = { tag: 'Access' } as const;
const calendars = { tag: 'Calendars' } as const;

const tenantExample = { id: 'ibm', name: 'IBM', maxActiveRuns: 500, maxJobs: null };
const calendarExample = {
  id: 'bank-holidays',
  tenant: 'ibm',
  timezone: 'Europe/Prague',
  dates: ['2026-12-24', '2026-12-25'],
};

export const adminRoutes = {
  listTenants: route({
    ...tenants,
    id: 'listTenants',
    method: 'GET',
    path: '/tenants',
    access: 'anyone',
    summary: 'List your tenants',
    query: z.strictObject({ ...pageQuery, q: partOfName }),
    status: 200,
    answer: pageOf(tenantView),
  }),
  createTenant: route({
    ...tenants,
    id: 'createTenant',
    canDryRun: true,
    method: 'POST',
    path: '/tenants',
    access: 'admin',
    summary: 'Create a tenant',
    description: 'A tenant that is not created by a request comes into existence with its first job.',
    body: newTenant,
    status: 201,
    answer: tenantView,
    versioned: true,
    refusals: ['ALREADY_EXISTS'],
    example: { body: tenantExample },
  }),
  getTenant: route({
    ...tenants,
    id: 'getTenant',
    method: 'GET',
    path: '/tenants/{id}',
    access: 'viewer',
    summary: 'Read a tenant',
    params: byId,
    status: 200,
    answer: tenantView,
    versioned: true,
  }),
  patchTenant: route({
    ...tenants,
    id: 'patchTenant',
    canDryRun: true,
    method: 'PATCH',
    path: '/tenants/{id}',
    access: 'admin',
    summary: 'Change parts of a tenant',
    description: 'JSON merge patch (RFC 7396); null removes a limit.',
    params: byId,
    body: jsonObject,
    completedBody: tenantSpec,
    bodyTypes: ['application/json', 'application/merge-patch+json'],
    status: 200,
    answer: tenantView,
    versioned: true,
    example: { body: { maxActiveRuns: 1000 } },
  }),
  deleteTenant: route({
    ...tenants,
    id: 'deleteTenant',
    method: 'DELETE',
    path: '/tenants/{id}',
    access: 'admin',
    summary: 'Remove a tenant without jobs',
    params: byId,
    status: 204,
    answer: noContent,
    refusals: ['IN_USE'],
  }),
  whoAmI: route({
    ...tokens,
    id: 'whoAmI',
    method: 'GET',
    path: '/me',
    access: 'anyone',
    summary: 'Read the identity and the roles of the caller',
    status: 200,
    answer: callerView,
  }),
  listTokens: route({
    ...tokens,
    id: 'listTokens',
    method: 'GET',
    path: '/tokens',
    access: 'owner',
    summary: 'List tokens',
    description: 'The tokens all of whose roles the caller could grant.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(tokenView),
  }),
  createToken: route({
    ...tokens,
    id: 'createToken',
    method: 'POST',
    path: '/tokens',
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
        .meta({
          description: `When the token expires. Default: ${DEFAULT_TOKEN_AGE_MS / 86_400_000} days from now. Null: the token never expires; only admins may set it.`,
        }),
    }),
    status: 201,
    answer: newTokenView,
    refusals: ['QUOTA_EXCEEDED'],
    example: { body: { name: 'nightly report', roles: [{ tenant: 'ibm', role: 'viewer' }] } },
  }),
  deleteToken: route({
    ...tokens,
    id: 'deleteToken',
    method: 'DELETE',
    path: '/tokens/{id}',
    access: 'owner',
    summary: 'Remove a token at once',
    params: byId,
    query: z.strictObject({
      withMade: queryFlag.optional().meta({
        description: 'True: the tokens that were created with this one, directly or indirectly, are removed, too.',
      }),
    }),
    status: 204,
    answer: noContent,
  }),
  listCalendars: route({
    ...calendars,
    id: 'listCalendars',
    method: 'GET',
    path: '/calendars',
    access: 'viewer',
    summary: 'List calendars',
    query: pageOfTenants,
    status: 200,
    answer: pageOf(calendarView),
  }),
  createCalendar: route({
    ...calendars,
    id: 'createCalendar',
    canDryRun: true,
    method: 'POST',
    path: '/calendars',
    access: 'editor',
    summary: 'Create a calendar',
    description: `A tenant has at most ${MAX_CALENDARS}.`,
    body: newCalendar,
    status: 201,
    answer: calendarView,
    versioned: true,
    refusals: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
    example: { body: calendarExample },
  }),
  getCalendar: route({
    ...calendars,
    id: 'getCalendar',
    method: 'GET',
    path: '/calendars/{id}',
    access: 'viewer',
    summary: 'Read a calendar',
    params: byId,
    query: ofTenant,
    status: 200,
    answer: calendarView,
    versioned: true,
  }),
  replaceCalendar: route({
    ...calendars,
    id: 'replaceCalendar',
    canDryRun: true,
    method: 'PUT',
    path: '/calendars/{id}',
    access: 'editor',
    summary: 'Replace a calendar',
    params: byId,
    query: ofTenant,
    body: calendarSpec,
    status: 200,
    answer: calendarView,
    versioned: true,
    example: { body: { dates: ['2026-12-24'] } },
  }),
  deleteCalendar: route({
    ...calendars,
    id: 'deleteCalendar',
    method: 'DELETE',
    path: '/calendars/{id}',
    access: 'editor',
    summary: 'Remove a calendar that no job uses',
    description: 'While schedules of jobs exclude the calendar, the answer is 409 `IN_USE` and names the jobs.',
    params: byId,
    query: ofTenant,
    status: 204,
    answer: noContent,
    refusals: ['IN_USE'],
  }),
} as const;
