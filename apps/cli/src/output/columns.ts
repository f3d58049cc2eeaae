/** Describes tables: each column has the name of a field, or what is source of an item. */
import type { Cell, CellOf, Column, Listing, Paint } from './printer.js';
import { whenText } from './time-text.js';

/** The fields that can be source as they are. */
type FieldOf<T> = { [K in keyof T]-?: T[K] extends Cell ? K : never }[keyof T];
type Source<T> = FieldOf<T> | ((item: T, now: number) => Cell);

const reader = <T>(source: Source<T>): CellOf<T>['of'] =>
  typeof source === 'function' ? source : (item) => item[source] as Cell;

/** Columns by their heads. */
type Columns<T> = Readonly<Record<string, Source<T> | CellOf<T>>>;

export const columnsOf = <T>(columns: Columns<T>): Column<T>[] =>
  Object.entries(columns).map(([head, source]) => ({
    head,
    ...(typeof source === 'object' ? source : { of: reader(source) }),
  }));

/** `nameOf`: the value by which other commands name an item. */
export const listing = <T>(none: string, nameOf: keyof T | ((item: T) => string), columns: Columns<T>): Listing<T> => ({
  none,
  nameOf: typeof nameOf === 'function' ? nameOf : (item) => String(item[nameOf]),
  columns: columnsOf(columns),
});

/** A time: relative to now, and with `-o wide` the instant itself is in a column of its own. CSV has the instant. */
export const when = <T>(source: Source<T>): CellOf<T> => {
  const of = reader(source);
  return {
    of: (item, now) => whenText(of(item, now)?.toString(), now),
    exact: of,
  };
};
/** A column that only `-o wide` shows. */
export const wide = <T>(source: Source<T>): CellOf<T> => ({ of: reader(source), wide: true });
/** A field in the colour of its value. */
export const painted = <T, K extends keyof T>(
  field: K,
  paint: ((value: T[K]) => Paint | null) | Readonly<Record<T[K] & string, Paint | null>>,
): CellOf<T> => ({
  of: (item) => item[field] as Cell,
  paint: (item) => (typeof paint === 'function' ? paint(item[field]) : paint[item[field] as T[K] & string]),
});
