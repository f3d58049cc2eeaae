/** docs/security.md, with the list of the tests that keep each of its promises. */
import type { MarkedTest } from './marked-tests.js';

const BEGIN = '<!-- tests: written by "npm run docs" -->';
const END = '<!-- end of tests -->';
const PROMISE = /^\| (S\d+) +\| (.+?) *\|$/gm;

/** Throws where a test names a promise that the document does not make. */
export function securityDocument(text: string, tests: readonly MarkedTest[]): string {
  const promises = [...text.matchAll(PROMISE)].map(([, id]) => id ?? '');
  const unknown = tests.find(({ promise }) => !promises.includes(promise));
  if (unknown)
    throw new Error(
      `${unknown.file}: "${unknown.title}" names ${unknown.promise}, which docs/security.md does not promise`,
    );
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/security.md has to contain ${BEGIN} and ${END}`);
  const sections = promises.map((id) =>
    section(
      id,
      tests.filter(({ promise }) => promise === id),
    ),
  );
  return `${before}${BEGIN}\n\n${sections.join('\n')}\n${END}${after}`;
}

function section(id: string, tests: readonly MarkedTest[]): string {
  if (tests.length === 0) return `### ${id}\n\n**No test keeps this promise.**\n`;
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  const lines = files.flatMap((file) => [
    `- [${file}](../${file})`,
    ...tests.filter((test) => test.file === file).map(({ title }) => `  - ${escaped(title)}`),
  ]);
  return `### ${id}\n\n${lines.join('\n')}\n`;
}

/** A title with all special characters escaped. */
const escaped = (title: string): string => title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_<>[\]$]/g, '\\$&');
