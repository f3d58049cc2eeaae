/** Reads the fields of a source by a table that names every field of its format, so that none is lost silently. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, LEFT_OUT, textOf, type Import } from './imported.js';

/** What an import does with a field of its source. `same` are values that mean the same as no value: they are left out. */
export interface FieldRule {
  /**
   * `mapped`: the converter reads it. `kept`: it is written as it is, where the server's checks judge it. `ignored`: it says nothing
   * about the job, as what an API server fills in. `reported`: it has no counterpart. `refused`: neither has the object with it.
   */
  readonly use: 'mapped' | 'kept' | 'ignored' | 'reported' | 'refused';
  readonly same?: readonly unknown[];
  /** Of a field that is reported: the difference; of one that is refused: the reason. */
  readonly message?: string;
  /** The fields of the object, or of each object of the list. */
  readonly fields?: FieldTable;
}
export type FieldTable = Readonly<Record<string, FieldRule>>;

export const mapped = (fields?: FieldTable): FieldRule => ({ use: 'mapped', ...(fields && { fields }) });
export const kept: FieldRule = { use: 'kept' };
export const keptUnless = (...same: readonly unknown[]): FieldRule => ({ use: 'kept', same });
export const ignored: FieldRule = { use: 'ignored' };
export const reported = (message: string = LEFT_OUT, ...same: readonly unknown[]): FieldRule => ({
  use: 'reported',
  message,
  same,
});

export const refused = (message: string): FieldRule => ({ use: 'refused', message });

const ruleOf = (table: FieldTable, name: string): FieldRule | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

export interface FieldPlace {
  /** The path before each name, with a dot at its end. */
  readonly path?: string;
  /** The format of the object; without one every field is for the converter. */
  readonly table?: FieldTable | undefined;
}

/** Fields of an object that remember which of them were taken: the others are reported. */
export class Fields {
  /** True if a field does not allow the object to be imported. */
  isRefused = false;
  private readonly left = new Map<string, unknown>();
  private readonly path: string;
  private readonly table: FieldTable | undefined;

  constructor(
    /** The object itself. */
    readonly value: unknown,
    private readonly into: Import,
    private readonly about: string,
    { path = '', table }: FieldPlace = {},
  ) {
    this.path = path;
    this.table = table;
    if (value !== undefined && !isObject(value)) into.note(about, path.replace(/\.$/, ''), 'is not an object');
    for (const [name, each] of Object.entries(isObject(value) ? value : {})) if (each != null) this.sort(name, each);
  }

  private sort(name: string, value: unknown): void {
    const rule = this.table ? ruleOf(this.table, name) : mapped();
    if (rule === undefined) this.note(name, 'is not a field of this format, and was left out');
    else if (rule.use === 'ignored' || rule.same?.some((each) => isDeepStrictEqual(each, value)) === true) return;
    else if (rule.use === 'refused') this.refuse(name, rule.message ?? LEFT_OUT);
    else if (rule.use === 'reported') this.note(name, rule.message ?? LEFT_OUT);
    else this.left.set(name, value);
  }

  /** Takes the value, once; undefined if there is none. */
  take(name: string): unknown {
    const value = this.left.get(name);
    this.left.delete(name);
    return value;
  }

  text(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || typeof value === 'string') return value;
    this.note(name, `is not a text: it was read as ${JSON.stringify(textOf(value))}`);
    return textOf(value);
  }

  number(name: string): number | undefined {
    return this.ofType(name, 'number', (value) => typeof value === 'number');
  }

  list(name: string): readonly unknown[] {
    return this.ofType(name, 'list', Array.isArray) ?? [];
  }

  private ofType<T>(name: string, type: string, isOfType: (value: unknown) => value is T): T | undefined {
    const value = this.take(name);
    if (value === undefined || isOfType(value)) return value;
    this.note(name, `is not a ${type}, and was left out`);
    return undefined;
  }

  /** The fields of an object below. Its own `close` has to be called. */
  below(name: string): Fields {
    return this.inner(this.take(name), name, name);
  }

  /** The fields of each object of a list below. */
  each(name: string): Fields[] {
    return this.list(name).map((value, at) => this.inner(value, name, `${name}[${at}]`));
  }

  private inner(value: unknown, name: string, place: string): Fields {
    const table = this.table?.[name]?.fields;
    return new Fields(value, this.into, this.about, { path: `${this.path}${place}.`, table });
  }

  /** Reports what is different. */
  note(name: string, message: string): void {
    this.into.note(this.about, `${this.path}${name}`, message);
  }

  /** Reports why the object is left out. */
  refuse(name: string, reason: string): void {
    this.isRefused = true;
    this.note(name, `${reason}: it was left out`);
  }

  /** The fields that are kept as they are. */
  kept(): Record<string, unknown> {
    const names = [...this.left.keys()].filter((name) => this.table?.[name]?.use === 'kept');
    return Object.fromEntries(names.map((name) => [name, this.take(name)]));
  }

  close(): void {
    for (const name of this.left.keys()) this.note(name, LEFT_OUT);
    this.left.clear();
  }
}
