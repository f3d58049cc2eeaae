import { join } from 'node:path';
import { findExecutable } from '../machine/executable.js';
import { defaultCacheDir } from '../machine/folders.js';
import { ensureInstalled, type Recipe } from './install.js';

export interface InstallOptions {
  /** Where programs are installed, once per machine; `${XDG_CACHE_HOME:-~/.cache}/carillon` unless given. */
  readonly cacheDir?: string | undefined;
  /** Called with sentences about progress. */
  readonly log?: (line: string) => void;
  /** Replaces process.env. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The path of the program: the one on PATH, or else that of the recipe, which is then installed once per machine. */
export async function installedProgram(name: string, recipe: Recipe, options: InstallOptions = {}): Promise<string> {
  const { env = process.env, cacheDir = defaultCacheDir(env), log = () => undefined } = options;
  return findExecutable(name, env) ?? join(await ensureInstalled(recipe, cacheDir, log), name);
}
