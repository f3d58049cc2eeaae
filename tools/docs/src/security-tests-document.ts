/** The tests that keep each promise of docs/security.md, on a page of their own. */
import { generatedFrom } from './generated-note.js';
import type { MarkedTest } from './marked-tests.js';

const PROMISE = /^- \*\*(S\d+)\*\*: (.+)$/gm;

/** `security` is the text of docs/security.md. Throws where a test names a promise that it does not make. */
export function securityTestsDocument(security: string, tests: readonly MarkedTest[]): string {
  const promises = [...security.matchAll(PROMISE)].map(([, id = '', promise = '']) => ({ id, promise }));
  const unknown = tests.find((test) => !promises.some(({ id }) => id === test.promise));
  if (unknown)
    throw new Error(
      `${unknown.file}: "${unknown.title}" names ${unknown.promise}, which docs/security.md does not promise`,
    );
  return [
    generatedFrom("the tests' titles"),
    '# Tests of the security promises\n',
    'The tests that attack each promise of [security](../security.md#what-is-promised). `%s` stands for the values of a table of cases.\n',
    ...promises.map(({ id, promise }) =>
      section(
        `## ${id}\n\n${promise}\n`,
        tests.filter((test) => test.promise === id),
      ),
    ),
  ].join('\n');
}

function section(heading: string, tests: readonly MarkedTest[]): string {
  if (tests.length === 0) return `${heading}\n**No test keeps this promise.**\n`;
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  const lines = files.flatMap((file) => [
    `- [${file}](../../${file})`,
    ...tests.filter((test) => test.file === file).map(({ title }) => `  - ${escaped(title)}`),
  ]);
  return `${heading}\n${lines.join('\n')}\n`;
}

/** A title with all special characters escaped. */
const escaped = (title: string): string => title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_<>[\]$]/g, '\\$&');
