/** Texts with a JSON value in each line, as backups of Cloudant are. */
import { withDoubles } from '#common/domain/exact-number.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import type { YamlProblem, YamlSource, YamlValue } from '../definitions/yaml-documents.js';

/** The value of each line, or its error with the line; null for a text whose first line is no whole value, or the only one. */
export function jsonLines({ name, text }: YamlSource): readonly (YamlValue | YamlProblem)[] | null {
  const lines = text
    .split('\n')
    .map((each, at) => ({ text: each.trim(), source: `${name}:${at + 1}` }))
    .filter((each) => each.text !== '');
  const [first, ...others] = lines;
  if (first === undefined || others.length === 0 || !/^[[{]/.test(first.text) || 'problem' in valueOf(first))
    return null;
  return lines.map(valueOf);
}

function valueOf({ text, source }: { readonly text: string; readonly source: string }): YamlValue | YamlProblem {
  try {
    const { value, inexact } = withDoubles(parseExactJson(text));
    const [path] = inexact;
    return path === undefined ? { value, source } : { problem: `${source}: ${path.join('.')} ${NOT_KEPT}` };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: `${source}: is not a whole JSON value, as lines before it are: ${error.message}` };
  }
}

const NOT_KEPT = 'is a number that would change, because numbers are doubles here: write it as a text';
