/** A kubectl of today, for the tests that type the pages: the one on PATH, or that of Debian's next release. */
import { dirname, join } from 'node:path';
import { ensureInstalled } from '#embedded/install/install.js';
import { programRecipe } from '#embedded/install/program-recipe.js';
import { findExecutable } from '#embedded/machine/executable.js';
import { defaultCacheDir } from '#embedded/machine/folders.js';

const PACKAGED = { name: 'kubectl', packages: ['kubectl'], programs: ['usr/bin/kubectl'] };

/** The folder that contains it. */
export async function kubectlFolder(): Promise<string> {
  const onPath = findExecutable('kubectl', process.env);
  if (onPath !== undefined) return dirname(onPath);
  return ensureInstalled(programRecipe(PACKAGED, process.env), defaultCacheDir(process.env), () => undefined);
}

export const kubectlIn = (folder: string): string => join(folder, 'kubectl');
