import { z } from 'zod';
import { jsonObject } from '#common/spec/fields.js';
import { newWorker, workerReplacement } from '#common/spec/worker.js';
import { MAX_JOBS_REAPPLIED } from '#common/domain/limits.js';
import { pageOf, pageQuery, partOfName } from '../http/page.js';
import { route, routesOf } from '../http/route.js';
import { workerView } from './worker.view.js';
import { newWorkerExample, workerExample } from '../openapi/examples.js';
import { byId } from '../http/route-fields.js';

const edits = { versioned: true, answer: workerView, params: byId } as const;

export const workerRoutes = routesOf('Workers', {
  listWorkers: route({
    at: 'GET /workers',
    access: 'viewer',
    summary: 'List workers',
    description:
      'The workers that at least one tenant of the caller may use, by id. Secrets are shown as "***" to every caller: a worker that is read alone shows them to those who may see them.',
    query: z.strictObject({ ...pageQuery, q: partOfName }),
    answer: pageOf(workerView),
  }),
  createWorker: route({
    canDryRun: true,
    at: 'POST /workers',
    access: 'admin',
    summary: 'Register a worker',
    body: newWorker,
    status: 201,
    answer: workerView,
    versioned: true,
    refusals: ['ALREADY_EXISTS'],
    example: { body: newWorkerExample, answer: workerExample },
  }),
  getWorker: route({
    ...edits,
    at: 'GET /workers/{id}',
    access: 'viewer',
    summary: 'Read a worker',
    example: { answer: workerExample },
  }),
  replaceWorker: route({
    ...edits,
    canDryRun: true,
    at: 'PUT /workers/{id}',
    access: 'admin',
    summary: 'Replace a worker',
    description: `Later runs of its jobs use the new version. If the worker has more than ${MAX_JOBS_REAPPLIED} jobs, the further ones change to the new version some time after the answer. A header that is sent back as "***" stays as it is.`,
    body: workerReplacement,
    isSynced: true,
    example: { body: { ...newWorkerExample }, answer: workerExample },
  }),
  patchWorker: route({
    ...edits,
    canDryRun: true,
    at: 'PATCH /workers/{id}',
    access: 'admin',
    summary: 'Change parts of a worker',
    description:
      'JSON merge patch (RFC 7396): objects are merged, null removes a field, all other values replace the present ones.',
    body: jsonObject,
    completedBody: workerReplacement,
    bodyTypes: ['application/json', 'application/merge-patch+json'],
    isSynced: true,
    example: { body: { description: 'Uploads the catalogue every morning.' }, answer: workerExample },
  }),
  deleteWorker: route({
    at: 'DELETE /workers/{id}',
    access: 'admin',
    summary: 'Remove a worker',
    description: 'The request is refused while jobs use the worker.',
    params: byId,
    refusals: ['IN_USE'],
  }),
});
