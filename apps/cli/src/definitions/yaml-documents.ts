/** Reads YAML and JSON from any source: every text gives values, or a message with the line of the error. */
import { LineCounter, parseAllDocuments, type Document, type ScalarTag } from 'yaml';
import { checkedNumbers } from '#common/spec/yaml-numbers.js';

export interface YamlValue {
  readonly value: unknown;
  /** The name of the source, and the line where it begins. */
  readonly source: string;
}

/** The error, with the name of the source and the line. */
export interface YamlProblem {
  readonly problem: string;
}

export interface YamlSource {
  readonly name: string;
  readonly text: string;
}

/** The documents in their order, without empty ones. */
export function yamlDocuments(
  { name, text }: YamlSource,
  customTags: ScalarTag[] = [],
): readonly (YamlValue | YamlProblem)[] {
  const lines = new LineCounter();
  const at = (offset: number): string => `${name}:${lines.linePos(offset).line}`;
  try {
    const documents = parseAllDocuments(text, {
      ...{ lineCounter: lines, prettyErrors: false, merge: true },
      customTags: (tags) => [...checkedNumbers(tags), ...customTags],
    });
    return (Array.isArray(documents) ? documents : []).flatMap((document) => contentOf(document, at));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ problem: `${name}: the document is nested too deeply` }];
  }
}

function contentOf(document: Document.Parsed, at: (offset: number) => string): (YamlValue | YamlProblem)[] {
  if (document.errors.length > 0)
    return document.errors.map(({ pos, message }) => ({ problem: `${at(pos[0])}: ${message}` }));
  const source = at(document.contents?.range[0] ?? 0);
  try {
    const value = document.toJS() as unknown;
    return value === null ? [] : [{ value, source }];
  } catch (error) {
    // The error is about aliases that would expand to too much, or that have no target.
    if (!(error instanceof ReferenceError)) throw error;
    return [{ problem: `${source}: ${error.message}` }];
  }
}
