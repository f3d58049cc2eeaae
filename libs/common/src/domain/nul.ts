/**
 * The character U+0000 in values that come from outside. JSON can write it, but no environment variable, argument or file name
 * can hold it, and not every database keeps it in a text: input with it is refused.
 */
import { pathOf, placesIn, type Place } from './json-places.js';

const NUL = '\u0000';
const hasNul = ({ name, value }: Place): boolean =>
  name?.includes(NUL) === true || (typeof value === 'string' && value.includes(NUL));

/** Paths of the texts and field names in a JSON value that contain NUL, up to a maximum number. Values may have any depth. */
export const nulPaths = (value: unknown, limit: number): string[][] => placesIn(value, hasNul, limit).map(pathOf);
