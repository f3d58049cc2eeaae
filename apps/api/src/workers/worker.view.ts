/** How the API shows a worker. */
import { z } from 'zod';
import { MASK } from '#common/spec/fields.js';
import { ENGINES, engineOf, workerSpec } from '#common/spec/worker.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { timeText } from '../http/core/time-text.js';
import { shownWarnings, withWarnings } from '../http/secret-warnings.js';
import { shownTime } from '../http/view-fields.js';
import type { Unreadable } from '../jobs/secret-keeper.js';

export const workerView = z.object({
  id: z.string().describe('By which jobs name it.'),
  version: z.int().meta({ description: 'Counts edits from 1.' }),
  ...workerSpec.shape,
  engine: z.enum(ENGINES).describe('How its attempts are executed.'),
  httpHeaders: z.record(z.string(), z.string()).meta({
    description: `Values are "${MASK}" except to admins, and to owners where no tenant may use the worker but their own.`,
  }),
  warnings: shownWarnings,
  createdAt: shownTime.describe('When it was made.'),
  updatedAt: shownTime.describe('When it was last edited.'),
  updatedBy: z.string().describe('Who edited it last.'),
});
export type WorkerView = z.output<typeof workerView>;

/** Shows a worker; `httpHeaders` are its opened headers, or their names with masked values. */
export function toWorkerView(
  worker: StoredWorker,
  httpHeaders: Readonly<Record<string, string>>,
  unreadable: readonly Unreadable[],
): WorkerView {
  return {
    id: worker.id,
    version: worker.version,
    ...worker.spec,
    engine: engineOf(worker.spec),
    httpHeaders: { ...httpHeaders },
    ...withWarnings(unreadable),
    createdAt: timeText(worker.createdAt),
    updatedAt: timeText(worker.updatedAt),
    updatedBy: worker.updatedBy,
  };
}
