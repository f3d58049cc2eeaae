import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The path of a file of the build, such as `apps/ui/index.html`: the same from the sources, from the build and from a bundle of it.
 * Throws if it was not built, or not delivered.
 */
export function builtFile(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'dist', name);
    if (existsSync(file)) return file;
  }
  throw new Error(`dist/${name} is missing: run "npm run build"`);
}
