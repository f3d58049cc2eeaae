import { z } from 'zod';
import { jsonValue } from '#common/spec/fields.js';
import { pageOf, pageQuery, byId, flag, int, text, time, timeText } from '../http/page.js';
import { route, routesOf } from '../http/route.js';
import type { StorageVersion } from '#common/run/output.js';

export const storageVersionView = z.object({
  version: int('The number of the version, from 1.'),
  value: jsonValue.describe(
    'The value; null if it was deleted; `***` if it contains secrets of the run and the caller may not see the secrets of the job.',
  ),
  deleted: flag('True if the value was deleted.'),
  savedAt: time('When the value was saved.'),
  savedBy: text('The attempt whose output or callback saved the value, or the name of the caller.'),
});
export type StorageVersionView = z.output<typeof storageVersionView>;

export const toStorageVersionView = ({
  version,
  value,
  deleted,
  savedAt,
  source,
}: StorageVersion): StorageVersionView => ({
  version,
  value,
  deleted,
  savedAt: timeText(savedAt),
  savedBy: 'actor' in source ? source.actor : source.attempt,
});

const value = { answer: jsonValue, versioned: true } as const;

export const storageRoutes = routesOf('Job storage', {
  getStorage: route({
    params: byId,
    ...value,
    at: 'GET /jobs/{id}/storage',
    access: 'viewer',
    summary: 'Read the storage of a job',
    description:
      'The value that the next run is given. The answer is 404 if there is none. If a worker has put secrets of its run into the value, callers who may not see the secrets of the job get `***`; `***` in a request leaves the value unchanged.',
    example: { answer: { lastRow: 1204 } },
  }),
  putStorage: route({
    params: byId,
    ...value,
    at: 'PUT /jobs/{id}/storage',
    access: 'editor',
    summary: 'Set the storage of a job, which the next run is given',
    exactNumbersIn: 'body',
    body: jsonValue,
    refusals: ['UNAVAILABLE'],
    example: { body: { lastRow: 0 }, answer: { lastRow: 0 } },
  }),
  deleteStorage: route({
    params: byId,
    at: 'DELETE /jobs/{id}/storage',
    access: 'editor',
    summary: 'Delete the storage of a job',
    description: 'Earlier versions stay and can be restored.',
    refusals: ['UNAVAILABLE'],
  }),
  listStorageVersions: route({
    params: byId,
    at: 'GET /jobs/{id}/storage/versions',
    access: 'viewer',
    summary: "List the stored versions of a job's storage",
    description: 'Newest first.',
    query: z.strictObject(pageQuery),
    answer: pageOf(storageVersionView),
  }),
  restoreStorage: route({
    params: byId,
    ...value,
    at: 'POST /jobs/{id}/storage/restore',
    access: 'editor',
    summary: 'Restore an earlier version of the storage of a job',
    body: z.strictObject({ version: z.int().min(1).describe('The version to restore.') }),
    refusals: ['UNAVAILABLE'],
    example: { body: { version: 3 }, answer: { lastRow: 1204 } },
  }),
});
