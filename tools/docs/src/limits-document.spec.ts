import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as limits from '#common/domain/limits.js';
import { internalLimitsDocument, limitsDocument } from './limits-document.js';

const source = readFileSync(resolve(import.meta.dirname, '../../../libs/common/src/domain/limits.ts'), 'utf8');
const namesOn = (page: string): string[] => [...page.matchAll(/^- `([A-Z_0-9]+)`/gm)].map(([, name]) => name ?? '');

test('each limit is on one of the two pages, and those that users meet are the fewer', () => {
  const met = namesOn(limitsDocument(source));
  const internal = namesOn(internalLimitsDocument(source));
  expect([...met, ...internal].sort()).toEqual(Object.keys(limits).sort());
  expect(met.length).toBeGreaterThan(50);
  expect(met.length).toBeLessThan(internal.length);
});

test('each limit has a meaning', () => {
  const lines = [limitsDocument(source), internalLimitsDocument(source)].flatMap(
    (page) => page.match(/^- .*$/gm) ?? [],
  );
  expect(lines.filter((line) => !/^- `\w+` \*\*-?[\d.,]+[ \w]*\*\*: \S/.test(line))).toEqual([]);
});

const SAMPLE = `/** All. */

// == Requests ==

/** Items on a page. @beyond refused */
export const MAX_PAGE_SIZE = 500;
export const DEFAULT_PAGE_SIZE = 50;
/** Size of a page.
 * @beyond the page ends early */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

// == Audit ==

/** Entries are kept
 * for this long. @beyond removed */
export const AUDIT_KEPT_MS = 400 * 24 * 3_600_000;
`;

test('a limit that says what happens beyond it is one that users meet, under its heading', () => {
  const page = limitsDocument(SAMPLE);
  expect(page).toContain(
    [
      '## Requests\n',
      '- `MAX_PAGE_SIZE` **500**: Items on a page',
      '- `MAX_PAGE_BYTES` **4 MiB**: Size of a page → the page ends early',
      '',
      '## Audit\n',
      '- `AUDIT_KEPT_MS` **400 days**: Entries are kept for this long → removed',
    ].join('\n'),
  );
});

test('the other limits are on a page of their own; a heading without any is left out', () => {
  const page = internalLimitsDocument(SAMPLE);
  expect(namesOn(page)).toEqual(['DEFAULT_PAGE_SIZE']);
  expect(page).not.toContain('## Audit');
});

test('a limit of another source is an error', () => {
  const other = '/** Of something else. @beyond refused */\nexport const NEVER_HEARD_OF = 1;';
  expect(() => limitsDocument(other)).toThrow('NEVER_HEARD_OF');
});
