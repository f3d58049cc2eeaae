/** The file of a definition in a folder of them. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors.js';
import { isNamedInTenant, type KindName, type Spec } from './definition.js';

const PRIVATE_MODE = 0o600;
/** The form of ids: an id from a server or another scheduler is used as a file name only if it has this form. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A file that contains secrets can be read by its owner only. */
export interface DefinitionText {
  readonly text: string;
  readonly isSecret: boolean;
}

/** Writes the definition as `<folder>/<kind>s/<id>.yaml`. Throws CliError for an id or tenant that is not a valid file name. */
export function writeDefinition(
  folder: string,
  kind: KindName,
  { id, tenant }: Spec,
  { text, isSecret }: DefinitionText,
): void {
  const inside = join(folder, `${kind.toLowerCase()}s`, ...(isNamedInTenant(kind) ? [plain(kind, tenant)] : []));
  const file = join(inside, `${plain(kind, id)}.yaml`);
  mkdirSync(inside, { recursive: true });
  if (!isSecret) return writeFileSync(file, text);
  // The mode of an existing file is changed before the secrets are in it.
  if (existsSync(file)) chmodSync(file, PRIVATE_MODE);
  return writeFileSync(file, text, { mode: PRIVATE_MODE });
}

function plain(kind: KindName, name: unknown): string {
  if (typeof name === 'string' && PLAIN.test(name)) return name;
  throw new CliError(
    `${kind} ${JSON.stringify(name)} cannot be a file name`,
    undefined,
    'export to standard output instead: without --directory',
  );
}
