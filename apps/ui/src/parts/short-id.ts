/** Ids as lists show them, and whether a person means an id by what they typed. Pure. */

const END_LENGTH = 12;
/** `<job>-a<slot>`, or `<job>-am<run>` where a run by hand began the chain. */
const AFTER_OTHERS = /-a(?:\d+(?:-[br][0-9a-z]+)?|m.+-.+)$/;

/** A long id is shortened to its end, in which ids differ. */
export function shortId(id: string): string {
  // The ids of all runs of a backfill have the same end; they differ in their slots.
  const [, slot] = /-(\d+)-b[0-9a-z]+$/.exec(id) ?? [];
  if (slot !== undefined) return `…${slot}-b`;
  if (id.length <= END_LENGTH + 2) return id;
  // The id of a run that was started after another one ends like that one's.
  const end = id.slice(-END_LENGTH);
  return AFTER_OTHERS.test(id) ? `…${end.slice(2)}-a` : `…${end}`;
}

const ELLIPSIS = '…';
const LEAST = 6;

/** Whether the text may be an id, or a part of one: other texts are not looked up. */
export const mayBeId = (text: string): boolean =>
  text.startsWith(ELLIPSIS) || (text.length >= LEAST && /^[\w.-]*\d[\w.-]*$/.test(text));

/** Whether the text is the id, or its short form with or without the ellipsis. */
export const isMeant = (id: string, text: string): boolean =>
  [id, shortId(id), shortId(id).replace(ELLIPSIS, '')].includes(text);
