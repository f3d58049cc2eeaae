import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findExecutable } from '#embedded-servers';

/** Installs a package of Debian, if we are root. Throws an Error that names who needs it (`whose`, such as "these tests"). */
export function installDebianPackage(name: string, whose: string): void {
  const hint = `${whose} need it: apt-get install ${name}`;
  if (process.getuid?.() !== 0) throw new Error(hint);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', name],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${hint}; apt-get ${args[0] ?? ''} failed: ${stderr}`);
  }
}

/** A program of a package, unpacked into `folder` and not installed: nothing of it is started. One that is on PATH is taken instead. */
export function unpackedDebianProgram(name: string, program: string, folder: string): string {
  const onPath = findExecutable(basename(program), process.env);
  if (onPath !== undefined) return onPath;
  const download = (): boolean => spawnSync('apt-get', ['download', '-qq', name], { cwd: folder }).status === 0;
  if (!download()) {
    // A new machine does not know the available packages.
    spawnSync('apt-get', ['update', '-qq']);
    if (!download()) throw new Error(`the package ${name} of Debian cannot be had: apt-get install ${name}`);
  }
  const [archive = ''] = readdirSync(folder).filter((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'));
  const { status, stderr } = spawnSync('dpkg', ['-x', archive, 'unpacked'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${archive} cannot be unpacked: ${stderr}`);
  return join(folder, 'unpacked', program);
}
