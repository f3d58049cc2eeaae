import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DEBIAN_SUITE, withArchive } from './debian-archive.js';
import type { Recipe } from './install.js';

/** Programs of Debian packages that need nothing but the C library. */
export interface PackagedPrograms {
  /** Names the folder in the cache. */
  readonly name: string;
  readonly packages: readonly string[];
  /** Their paths in the packages, such as `usr/bin/prometheus`. */
  readonly programs: readonly string[];
}

/** The file name of a program is kept. */
export function programRecipe(wanted: PackagedPrograms, env: NodeJS.ProcessEnv): Recipe {
  const { name, packages, programs } = wanted;
  return {
    name,
    content: `${DEBIAN_SUITE} ${packages.join(' ')} ${programs.join(' ')}`,
    build: async (folder, log) => {
      const scratch = join(folder, 'scratch');
      log(`${name}: reading the Debian package index`);
      await withArchive(scratch, env, async (archive) => {
        log(`${name}: downloading ${packages.join(', ')}`);
        await archive.download([...packages]);
        mkdirSync(join(scratch, 'root'));
        await archive.unpack(join(scratch, 'root'), ['./usr/share']);
        for (const program of programs) copyFileSync(join(scratch, 'root', program), join(folder, basename(program)));
      });
      rmSync(scratch, { recursive: true });
    },
  };
}
