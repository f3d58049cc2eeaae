import { readFileSync } from 'node:fs';

/** The unprivileged account that servers run as where we ourselves are root: PostgreSQL refuses uid 0. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };

/** The account named `nobody` of a passwd file; Debian's numbers where it names none. */
export function nobodyOf(passwd: string): Account {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return uid > 0 && gid > 0 ? { uid, gid } : NOBODY;
}

/** Undefined where we are an ordinary user: then servers run as ourselves. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return nobodyOf(readFileSync('/etc/passwd', 'utf8'));
}

/** True if this process' user has a name; PostgreSQL's initdb does not work without one. */
export function userHasName(passwd: string, uid: number): boolean {
  return passwd.split('\n').some((line) => line.split(':')[2] === String(uid));
}
