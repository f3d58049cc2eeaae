/** The file of a definition in a folder of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors.js';
import { isNamedInTenant, type KindName, type Spec } from './definition.js';

/** The form of ids: an id from a server or another scheduler is used as a file name only if it has this form. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Writes the definition as `<folder>/<kind>s/<id>.yaml`. Throws CliError for an id or tenant that is not a valid file name. */
export function writeDefinition(folder: string, kind: KindName, { id, tenant }: Spec, text: string): void {
  const inside = join(folder, `${kind.toLowerCase()}s`, ...(isNamedInTenant(kind) ? [plain(kind, tenant)] : []));
  const file = join(inside, `${plain(kind, id)}.yaml`);
  mkdirSync(inside, { recursive: true });
  writeFileSync(file, text);
}

function plain(kind: KindName, name: unknown): string {
  if (typeof name === 'string' && PLAIN.test(name)) return name;
  throw new CliError(
    `${kind} ${JSON.stringify(name)} cannot be a file name`,
    undefined,
    'export to standard output instead: without --directory',
  );
}
