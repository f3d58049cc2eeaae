import * as limits from '#common/domain/limits.js';
import { generatedFrom, row } from './generated-note.js';

/** The limits of the data model with their comments; `source` is the text of the file that declares them. */
export function limitsDocument(source: string): string {
  const comments = commentsOf(source);
  const rows = Object.entries(limits).map(([name, value]) =>
    row(`\`${name}\``, shown(name, value), comments.get(name) ?? ''),
  );
  return [
    generatedFrom('libs/common/src/domain/limits.ts'),
    '# Limits\n',
    'Every queue, retry, list, line and wait has a limit with a name. This table contains the limits of the data model; limits of a single mechanism are defined at the top of its source file.\n',
    row('name', 'value', 'meaning'),
    row('---', '---', '---'),
    ...rows,
    '',
  ].join('\n');
}

/** The doc comment right above each exported constant. */
function commentsOf(source: string): Map<string, string> {
  const declared = source.matchAll(/(?:\/\*\* (?<comment>[^\n]*) \*\/\n)?export const (?<name>[A-Z_0-9]+)/g);
  return new Map([...declared].map(({ groups }) => [groups?.['name'] ?? '', groups?.['comment'] ?? '']));
}

const BYTES_PER_KIB = 1_024;
const MS_PER_SECOND = 1_000;

function shown(name: string, value: number): string {
  if (name.endsWith('_BYTES') && value % BYTES_PER_KIB === 0) return `${value / BYTES_PER_KIB} KiB`;
  if (name.includes('_BYTES_') && value % BYTES_PER_KIB === 0) return `${value / BYTES_PER_KIB} KiB`;
  if (name.endsWith('_MS')) return `${value / MS_PER_SECOND} s`;
  if (name.endsWith('_SECONDS')) return `${value} s`;
  return String(value);
}
