/** What a browser loads before the first page of the web UI is shown. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const BUDGET_BYTES = 200 * 1024;
const folder = resolve(import.meta.dirname, '../../dist/apps/ui');
const names = z.array(z.string()).default([]);
const manifest = z
  .record(
    z.string(),
    z.object({
      file: z.string(),
      isEntry: z.boolean().default(false),
      css: names,
      imports: names,
      dynamicImports: names,
    }),
  )
  .parse(JSON.parse(readFileSync(resolve(folder, 'manifest.json'), 'utf8')));

/** The files of a chunk and of all its imports. */
function filesOf(name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (chunk === undefined || seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...chunk.css, ...chunk.imports.flatMap((each) => filesOf(each, seen))];
}

const compressedBytes = (file: string): number =>
  statSync(resolve(folder, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(resolve(folder, file)).size;

test.each([
  ['the overview', 'src/overview/overview-page.tsx'],
  ['the list of jobs', 'src/jobs/jobs-page.tsx'],
])('a browser that begins with %s loads at most 200 KiB', (_page, chunk) => {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
  expect(manifest[chunk]).toBeDefined();
  const files = new Set([...filesOf(entry ?? ''), ...filesOf(chunk), 'index.html']);
  const bytes = [...files].reduce((sum, file) => sum + compressedBytes(file), 0);
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
});
