import { spawnSync } from 'node:child_process';

/** Installs a package of Debian, where we are root. Throws an Error that says who needs it (`whose`, such as "these tests"). */
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
