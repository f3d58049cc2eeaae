/** Spaces that look like others or cannot be seen, as texts from web pages and documents hold them: in YAML they are letters. */
import { isScalar, visit, type Document } from 'yaml';
import { codePointName } from '#common/domain/code-point-name.js';

const HIDDEN = '[\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u2060\\u3000\\ufeff]';
const ANYWHERE = new RegExp(HIDDEN, 'u');
const AT_EDGE = new RegExp(`^${HIDDEN}|${HIDDEN}$`, 'u');

/** The first such space of the text as `U+00A0`; null for none. */
export function hiddenSpaceIn(text: string): string | null {
  const [found] = ANYWHERE.exec(text) ?? [];
  return found === undefined ? null : codePointName(found);
}

export interface HiddenSpace {
  readonly offset: number;
  readonly message: string;
}

/** Names of fields that begin or end with such a space, unless they are in quotes. */
export function hiddenSpacesAtNames(document: Document.Parsed): readonly HiddenSpace[] {
  const found: HiddenSpace[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || key.type !== 'PLAIN' || typeof key.value !== 'string' || !AT_EDGE.test(key.value)) return;
      const message = `the name of the field "${key.value}" holds ${hiddenSpaceIn(key.value) ?? ''}, which YAML takes for a letter: write a space`;
      found.push({ offset: key.range?.[0] ?? 0, message });
    },
  });
  return found;
}
