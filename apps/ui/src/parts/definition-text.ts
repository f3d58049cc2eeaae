/** The content of a definition (a job, a worker) from and to its text. Pure. */
import { parseDocument, stringify } from 'yaml';
import { JSON_TAGS_ONLY, yamlFaults, yamlValue } from '#common/spec/yaml-faults.js';
import { checkedNumbers } from '#common/spec/yaml-numbers.js';
import { keptTexts } from '#common/spec/yaml-texts.js';

/** Merge keys (`<<`) are applied, and numbers that would change are errors. */
export const YAML_FORM = { merge: true, customTags: checkedNumbers, ...JSON_TAGS_ONLY } as const;

export type Content = Record<string, unknown>;

export const textOf = (content: Content, form: 'yaml' | 'json'): string =>
  form === 'yaml'
    ? stringify(content, { lineWidth: 0, customTags: keptTexts })
    : `${JSON.stringify(content, null, 2)}\n`;

/** The content of the text; null while the text is not valid. */
export function contentOf(text: string): Content | null {
  const document = parseDocument(text, YAML_FORM);
  if (yamlFaults(document).length > 0) return null;
  const { value: content } = yamlValue(document);
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Content) : null;
}

/** The text with one field changed; comments and the order of the other fields stay. */
export function withField(text: string, path: readonly string[], value: unknown): string {
  const document = parseDocument(text);
  try {
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, typeof value === 'object' ? document.createNode(value) : value);
    return text.trimStart().startsWith('{')
      ? `${JSON.stringify(document.toJS(), null, 2)}\n`
      : document.toString({ lineWidth: 0 });
  } catch {
    // The field lies in an alias or in an empty value, or others refer to it: the document is written anew, without its comments.
    return textOf(withValue(contentOf(text) ?? {}, path, value), 'yaml');
  }
}

function withValue(content: Content, path: readonly string[], value: unknown): Content {
  const [name = '', ...rest] = path;
  const inner = content[name];
  const holder = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Content) : null;
  if (rest.length > 0 && value === undefined && holder === null) return content;
  const next = rest.length === 0 ? value : withValue(holder ?? {}, rest, value);
  return Object.fromEntries(Object.entries({ ...content, [name]: next }).filter(([, each]) => each !== undefined));
}
