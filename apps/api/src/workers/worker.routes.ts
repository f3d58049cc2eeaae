import { z } from 'zod';
import { jsonObject } from '#common/spec/fields.js';
import { newWorker, workerReplacement } from '#common/spec/worker.js';
import { MAX_JOBS_REAPPLIED } from '#common/domain/limits.js';
import { pageOf, pageQuery, partOfName } from '../http/page.js';
import { noContent, route } from '../http/route.js';
import { workerView } from './worker.view.js';
import { newWorkerExample, workerExample } from '../openapi/examples.js';
import { byId } from '../http/route-fields.js';

const common = { tag: 'Workers' } as const;
const edits = { ...common, versioned: true, status: 200, answer: workerView, params: byId } as const;

export const workerRoutes = {
  listWorkers: route({
    ...common,
    id: 'listWorkers',
    method: 'GET',
    path: '/workers',
    access: 'viewer',
    summary: 'List workers',
    description:
      'The workers that at least one tenant of the caller may use, by id. Secrets are shown as "***" to every caller: a worker that is read alone shows them to those who may see them.',
    query: z.strictObject({ ...pageQuery, q: partOfName }),
    status: 200,
    answer: pageOf(workerView),
  }),
  createWorker: route({
    ...common,
    id: 'createWorker',
    canDryRun: true,
    method: 'POST',
    path: '/workers',
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
    id: 'getWorker',
    method: 'GET',
    path: '/workers/{id}',
    access: 'viewer',
    summary: 'Read a worker',
    example: { answer: workerExample },
  }),
  replaceWorker: route({
    ...edits,
    id: 'replaceWorker',
    canDryRun: true,
    method: 'PUT',
    path: '/workers/{id}',
    access: 'admin',
    summary: 'Replace a worker',
    description: `Later runs of its jobs use the new version. If the worker has more than ${MAX_JOBS_REAPPLIED} jobs, the further ones change to the new version some time after the answer. A header that is sent back as "***" stays as it is.`,
    body: workerReplacement,
    isSynced: true,
    example: { body: { ...newWorkerExample }, answer: workerExample },
  }),
  patchWorker: route({
    ...edits,
    id: 'patchWorker',
    canDryRun: true,
    method: 'PATCH',
    path: '/workers/{id}',
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
    ...common,
    id: 'deleteWorker',
    method: 'DELETE',
    path: '/workers/{id}',
    access: 'admin',
    summary: 'Remove a worker',
    description: 'The request is refused while jobs use the worker.',
    params: byId,
    status: 204,
    answer: noContent,
    refusals: ['IN_USE'],
  }),
} as const;
