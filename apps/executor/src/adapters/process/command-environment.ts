/** The environment of a command: what it is given, a few basics of the host, and nothing of the executor's own. */
import { readFileSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import type { CommandLaunch } from '../../core/engine.js';

export type BaseEnvironment = Readonly<Record<string, string>>;

export interface CommandPlace {
  readonly base: BaseEnvironment;
  readonly secretsDir: string | null;
  readonly jobStorageFile: string;
  /** Where the hosts of the run's tasks are listed; null where they are not. */
  readonly hostsFolder: string | null;
}

/** The variables, or the words for which secret is missing. */
export function commandEnvironment(
  { env, envFrom }: Pick<CommandLaunch, 'env' | 'envFrom'>,
  { base, secretsDir, jobStorageFile, hostsFolder }: CommandPlace,
): { readonly variables: Readonly<Record<string, string>> } | { readonly missing: string } {
  const mapped: Record<string, string> = {};
  for (const { secret, key, as } of envFrom) {
    const value = readSecret(secretsDir, secret, key);
    if (value === null) return { missing: `there is no secret ${secret}/${key} for the variable ${as}` };
    mapped[as] = value;
  }
  const hosts: Record<string, string> = hostsFolder === null ? {} : { VC_HOSTS_DIR: hostsFolder };
  return { variables: { ...base, JOB_STORAGE_FILE: jobStorageFile, ...hosts, ...mapped, ...env.secret, ...env.plain } };
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
