/** A kubectl of today, for the tests that type the pages: the one on PATH, or that of Debian's next release. */
import { dirname, join } from 'node:path';
import { installedProgram, programRecipe } from '#embedded-servers';

const PACKAGED = { name: 'kubectl', packages: ['kubectl'], programs: ['usr/bin/kubectl'] };

/** The folder that contains it. */
export async function kubectlFolder(): Promise<string> {
  return dirname(await installedProgram('kubectl', programRecipe(PACKAGED, process.env)));
}

export const kubectlIn = (folder: string): string => join(folder, 'kubectl');
