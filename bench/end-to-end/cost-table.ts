/** The results of the end-to-end bench, as a table of a Markdown document: one row for each rate and time. */
import { readFileSync, writeFileSync } from 'node:fs';

export interface RateStep {
  readonly askedPerSecond: number;
  readonly seconds: number;
  readonly runsPerSecond: number;
  readonly slotToPostMs: { readonly p50: number; readonly p99: number };
  /** By the name of the program; `all` is the sum. */
  readonly processorMsPerRun: Readonly<Record<string, number>>;
}

const BEGIN = '<!-- table: written by "npm run bench -- end-to-end --write" -->';
const END = '<!-- end of table -->';
const ALL = 'all';

/** Programs in the order of their cost in the last row, and the sum. */
export function costTable(steps: readonly RateStep[]): string {
  const of = (step: RateStep, program: string): number => step.processorMsPerRun[program] ?? 0;
  const last = steps.at(-1);
  const programs = Object.keys(last?.processorMsPerRun ?? {})
    .filter((name) => name !== ALL)
    .sort((a, b) => (last ? of(last, b) - of(last, a) : 0));
  const rows = [
    ['asked per second', 'for, s', 'runs/s', 'slot → POST p50 / p99, ms', ...programs, ALL],
    ...steps.map((step) => [
      String(step.askedPerSecond),
      String(step.seconds),
      step.runsPerSecond.toFixed(1),
      `${step.slotToPostMs.p50.toFixed(0)} / ${step.slotToPostMs.p99.toFixed(0)}`,
      ...[...programs, ALL].map((program) => of(step, program).toFixed(2)),
    ]),
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join('\n');
}

/** Inserts the text between the marks of a document. Throws if it has no marks. */
export function writeBetweenMarks(file: string, text: string): void {
  const document = readFileSync(file, 'utf8');
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${file} has no place for the table`);
  writeFileSync(file, `${document.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${document.slice(end)}`);
}
