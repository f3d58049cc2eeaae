import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { isCode } from '#common/errors/system-error.js';

const PRIVATE_FILE = 0o600;

/**
 * Makes a private file that appears with all of its content: neither a full disk nor a crash leaves an empty one. False: the file exists.
 * Throws errors of the file system.
 */
export function writeOnce(target: string, text: string): boolean {
  const part = `${target}.${process.pid}`;
  try {
    writeFileSync(part, text, { mode: PRIVATE_FILE });
    linkSync(part, target);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(part, { force: true });
  }
}
