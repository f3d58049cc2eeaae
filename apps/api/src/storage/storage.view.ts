import { z } from 'zod';
import { jsonValue } from '#common/spec/fields.js';
import type { StorageVersion } from '#common/run/output.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

export const storageVersionView = z.object({
  version: z.int().describe('Counts what was saved, from 1.'),
  value: jsonValue.meta({
    description:
      'null where it was deleted; `***` where secrets of the run are in it, for those who may not see the secrets of the job.',
  }),
  deleted: z.boolean().describe('True where the value was deleted.'),
  savedAt: shownTime.describe('When it was saved.'),
  savedBy: z.string().meta({ description: 'The attempt whose output or callback saved it, or the person.' }),
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
