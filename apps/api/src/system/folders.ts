import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const MAX_STEPS_UP = 8;

/** The folder of the UI's built files, from the sources as well as from the build. Throws if it was not delivered. */
export function uiFolder(): string {
  let folder = import.meta.dirname;
  for (let steps = 0; steps < MAX_STEPS_UP; steps++, folder = dirname(folder)) {
    const candidate = join(folder, 'dist', 'apps', 'ui', 'index.html');
    if (existsSync(candidate)) return dirname(candidate);
  }
  throw new Error('the web UI is not built: dist/apps/ui is missing; run "npm run build"');
}

/** The folder of Swagger UI's files. */
export const docsFolder = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
