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
  private readonly made: Definition[] = [];
  private readonly notes: Note[] = [];

  define(kind: KindName, spec: Spec, source: string): void {
    this.made.push({ kind, spec: present(spec), source });
  }

  note(about: string, field: string, message: string): void {
    this.notes.push({ about, field, message });
  }

  get result(): Imported {
    return { definitions: this.made, notes: this.notes };
  }
}

/** Fields of an object that remember which of them were taken: the others are reported, so that no field is lost silently. */
export class Fields {
  private readonly left: Map<string, unknown>;

  constructor(
    value: unknown,
    private readonly into: Import,
    private readonly about: string,
    private readonly path = '',
  ) {
    this.left = new Map(isObject(value) ? Object.entries(value) : []);
  }

  /** Takes the value, once; undefined if there is none. */
  take(name: string): unknown {
    const value = this.left.get(name) ?? undefined;
    this.left.delete(name);
    return value;
  }

  text(name: string): string | undefined {
    const value = this.take(name);
    return value === undefined ? undefined : textOf(value);
  }

  number(name: string): number | undefined {
    const value = this.take(name);
    return typeof value === 'number' ? value : undefined;
  }

  list(name: string): readonly unknown[] {
    const value = this.take(name);
    return Array.isArray(value) ? value : [];
  }

  /** The fields of an object below. Its own `close` has to be called. */
  below(name: string): Fields {
    return new Fields(this.take(name), this.into, this.about, `${this.path}${name}.`);
  }

  /** Marks a field as understood, and reports what is different. */
  note(name: string, message: string): void {
    this.into.note(this.about, `${this.path}${name}`, message);
  }

  /** The fields that were not taken, as an object. */
  rest(): Record<string, unknown> {
    const rest = Object.fromEntries(this.left);
    this.left.clear();
    return rest;
  }

  /** Ignores fields that do not matter here. */
  ignore(...names: readonly string[]): this {
    for (const name of names) this.left.delete(name);
    return this;
  }

  close(): void {
    for (const name of this.left.keys()) this.note(name, LEFT_OUT);
    this.left.clear();
  }
}

export interface SourceDocument {
  readonly value: unknown;
  /** The place of the field in the source. */
  readonly source: string;
}

/** An object with a name, whose other fields are taken one by one. */
export interface KubernetesObject {
  readonly name: string;
  readonly id: string;
  readonly labels: unknown;
  readonly fields: Fields;
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

/** Makes an id from a name: at most 63 letters, digits, `.`, `_`, `-`, beginning with the tenant, as ids of its jobs have to. */
export function idOf(tenant: string, name: string): string {
  // A long name is cut: the expressions below would take very long for all of it.
  const slug = name
    .slice(0, 10 * MAX_ID)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  const whole = slug.startsWith(`${tenant}-`) ? slug : `${tenant}-${slug}`;
  return whole.slice(0, MAX_ID).replace(/[^a-z0-9]+$/i, '');
}

/** A text as it is, other values as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
