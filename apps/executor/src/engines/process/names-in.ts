import { readdirSync } from 'node:fs';
import { isCode } from '#common/errors/system-error.js';

/** The names in the folder; none if there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}
