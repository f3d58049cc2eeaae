import { readdirSync } from 'node:fs';
import { isCode } from '#common/errors/system-error.js';

/** What lies in the folder; nothing where there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}
