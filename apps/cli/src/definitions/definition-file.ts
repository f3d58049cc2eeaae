/** The file of a definition in a folder of them. */
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors.js';
import { isNamedInTenant, type KindName, type Spec } from './definition.js';

const PRIVATE_MODE = 0o600;
/** The form of ids: an id from a server or another scheduler is used as a file name only if it has this form. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A definition and its text as a file. */
export interface Written {
  readonly kind: KindName;
  readonly spec: Spec;
  readonly text: string;
}

/**
 * Writes each definition as `<folder>/<kind>s/<id>.yaml`; files with secrets can be read by their owner only. Throws CliError, before
 * anything is written, for an id or tenant that is not a valid file name; and for a second file that the system takes for the first.
 */
export function writeDefinitions(folder: string, definitions: readonly Written[], isSecret: boolean): void {
  const files = definitions.map(({ kind, spec: { id, tenant }, text }) => {
    const inside = join(folder, `${kind.toLowerCase()}s`, ...(isNamedInTenant(kind) ? [plain(kind, tenant)] : []));
    return { inside, file: join(inside, `${plain(kind, id)}.yaml`), text };
  });
  const written = new Map<string, string>();
  for (const { inside, file, text } of files) {
    mkdirSync(inside, { recursive: true });
    const other = written.get(file.toLowerCase());
    if (other !== undefined && isSameFile(other, file))
      throw new CliError(`${other} and ${file} are one file here, because this file system does not tell cases apart`);
    written.set(file.toLowerCase(), file);
    // The mode of an existing file is changed before the secrets are in it.
    if (isSecret && existsSync(file)) chmodSync(file, PRIVATE_MODE);
    writeFileSync(file, text, isSecret ? { mode: PRIVATE_MODE } : {});
  }
}

/** A file may exist under both names from an earlier export. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

function plain(kind: KindName, name: unknown): string {
  if (typeof name === 'string' && PLAIN.test(name)) return name;
  throw new CliError(
    `${kind} ${JSON.stringify(name)} cannot be a file name`,
    undefined,
    'export to standard output instead: without --directory',
  );
}
