import { z } from 'zod';
import { jsonObject } from '#common/spec/fields.js';
import { newTenant, tenantSpec } from '#common/spec/tenant.js';
import { pageOf, pageQuery, partOfName } from '../http/page.js';
import { byId } from '../http/route-fields.js';
import { route, routesOf } from '../http/route.js';
import { tenantView } from './tenant.view.js';

const tenantExample = { id: 'ibm', name: 'IBM', maxActiveRuns: 500, maxJobs: null };

export const tenantRoutes = routesOf('Tenants', {
  listTenants: route({
    at: 'GET /tenants',
    access: 'anyone',
    summary: 'List your tenants',
    query: z.strictObject({ ...pageQuery, q: partOfName }),
    answer: pageOf(tenantView),
  }),
  createTenant: route({
    canDryRun: true,
    at: 'POST /tenants',
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
    at: 'GET /tenants/{id}',
    access: 'viewer',
    summary: 'Read a tenant',
    params: byId,
    answer: tenantView,
    versioned: true,
  }),
  patchTenant: route({
    canDryRun: true,
    at: 'PATCH /tenants/{id}',
    access: 'admin',
    summary: 'Change parts of a tenant',
    description: 'JSON merge patch (RFC 7396); null removes a limit.',
    params: byId,
    body: jsonObject,
    completedBody: tenantSpec,
    bodyTypes: ['application/json', 'application/merge-patch+json'],
    answer: tenantView,
    versioned: true,
    example: { body: { maxActiveRuns: 1000 } },
  }),
  deleteTenant: route({
    at: 'DELETE /tenants/{id}',
    access: 'admin',
    summary: 'Remove a tenant without jobs',
    params: byId,
    refusals: ['IN_USE'],
  }),
});
