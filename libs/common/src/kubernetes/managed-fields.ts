/**
 * Empties the managed fields in JSON of the API server. Carillon does not use them, they are half of the data of a pod in a watch, and their
 * names are written with escapes, for which the whole text would need the slow parser of `parseJson`.
 */
import { endOfString } from '../domain/escaped-names.js';

const FIELD = '"managedFields":[';
/** The character before the name of a field, as servers write it. Within a string the same text would follow a backslash. */
const BEFORE_NAME: ReadonlySet<string> = new Set(['{', ',']);

/** The same text with an empty list in place of each list of managed fields; as it is where such a list does not end. */
export function withoutManagedFields(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf(FIELD); at !== -1; at = text.indexOf(FIELD, at + 1)) {
    if (!BEFORE_NAME.has(text.charAt(at - 1))) continue;
    const begin = at + FIELD.length;
    const end = endOfList(text, begin);
    if (end === null) return text;
    kept += text.slice(from, begin);
    from = end;
    at = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** The position of the bracket that ends the list which contains `at`. */
function endOfList(text: string, at: number): number | null {
  const marks = /["[\]]/g;
  marks.lastIndex = at;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') marks.lastIndex = endOfString(text, marks.lastIndex);
    else depth += mark[0] === '[' ? 1 : -1;
    if (depth === 0) return mark.index;
  }
  return null;
}
