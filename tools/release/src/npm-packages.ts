/** The npm packages that are installed in a folder, or bundled into a package of ours. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { npmPurl, type Material } from './release.js';

const described = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

export function installedIn(folder: string): Material[] {
  const manifests = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: folder }).sort();
  return manifests.map((file) => materialOf(parseJson(readFileSync(join(folder, file), 'utf8'))));
}

/** From the list that `npm run packages` leaves of a package. */
export function bundledIn(list: string): Material[] {
  return z
    .array(z.unknown())
    .parse(parseJson(readFileSync(list, 'utf8')))
    .map(materialOf);
}

function materialOf(manifest: unknown): Material {
  const { name, version, license } = described.parse(manifest);
  return { purl: npmPurl(name, version), name, version, ...(license !== undefined && { license }) };
}
