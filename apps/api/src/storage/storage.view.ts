import { z } from 'zod';
import { jsonValue } from '#common/spec/fields.js';
import type { StorageVersion } from '#common/run/output.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

export const storageVersionView = z.object({
  version: z.int().describe('The number of the version, from 1.'),
  value: jsonValue.describe(
    'The value; null if it was deleted; `***` if it contains secrets of the run and the caller may not see the secrets of the job.',
  ),
  deleted: z.boolean().describe('True if the value was deleted.'),
  savedAt: shownTime.describe('When the value was saved.'),
  savedBy: z.string().describe('The attempt whose output or callback saved the value, or the name of the caller.'),
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
