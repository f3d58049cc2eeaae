import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS_READ = 0o4;
const OTHERS_PASS = 0o1;

/** True where every user of this machine can reach and read the file or folder. */
export function mayEverybodyRead(path: string): boolean {
  const real = realpathSync(path);
  if (!allows(real, OTHERS_READ)) return false;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (!allows(folder, OTHERS_PASS)) return false;
    if (folder === dirname(folder)) return true;
  }
}

const allows = (path: string, right: number): boolean => (lstatSync(path).mode & right) === right;
