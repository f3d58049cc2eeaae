/** What is wrong with a YAML document, with its places; a tag that nothing resolves counts, since its value would be another one. */
import { isAlias, isCollection, visit, type Document, type Range, type YAMLError } from 'yaml';

export interface YamlFault {
  readonly message: string;
  /** Offsets in the text: its beginning and its end. */
  readonly pos: readonly [number, number];
}

/** For the parser: tags for values that JSON does not have (`!!binary`, `!!set`, `!!timestamp`) are not resolved. */
export const JSON_TAGS_ONLY = { resolveKnownTags: false } as const;

const UNRESOLVED = /^Unresolved tag: (?:tag:yaml\.org,2002:)?/;

/** The library only warns of an unknown tag, and gives the value without it: `!secret name` would become the text `name`. */
export function yamlFaults(document: Document.Parsed): readonly YamlFault[] {
  const faults = [...document.errors, ...document.warnings].map((fault) => ({
    message: messageFor(fault),
    pos: fault.pos,
  }));
  return faults.length > 0 ? faults : faultsOfNodes(document);
}

const OF_ALIAS = /^(?:Alias cannot be an empty string|Unexpected alias)/;
const STAR = 'a text that begins with * needs quotes, because it means an alias without them';

function messageFor({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  if (code === 'TAG_RESOLVE_FAILED' && UNRESOLVED.test(message))
    return `the tag ${tagIn(message)} cannot be applied here, and its value means something else without it`;
  if (OF_ALIAS.test(message)) return STAR;
  return code === 'BAD_SCALAR_START' ? `${message}: write the text in quotes` : message;
}

/** Aliases without an anchor before them, and names that are lists or objects, which JSON does not have: `{{ x }}` is one. */
function faultsOfNodes(document: Document.Parsed): readonly YamlFault[] {
  const anchors = new Set<string>();
  const faults: YamlFault[] = [];
  visit(document, {
    Node(_, node) {
      if (!isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
    },
    Alias(_, { source, range }) {
      if (!anchors.has(source))
        faults.push({ message: `there is no anchor &${source} before this alias: ${STAR}`, pos: placeOf(range) });
    },
    Pair(_, { key }) {
      if (!isCollection(key)) return;
      const message = 'a name cannot be a list or an object; a text that begins with { or [ needs quotes';
      faults.push({ message, pos: placeOf(key.range) });
    },
  });
  return faults;
}

const placeOf = (range: Range | null | undefined): readonly [number, number] => [range?.[0] ?? 0, range?.[1] ?? 0];

/** A tag of YAML itself is written with `!!`. */
const tagIn = (message: string): string => {
  const tag = message.replace(UNRESOLVED, '');
  return tag.startsWith('!') ? tag : `!!${tag}`;
};

/** The value of a document without faults, or why its aliases give none. */
export function yamlValue(document: Document.Parsed): { readonly value: unknown; readonly fault: string | null } {
  try {
    const value: unknown = document.toJS();
    return isCyclic(value) ? { value: null, fault: 'a value contains itself, by an alias' } : { value, fault: null };
  } catch (error) {
    // Aliases that would expand to too much.
    if (!(error instanceof ReferenceError)) throw error;
    return { value: null, fault: error.message };
  }
}

/** `around`: the objects that contain the value. */
function isCyclic(value: unknown, around = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (around.has(value)) return true;
  around.add(value);
  const isFound = Object.values(value).some((each) => isCyclic(each, around));
  around.delete(value);
  return isFound;
}
