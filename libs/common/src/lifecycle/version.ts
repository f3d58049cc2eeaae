import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '../domain/parse-json.js';

/** The product's version, from the package that this file was built in. */
export function productVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    try {
      return z
        .object({ name: z.literal('carillon'), version: z.string() })
        .parse(parseJson(readFileSync(new URL('package.json', folder), 'utf8'))).version;
    } catch {
      continue;
    }
  }
  return '0.0.0';
}
