/** The environment of a command: its variables, a few basics of the host, and nothing of the executor's own. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { IDENTITY_FILE_VARIABLE, IDENTITY_NAME } from '#common/run/pod-contract.js';
import type { CommandLaunch } from '../engine.js';

export type BaseEnvironment = Readonly<Record<string, string>>;

export interface CommandPlace {
  readonly base: BaseEnvironment;
  readonly secretsDir: string | null;
  readonly jobStorageFile: string;
  /** Folders that the run's processes share, by the variable that names them; null if there is none. */
  readonly folders: Readonly<Record<string, string | null>>;
}

/** The variables, or the message about a missing secret. */
export function commandEnvironment(
  { env, envFrom, identity }: Pick<CommandLaunch, 'env' | 'envFrom' | 'identity'>,
  { base, secretsDir, jobStorageFile, folders }: CommandPlace,
): { readonly variables: Readonly<Record<string, string>> } | { readonly missing: string } {
  const mapped: Record<string, string> = {};
  for (const { secret, key, as } of envFrom) {
    const value = readSecret(secretsDir, secret, key);
    if (value === null) return { missing: `there is no secret ${secret}/${key} for the variable ${as}` };
    mapped[as] = value;
  }
  const shared = Object.fromEntries(
    Object.entries(folders).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const files = {
    JOB_STORAGE_FILE: jobStorageFile,
    ...(identity && { [IDENTITY_FILE_VARIABLE]: join(dirname(jobStorageFile), IDENTITY_NAME) }),
  };
  return { variables: { ...base, ...files, ...shared, ...mapped, ...env.secret, ...env.plain } };
}

function readSecret(folder: string | null, secret: string, key: string): string | null {
  if (folder === null) return null;
  const file = normalize(join(folder, secret, key));
  if (!file.startsWith(normalize(folder) + sep)) return null;
  try {
    return readFileSync(file, 'utf8').replace(/\n$/, '');
  } catch {
    return null;
  }
}
