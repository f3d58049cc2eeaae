/** What is wrong with a YAML document, with its places; a tag that nothing resolves counts, since its value would be another one. */
import type { Document } from 'yaml';

export interface YamlFault {
  readonly message: string;
  /** Offsets in the text: its beginning and its end. */
  readonly pos: readonly [number, number];
}

/** For the parser: tags for values that JSON does not have (`!!binary`, `!!set`, `!!timestamp`) are not resolved. */
export const JSON_TAGS_ONLY = { resolveKnownTags: false } as const;

const UNRESOLVED = /^Unresolved tag: (?:tag:yaml\.org,2002:)?/;

/** The library only warns of an unknown tag, and gives the value without it: `!secret name` would become the text `name`. */
export const yamlFaults = ({ errors, warnings }: Document.Parsed): readonly YamlFault[] =>
  [...errors, ...warnings].map(({ code, message, pos }) => ({
    message:
      code === 'TAG_RESOLVE_FAILED' && UNRESOLVED.test(message)
        ? `the tag ${tagIn(message)} cannot be applied here, and its value means something else without it`
        : message,
    pos,
  }));

/** A tag of YAML itself is written with `!!`. */
const tagIn = (message: string): string => {
  const tag = message.replace(UNRESOLVED, '');
  return tag.startsWith('!') ? tag : `!!${tag}`;
};
