/** How the API shows a worker. */
import { z } from 'zod';
import { MASK } from '#common/domain/mask.js';
import { ENGINES, engineOf, workerSpec } from '#common/spec/worker.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { timeText } from '../http/core/time-text.js';
import { shownWarnings, withWarnings } from '../http/secret-warnings.js';
import { shownTime } from '../http/view-fields.js';
import type { Unreadable } from '../jobs/secret-keeper.js';

export const workerView = z.object({
  id: z.string().describe('The id by which jobs refer to the worker.'),
  version: z.int().meta({ description: 'The version of the worker: the number of the edit, from 1.' }),
  ...workerSpec.shape,
  engine: z.enum(ENGINES).describe('The engine that executes the attempts.'),
  httpHeaders: z.record(z.string(), z.string()).meta({
    description: `Only admins see the values, and owners if only their own tenants may use the worker; for others they are "${MASK}".`,
  }),
  callRefused: z
    .string()
    .optional()
    .meta({
      description:
        'Why no attempt can call the worker: its address is outside of `WEBSERVICE_ALLOW`. Left out otherwise.',
      examples: ['billing.shop.svc is outside WEBSERVICE_ALLOW, which is public'],
    }),
  warnings: shownWarnings,
  createdAt: shownTime.describe('When the worker was created.'),
  updatedAt: shownTime.describe('When the worker was last edited.'),
  updatedBy: z.string().describe('The name of the caller who made the last edit.'),
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
