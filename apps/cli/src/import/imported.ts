/** The result of an import: definitions, and a report of everything that was not imported. */
import type { Definition, KindName, Spec } from '../definitions/definition.js';

/** A setting that differs from the source, or was left out. */
export interface Note {
  /** The object of the source that the note is about. */
  readonly about: string;
  readonly field: string;
  readonly message: string;
}

export interface Imported {
  readonly definitions: readonly Definition[];
  readonly notes: readonly Note[];
}

/** The choices of the user for an import. */
export interface ImportOptions {
  /** The tenant that gets the jobs. */
  readonly tenant: string;
  /** The time zone of schedules without one. */
  readonly timezone?: string | undefined;
  /** The image in which commands of a crontab run; without it they run as processes on the executor's machine. */
  readonly image?: string | undefined;
}

export const LEFT_OUT = 'has no counterpart and was left out';

/** Collects the results of one import. */
export class Import {
  private readonly definitions: Definition[] = [];
  private readonly notes: Note[] = [];
  /** How many were made of each text. */
  private readonly ids = new Map<string, number>();
  private readonly names = new Map<string, number>();

  define(kind: KindName, spec: Spec, source: string): void {
    this.definitions.push({ kind, spec: present(spec), source });
  }

  note(about: string, field: string, message: string): void {
    this.notes.push({ about, field, message });
  }

  /** An id that no other definition of this import has, made of the text. */
  freeId(tenant: string, text: string, longest = MAX_ID): string {
    const base = cut(idOf(tenant, text), longest);
    return free(this.ids, base, (number) => `${cut(base, MAX_ID - String(number).length - 1)}-${number}`);
  }

  /** The text as one line, with a number if it is the name of another job of this import. */
  freeName(text: string): string {
    const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
    const base = line.slice(0, MAX_NAME).trim();
    return free(this.names, base, (number) => `${base} (${number})`);
  }

  get result(): Imported {
    return { definitions: this.definitions, notes: this.notes };
  }
}

export interface SourceDocument {
  readonly value: unknown;
  /** The file and line. */
  readonly source: string;
}

/** Leaves out fields that are undefined or empty objects. */
export const present = (spec: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(spec).filter(
      ([, value]) => value !== undefined && !(isObject(value) && Object.keys(value).length === 0),
    ),
  );

const MAX_ID = 63;
const MAX_NAME = 100;
const ENDS_OTHERWISE = /[^a-z0-9]+$/i;

const cut = (text: string, length: number): string => text.slice(0, length).replace(ENDS_OTHERWISE, '');

/** The text, with a number if it is taken. */
function free(taken: Map<string, number>, base: string, numbered: (number: number) => string): string {
  let number = (taken.get(base) ?? 0) + 1;
  const textOf = (): string => (number === 1 ? base : numbered(number));
  while (number > 1 && taken.has(textOf())) number += 1;
  const text = textOf();
  taken.set(base, number);
  if (text !== base) taken.set(text, 1);
  return text;
}

/** Makes an id from a name: at most 63 letters, digits, `.`, `_`, `-`, beginning with the tenant, as ids of its jobs have to. */
export function idOf(tenant: string, name: string): string {
  // A long name is cut: the expressions below would take very long for all of it.
  const slug = name
    .slice(0, 10 * MAX_ID)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  const whole = slug.startsWith(`${tenant}-`) ? slug : `${tenant}-${slug}`;
  return cut(whole, MAX_ID);
}

/** A text as it is, other values as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
