/**
 * The terms by which lists of jobs find a job: pieces of its name and id, its labels, its worker, and whether it is enabled. They are stored
 * with the job, in an index beside tenant and name. A job that matches a query has all terms of the query; a job that has them need not
 * match it, since pieces do not contain their order. Pure.
 */
import type { StoredJob } from './definitions.js';
import type { JobQuestion } from './job-matcher.js';

/** A term of a query: an exact term, or a prefix of terms, which is the result of a part of one or two characters. */
export interface AskedTerm {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Characters of a piece: with fewer characters too many jobs share a piece, with more no piece finds a short part. */
const PIECE_LENGTH = 3;
/** Replaces all characters between words, so that a name and the id that was made from it have most pieces in common. */
const BETWEEN_WORDS = '-';
/** Terms of archived jobs have another prefix, so that archived jobs are not among the results of most lists. */
const SHELVES = { present: 'p', archived: 'a' } as const;

/** The terms of a job; none for a deleted job. */
export function termsOf({ id, spec, paused, deletedAt }: StoredJob): string[] {
  if (deletedAt !== null) return [];
  const labels = Object.entries(spec.labels ?? {}).flatMap(([name, value]) => [name, `${name}=${value}`]);
  const texts = [
    ...[spec.name, id].flatMap(allPiecesOf).map(pieceTerm),
    ...labels.map(labelTerm),
    workerTerm(spec.worker),
    enabledTerm(spec.enabled ?? true),
  ];
  return [...new Set(texts)].map((text) => onShelf(text, paused?.archived ?? false));
}

/** The terms that every job has that matches the query, for `onShelves`; none for a query that all jobs match. */
export function termsAskedBy({ worker, enabled, q, label }: JobQuestion): AskedTerm[] {
  const whole = [
    ...[label ?? []].flat().map(labelTerm),
    ...(worker === undefined ? [] : [workerTerm(worker)]),
    ...(enabled === undefined ? [] : [enabledTerm(enabled)]),
  ];
  const pieces = piecesOf(q ?? '').map((piece) => ({
    text: pieceTerm(piece.join('')),
    isPrefix: piece.length < PIECE_LENGTH,
  }));
  return [...whole.map((text) => ({ text, isPrefix: false })), ...pieces];
}

/** The term as it is stored with archived jobs, with other jobs, or, without `archived`, with both. */
export const onShelves = (text: string, archived: boolean | undefined): string[] =>
  archived === undefined ? [onShelf(text, false), onShelf(text, true)] : [onShelf(text, archived)];

const onShelf = (text: string, isArchived: boolean): string =>
  `${isArchived ? SHELVES.archived : SHELVES.present}${text}`;
const pieceTerm = (piece: string): string => `q${piece}`;
const labelTerm = (label: string): string => `l${label}`;
const workerTerm = (worker: string): string => `w${worker}`;
const enabledTerm = (isEnabled: boolean): string => `e${isEnabled}`;

/** Splits a text into whole characters, so that no half of a surrogate pair is stored, in the case that `isNamedLike` compares. */
const charactersOf = (text: string): string[] =>
  Array.from(text.toLowerCase(), (each) => (/[\p{L}\p{N}]/u.test(each) ? each : BETWEEN_WORDS));

/** The pieces that begin at each position of the text, the last ones shorter: any part of one or two characters is a prefix of a piece. */
const allPiecesOf = (text: string): string[] => {
  const characters = charactersOf(text);
  return characters.map((_, i) => characters.slice(i, i + PIECE_LENGTH).join(''));
};

/** The pieces of full length, or the text itself if it is shorter; none for an empty text. */
function piecesOf(text: string): string[][] {
  const characters = charactersOf(text);
  if (characters.length === 0) return [];
  const last = Math.max(0, characters.length - PIECE_LENGTH);
  return Array.from({ length: last + 1 }, (_, i) => characters.slice(i, i + PIECE_LENGTH));
}
