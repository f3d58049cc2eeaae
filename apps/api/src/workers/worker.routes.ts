import { z } from 'zod';
import { MASK } from '#common/domain/mask.js';
import { jsonObject } from '#common/spec/fields.js';
import { newWorker, workerReplacement, ENGINES, engineOf, workerSpec } from '#common/spec/worker.js';
import { MAX_JOBS_REAPPLIED } from '#common/domain/limits.js';
import { pageOf, pageQuery, partOfName, byId, int, text, time, timeText } from '../http/page.js';
import { route, routesOf } from '../http/route.js';
import { newWorkerExample, workerExample } from '../openapi/examples.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { shownWarnings, withWarnings } from '../http/secret-warnings.js';
import type { Unreadable } from '../jobs/secret-keeper.js';

/* How the API shows a worker. */

export const workerView = z.object({
  id: text('The id by which jobs refer to the worker.'),
  version: int('The version of the worker: the number of the edit, from 1.'),
  ...workerSpec.shape,
  engine: z.enum(ENGINES).describe('The engine that executes the attempts.'),
  httpHeaders: z
    .record(z.string(), z.string())
    .describe(
      `Only admins see the values, and owners if only their own tenants may use the worker; for others they are "${MASK}".`,
    ),
  callRefused: z
    .string()
    .optional()
    .meta({
      description:
        'Why no attempt can call the worker: its address is outside of `WEBSERVICE_ALLOW`. Left out otherwise.',
      examples: ['billing.shop.svc is outside WEBSERVICE_ALLOW, which is public'],
    }),
  warnings: shownWarnings,
  createdAt: time('When the worker was created.'),
  updatedAt: time('When the worker was last edited.'),
  updatedBy: text('The name of the caller who made the last edit.'),
});
export type WorkerView = z.output<typeof workerView>;

/** Shows a worker; `httpHeaders` are its decrypted headers, or their names with masked values. */
export function toWorkerView(
  worker: StoredWorker,
  httpHeaders: Readonly<Record<string, string>>,
  unreadable: readonly Unreadable[],
  callRefused: string | null,
): WorkerView {
  return {
    id: worker.id,
    version: worker.version,
    ...worker.spec,
    engine: engineOf(worker.spec),
    httpHeaders: { ...httpHeaders },
    ...(callRefused !== null && { callRefused }),
    ...withWarnings(unreadable),
    createdAt: timeText(worker.createdAt),
    updatedAt: timeText(worker.updatedAt),
    updatedBy: worker.updatedBy,
  };
}

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
