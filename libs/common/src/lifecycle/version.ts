import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson } from '../domain/parse-json.js';

/** Set by the bundler; a build in the repository, and the image, have it in the `package.json` above. */
declare const CARILLON_VERSION: string | undefined;

/** The version of the product. */
export function productVersion(): string {
  if (typeof CARILLON_VERSION === 'string') return CARILLON_VERSION;
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return (parseJson(readFileSync(manifest, 'utf8')) as { version: string }).version;
  }
  throw new Error('there is no package.json above the product');
}
