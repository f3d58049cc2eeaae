/** Reads YAML and JSON from any source: every text gives values, or a message with the line of the error. */
import {
  LineCounter,
  parseAllDocuments,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  type ScalarTag,
  type SchemaOptions,
  type Tags,
  isScalar,
  visit,
} from 'yaml';
import { JSON_TAGS_ONLY, yamlFaults, yamlValue } from '#common/spec/yaml-faults.js';
import { codePointName } from '#common/domain/code-point-name.js';

/* Spaces that look like others or cannot be seen, as texts from web pages and documents hold them: in YAML they are letters. */

const HIDDEN = '[\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u2060\\u3000\\ufeff]';
const ANYWHERE = new RegExp(HIDDEN, 'u');
const AT_EDGE = new RegExp(`^${HIDDEN}|${HIDDEN}$`, 'u');

/** The first such space of the text as `U+00A0`; null for none. */
function hiddenSpaceIn(text: string): string | null {
  const [first] = ANYWHERE.exec(text) ?? [];
  return first === undefined ? null : codePointName(first);
}

interface HiddenSpace {
  readonly offset: number;
  readonly message: string;
}

/** Names of fields that begin or end with such a space, unless they are in quotes. */
function hiddenSpacesAtNames(document: Document.Parsed): readonly HiddenSpace[] {
  const spaces: HiddenSpace[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || key.type !== 'PLAIN' || typeof key.value !== 'string' || !AT_EDGE.test(key.value)) return;
      const message = `the name of the field "${key.value}" holds ${hiddenSpaceIn(key.value) ?? ''}, which YAML takes for a letter: write a space`;
      spaces.push({ offset: key.range?.[0] ?? 0, message });
    },
  });
  return spaces;
}

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

/** YAML as the tools of Kubernetes read it: version 1.1 (`yes`, `0755`, `<<`), but a time of day or a date is a text. */
export const KUBERNETES_YAML = {
  version: '1.1',
  customTags: (tags: Tags): Tags => [...tags.filter((tag) => typeof tag === 'string' || isOfJson(tag)), OCTAL],
} as const;

const isOfJson = (tag: Exclude<Tags[number], string>): boolean =>
  !/:(?:binary|omap|pairs|set|timestamp)$/.test(tag.tag) && !('format' in tag && tag.format === 'TIME');

/** `0o644`, which version 1.1 does not have, and Go reads. */
const OCTAL: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  format: 'OCT',
  test: /^0o[0-7]+$/,
  resolve: Number,
};

export type YamlForm = Pick<ParseOptions & SchemaOptions & DocumentOptions, 'version' | 'customTags' | 'merge'>;

/** The documents in their order, without empty ones. */
export function yamlDocuments({ name, text }: YamlSource, form: YamlForm = {}): readonly (YamlValue | YamlProblem)[] {
  const lines = new LineCounter();
  const at: Place = (offset) => `${name}:${lines.linePos(offset).line}`;
  const lineAt: Place = (offset) => /^.*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
  try {
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, ...JSON_TAGS_ONLY, ...form });
    return (Array.isArray(documents) ? documents : []).flatMap((document) => contentOf(document, at, lineAt));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ problem: `${name}: the document is nested too deeply` }];
  }
}

type Place = (offset: number) => string;

function contentOf(document: Document.Parsed, at: Place, lineAt: Place): (YamlValue | YamlProblem)[] {
  const faults = yamlFaults(document);
  if (faults.length > 0) {
    const problems = faults.map(({ pos, message }) => {
      const hidden = hiddenSpaceIn(lineAt(pos[0]));
      return `${at(pos[0])}: ${message}${hidden === null ? '' : `; the line holds ${hidden}, which YAML takes for a letter`}`;
    });
    return [...new Set(problems)].map((problem) => ({ problem }));
  }
  const hidden = hiddenSpacesAtNames(document);
  if (hidden.length > 0) return hidden.map(({ offset, message }) => ({ problem: `${at(offset)}: ${message}` }));
  const start = document.contents?.range[0] ?? 0;
  const { value, fault } = yamlValue(document);
  if (fault !== null) return [{ problem: `${at(start)}: ${fault}` }];
  return value === null ? [] : [{ value, source: at(start) }];
}
