/** Shows the results of a command: tables for people, JSON, YAML and CSV for programs. */
import Table from 'cli-table3';
import { InvalidArgumentError } from 'commander';
import picocolors from 'picocolors';
import { stringify, type ScalarTag } from 'yaml';
import { ExactNumber } from '#common/domain/exact-number.js';
import { keptTexts } from '#common/spec/yaml-texts.js';
import { harmless } from './harmless.js';
import { compile, JSONPathError, type JSONPathQuery } from 'json-p3';
import { parseJson } from '#common/domain/parse-json.js';

export const OUTPUTS = ['table', 'wide', 'json', 'yaml', 'csv', 'name'] as const;
/** A function is the template of `-o jsonpath=`. */
export type Output = (typeof OUTPUTS)[number] | JsonTemplate;

const JSONPATH = 'jsonpath=';

/** Throws an InvalidArgumentError. */
export function outputForm(text: string): Output {
  const form = OUTPUTS.find((each) => each === text);
  if (form !== undefined) return form;
  if (text.startsWith(JSONPATH)) return jsonTemplate(text.slice(JSONPATH.length));
  throw new InvalidArgumentError(`Allowed forms are ${OUTPUTS.join(', ')}, ${JSONPATH}<template>`);
}

export type Paint = 'good' | 'bad' | 'active' | 'faint' | 'strong';

export type Cell = string | number | null | undefined;

/** What a column shows of an item. */
export interface CellOf<T> {
  readonly of: (item: T, now: number) => Cell;
  readonly paint?: (item: T) => Paint | null;
  /** The value in CSV, where the table shows it in another form. */
  readonly exact?: (item: T, now: number) => Cell;
  /** The column is shown only by `-o wide`. */
  readonly wide?: boolean;
}

/** One column of a table. */
export interface Column<T> extends CellOf<T> {
  readonly head: string;
}

/** How objects of a kind are listed. */
export interface Listing<T> {
  readonly columns: readonly Column<T>[];
  /** The columns of CSV, where they are others. */
  readonly csv?: readonly Column<T>[];
  /** The value by which other commands name an object of the list. */
  readonly nameOf: (item: T) => string;
  /** The text that is printed if there are none. */
  readonly none: string;
}

interface Surface {
  readonly colors: boolean;
  /** The present width of the terminal in characters; null if no terminal shows the output. */
  readonly columns: () => number | null;
  readonly write: (text: string) => void;
  readonly now: () => number;
}

const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap((side) => [
    [side, ''],
    [`${side}-mid`, ''],
    [`${side}-left`, ''],
    [`${side}-right`, ''],
  ]),
);

const GAP = '   ';
/** Narrower than this, a cell says nothing. */
const MIN_CELL = 8;
/** The name of an object and one column more are always shown. */
const MIN_COLUMNS = 2;

const widthOf = (widths: readonly number[]): number =>
  widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));

/**
 * The widths of a table that has to fit into `room` characters: the widest columns are shortened first, the first one, which names the
 * object, never. Null for a column that keeps its width.
 */
function fitted(measured: readonly (number | null)[], room: number): (number | null)[] {
  const widths = measured.map((width) => width ?? 0);
  const result = [...widths];
  for (let over = widthOf(result) - room; over > 0; over--) {
    const widest = Math.max(...result.slice(1));
    if (widest <= MIN_CELL) break;
    result[result.lastIndexOf(widest)] = widest - 1;
  }
  return result.map((width, at) => (width === widths[at] ? null : width));
}

export class Printer {
  readonly paint: (text: string, paint: Paint | null) => string;
  /** True if a list had an item. */
  hasListed = false;

  constructor(
    readonly output: Output,
    private readonly surface: Surface,
  ) {
    const colors = picocolors.createColors(surface.colors);
    const painters: Readonly<Record<Paint, (text: string) => string>> = {
      good: colors.green,
      bad: colors.red,
      active: colors.cyan,
      faint: colors.dim,
      strong: colors.bold,
    };
    this.paint = (text, paint) => (paint === null ? text : painters[paint](text));
  }

  get now(): number {
    return this.surface.now();
  }

  /** True if a program reads the output. */
  get isData(): boolean {
    return this.output !== 'table' && this.output !== 'wide';
  }

  /** True if a program reads whole objects. */
  get printsObjects(): boolean {
    return this.isData && this.output !== 'name' && this.output !== 'csv';
  }

  line(text = ''): void {
    this.surface.write(`${harmless(text)}\n`);
  }

  /** `hasHead` is false for rows that follow those of an earlier table. */
  list<T>(items: readonly T[], listing: Listing<T>, hasHead = true): void {
    this.hasListed ||= items.length > 0;
    if (typeof this.output === 'function') this.value({ items });
    else if (this.output === 'json' || this.output === 'yaml') this.value(items);
    else if (this.output === 'name') for (const item of items) this.line(listing.nameOf(item));
    else if (this.output === 'csv') this.csv(items, listing.csv ?? listing.columns, hasHead);
    else if (items.length === 0) this.line(listing.none);
    else this.table(items, listing.columns, hasHead);
  }

  /** Prints a value by the template, as its id, as JSON, or otherwise as YAML: only lists are printed as CSV. */
  value(value: unknown): void {
    const named = this.output === 'name' ? idsOf(value) : null;
    if (named !== null) for (const id of named) this.line(id);
    else if (typeof this.output === 'function') this.surface.write(this.output(value));
    else this.surface.write(this.output === 'json' ? `${JSON.stringify(value, null, 2)}\n` : yamlOf(value));
  }

  /** What a command has done: a line for people; for programs the answer, or the line where there is none. */
  done(text: string, answer?: unknown): void {
    if (this.printsObjects) this.value(answer ?? { message: text });
    else this.line(text);
  }

  /**
   * The cells of a table on a terminal are shortened until it fits, except with `-o wide`. Where there is no room for cells that say something, the
   * last columns are left out and named.
   */
  table<T>(items: readonly T[], columns: readonly Column<T>[], hasHead = true): void {
    const all = columns.filter(({ wide }) => wide !== true || this.output === 'wide');
    const chosen = all.slice(0, this.drawn(items, all, hasHead));
    if (chosen.length === all.length || !hasHead) return;
    const hidden = all.slice(chosen.length).map(({ head }) => head);
    this.line(this.paint(`no room for ${hidden.join(', ')}: -o wide`, 'faint'));
  }

  /** Returns how many of the columns were drawn. */
  private drawn<T>(items: readonly T[], chosen: readonly Column<T>[], hasHead: boolean): number {
    const rows = items.map((item) =>
      chosen.map(({ of, paint }) => ({ text: String(of(item, this.now) ?? '–'), paint: paint?.(item) ?? null })),
    );
    const tableOf = (colWidths: (number | null)[]): InstanceType<typeof Table> => {
      const table = new Table({
        head: hasHead ? chosen.map(({ head }) => this.paint(head, 'faint')) : [],
        colWidths,
        chars: { ...NO_BORDERS, middle: GAP },
        style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
      });
      for (const row of rows) table.push(row.map(({ text, paint }) => this.paint(text, paint)));
      return table;
    };
    const whole = tableOf([]);
    const text = whole.toString();
    const room = this.surface.columns();
    // Drawing it has measured the columns as a terminal shows them: a character may be two cells wide.
    const measured = whole.options.colWidths;
    const fits = room === null || this.output === 'wide' ? [] : fitted(measured, room);
    if (
      room !== null &&
      fits.length > MIN_COLUMNS &&
      widthOf(fits.map((width, at) => width ?? measured[at] ?? 0)) > room
    )
      return this.drawn(items, chosen.slice(0, -1), hasHead);
    const shownText = fits.some((width) => width !== null) ? tableOf(fits).toString() : text;
    for (const row of shownText.split('\n')) this.line(row.trimEnd());
    return chosen.length;
  }

  private csv<T>(items: readonly T[], columns: readonly Column<T>[], hasHead: boolean): void {
    if (hasHead) this.surface.write(csvRow(columns.map(({ head }) => head)));
    for (const item of items)
      this.surface.write(csvRow(columns.map(({ of, exact = of }) => exact(item, this.now) ?? '')));
  }

  /** Prints names and values below each other; undefined values are left out. */
  fields(fields: Readonly<Record<string, string | number | null | undefined>>): void {
    const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
    const width = Math.max(...set.map(([name]) => name.length)) + 2;
    for (const [name, value] of set) this.line(`${this.paint(`${name}:`.padEnd(width), 'faint')}${value ?? '–'}`);
  }

  heading(text: string): void {
    this.line(`\n${this.paint(text, 'strong')}`);
  }
}

/** The id of an object, or its name, or those of a list of objects; null for what has neither. */
function idsOf(value: unknown): string[] | null {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ids = items.map((item) => {
    const { id, name } = (item ?? {}) as { readonly id?: unknown; readonly name?: unknown };
    return id ?? name;
  });
  return ids.every((id) => typeof id === 'string') ? ids : null;
}

const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => text,
  stringify: ({ value }) => String(value),
};

export const yamlOf = (value: unknown): string =>
  stringify(value, { lineWidth: 0, customTags: (tags) => [...keptTexts(tags), exactNumber] });

/* Rows of CSV by RFC 4180, for spreadsheets and programs. */

/** A cell with one of these at its beginning is a formula to a spreadsheet, and a formula can send data away. */
const FORMULA = /^[=+\-@\t]/;
const QUOTED = /[",\n]/;

/** A number stays as it is; a text that a spreadsheet would calculate gets a `'` before it, as in a spreadsheet itself. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/*
 * `-o jsonpath=<template>`: text in which expressions in braces are replaced by values, as in kubectl: `{.id}`, `{"\n"}`, and
 * `{range .items[*]}{.id}{"\n"}{end}`. Paths are those of RFC 9535, also without the leading `$`.
 */

type JsonTemplate = (value: unknown) => string;

type Json = Parameters<JSONPathQuery['query']>[0];

/** Throws an InvalidArgumentError that names the expression. */
export function jsonTemplate(text: string): JsonTemplate {
  if (text === '') throw new InvalidArgumentError('has no template');
  const parts = text.split(/(\{(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^{}"'])*\})/);
  // The expressions stand between texts.
  const open = parts.find((part, at) => at % 2 === 0 && part.includes('{'));
  if (open !== undefined) throw new InvalidArgumentError(`has a { without a }: ${open}`);
  const { template, rest } = sequence(parts, false);
  if (rest.length > 0) throw new InvalidArgumentError('has an {end} without a {range …}');
  return template;
}

/** Reads parts up to `{end}` within a range, up to the last part otherwise. */
function sequence(parts: readonly string[], isRange: boolean): { template: JsonTemplate; rest: readonly string[] } {
  const steps: JsonTemplate[] = [];
  let rest = parts;
  while (rest.length > 0) {
    const [part = '', ...others] = rest;
    rest = others;
    const expression = /^\{([^]*)\}$/.exec(part)?.[1]?.trim();
    if (expression === 'end') return { template: joined(steps), rest: isRange ? rest : [part] };
    if (expression?.startsWith('range ') === true) {
      const each = values(expression.slice('range '.length));
      const inner = sequence(rest, true);
      rest = inner.rest;
      steps.push((value) => each(value).map(inner.template).join(''));
    } else steps.push(expression === undefined ? () => part : single(expression));
  }
  if (isRange) throw new InvalidArgumentError('has a {range …} without an {end}');
  return { template: joined(steps), rest };
}

const joined =
  (steps: readonly JsonTemplate[]): JsonTemplate =>
  (value) =>
    steps.map((step) => step(value)).join('');

function single(expression: string): JsonTemplate {
  if (/^["']/.test(expression)) {
    const text = quoted(expression);
    return () => text;
  }
  const results = values(expression);
  return (value) => results(value).map(textOf).join(' ');
}

function quoted(expression: string): string {
  try {
    return String(parseJson(expression.startsWith("'") ? `"${expression.slice(1, -1)}"` : expression));
  } catch {
    throw new InvalidArgumentError(`{${expression}} is no text in quotation marks`);
  }
}

function values(path: string): (value: unknown) => unknown[] {
  const full = /^[$@]/.test(path) ? path.replace(/^@/, '$') : `$${/^[.[]/.test(path) ? '' : '.'}${path}`;
  try {
    const query = compile(full === '$.' ? '$' : withoutEscapes(full));
    return (value) => query.query(value as Json).values();
  } catch (error) {
    if (error instanceof JSONPathError) throw new InvalidArgumentError(`{${path}} is no JSONPath: ${error.message}`);
    throw error;
  }
}

const QUOTED_OR_NAME = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\.(?:[^.[\]()'"\s\\=<>!&|,]|\\.)+/g;

/** kubectl names `a.b/c` by `.a\.b/c`, and by `['a\.b/c']`, too; RFC 9535 has neither. */
const withoutEscapes = (path: string): string =>
  path.replaceAll(QUOTED_OR_NAME, (part) => {
    if (!part.includes('\\')) return part;
    return part.startsWith('.')
      ? `[${JSON.stringify(part.slice(1).replaceAll(/\\(.)/g, '$1'))}]`
      : part.replaceAll('\\.', '.');
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
