/** Shows the results of a command: tables for people, JSON and YAML for programs. */
import Table from 'cli-table3';
import picocolors from 'picocolors';
import { stringify, type ScalarTag } from 'yaml';
import { ExactNumber } from '#common/domain/exact-number.js';
import { harmless } from './harmless.js';

export const OUTPUTS = ['table', 'wide', 'json', 'yaml', 'name'] as const;
export type Output = (typeof OUTPUTS)[number];

export type Paint = 'good' | 'bad' | 'active' | 'faint' | 'strong';

/** One column of a table. */
export interface Column<T> {
  readonly head: string;
  readonly of: (item: T, now: number) => string | number | null | undefined;
  readonly paint?: (item: T) => Paint | null;
  /** The column is shown only by `-o wide`. */
  readonly wide?: boolean;
}

/** How objects of a kind are listed. */
export interface Listing<T> {
  readonly columns: readonly Column<T>[];
  /** The value by which other commands name an object of the list. */
  readonly nameOf: (item: T) => string;
  /** The text that is printed if there are none. */
  readonly none: string;
}

interface Surface {
  readonly colors: boolean;
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

export class Printer {
  readonly paint: (text: string, paint: Paint | null) => string;

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
    return this.output === 'json' || this.output === 'yaml' || this.output === 'name';
  }

  line(text = ''): void {
    this.surface.write(`${harmless(text)}\n`);
  }

  list<T>(items: readonly T[], listing: Listing<T>): void {
    if (this.output === 'json' || this.output === 'yaml') this.value(items);
    else if (this.output === 'name') for (const item of items) this.line(listing.nameOf(item));
    else if (items.length === 0) this.line(listing.none);
    else this.table(items, listing.columns);
  }

  /** Prints a value as JSON or YAML; YAML unless JSON is requested. */
  value(value: unknown): void {
    this.surface.write(this.output === 'json' ? `${JSON.stringify(value, null, 2)}\n` : yamlOf(value));
  }

  table<T>(items: readonly T[], columns: readonly Column<T>[]): void {
    const shown = columns.filter(({ wide }) => wide !== true || this.output === 'wide');
    const table = new Table({
      head: shown.map(({ head }) => this.paint(head, 'faint')),
      chars: { ...NO_BORDERS, middle: '   ' },
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    });
    for (const item of items)
      table.push(shown.map(({ of, paint }) => this.paint(String(of(item, this.now) ?? '–'), paint?.(item) ?? null)));
    for (const row of table.toString().split('\n')) this.line(row.trimEnd());
  }

  /** Prints names and values below each other; undefined values are left out. */
  fields(fields: Readonly<Record<string, string | number | null | undefined>>): void {
    const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
    const width = Math.max(...shown.map(([name]) => name.length)) + 2;
    for (const [name, value] of shown) this.line(`${this.paint(`${name}:`.padEnd(width), 'faint')}${value ?? '–'}`);
  }

  heading(text: string): void {
    this.line(`\n${this.paint(text, 'strong')}`);
  }
}

const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => text,
  stringify: ({ value }) => String(value),
};

export const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 0, customTags: [exactNumber] });
