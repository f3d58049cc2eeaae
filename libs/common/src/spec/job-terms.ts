/**
 * The terms by which lists of jobs find a job: pieces of its name and id, its labels, its worker, and whether it is enabled. They are stored
 * with the job, in an index beside tenant and name. A job that fits a question has all terms of the question; one that has them need not fit
 * it, since pieces do not say in which order they stand. Pure.
 */
import type { StoredJob } from './definitions.js';
import type { JobQuestion } from './job-matcher.js';

/** A term that is asked for: itself, or any that begins so, which is what a part of one or two characters gives. */
export interface AskedTerm {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Characters of a piece: with fewer too many jobs share one, with more a short part is found by none. */
const PIECE_LENGTH = 3;
/** One character instead of all between words: a name and the id that was made of it have most pieces in common. */
const BETWEEN_WORDS = '-';
/** Terms of archived jobs differ, so that they do not stand among those that most lists are of. */
const SHELVES = { present: 'p', archived: 'a' } as const;

/** Empty for a deleted job. */
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

/** The terms that all jobs have that fit the question, for `onShelves`; none for a question that all jobs fit. */
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

/** The term as jobs have it: those that are archived, those that are not, or, without `archived`, either. */
export const onShelves = (text: string, archived: boolean | undefined): string[] =>
  archived === undefined ? [onShelf(text, false), onShelf(text, true)] : [onShelf(text, archived)];

const onShelf = (text: string, isArchived: boolean): string =>
  `${isArchived ? SHELVES.archived : SHELVES.present}${text}`;
const pieceTerm = (piece: string): string => `q${piece}`;
const labelTerm = (label: string): string => `l${label}`;
const workerTerm = (worker: string): string => `w${worker}`;
const enabledTerm = (isEnabled: boolean): string => `e${isEnabled}`;

/** Whole characters, so that no half of one is stored; the case as `isNamedLike` compares it. */
const charactersOf = (text: string): string[] =>
  Array.from(text.toLowerCase(), (each) => (/[\p{L}\p{N}]/u.test(each) ? each : BETWEEN_WORDS));

/** Of each place in the text, the last ones shorter: any part of one or two characters is the beginning of a piece. */
const allPiecesOf = (text: string): string[] => {
  const characters = charactersOf(text);
  return characters.map((_, i) => characters.slice(i, i + PIECE_LENGTH).join(''));
};

/** The pieces of full length, or the text itself if it is shorter; none of an empty text. */
function piecesOf(text: string): string[][] {
  const characters = charactersOf(text);
  if (characters.length === 0) return [];
  const last = Math.max(0, characters.length - PIECE_LENGTH);
  return Array.from({ length: last + 1 }, (_, i) => characters.slice(i, i + PIECE_LENGTH));
}
