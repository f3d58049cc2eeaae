/** Archives whose bytes depend on the content, the names and one instant alone. */
import { execFile } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const run = promisify(execFile);
const FOLDER = 0o755;
const PROGRAM = 0o755;
const FILE = 0o644;
const EXECUTABLE = 0o111;

/** Gives everything in the folder the modes that Git knows: rights do not depend on the user and umask of this process. */
export function normaliseModes(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  if (!found.isDirectory()) {
    chmodSync(path, (found.mode & EXECUTABLE) === 0 ? FILE : PROGRAM);
    return;
  }
  chmodSync(path, FOLDER);
  for (const name of readdirSync(path)) normaliseModes(join(path, name));
}

/** Packs these names of the folder, with their rights and the time `epoch` (seconds); owned by root. */
export async function tar(target: string, folder: string, names: readonly string[], epoch: number): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const same = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner'];
  await run('tar', [...same, '-cf', target, '-C', folder, ...names]);
}

/** The same, compressed; the file `draft` holds it uncompressed. */
export async function tarGz(draft: string, folder: string, names: readonly string[], epoch: number): Promise<Buffer> {
  await tar(draft, folder, names, epoch);
  return gzipSync(readFileSync(draft));
}
