/** The address of a line of a log, or of several lines one after the other: `main/0.1:17`, `main/0.1:17-25`. Pure. */
import type { LogLine } from './log-lines.js';

export interface LogAddress {
  /** Of the attempt: `<task>/<index>.<attempt>`. */
  readonly label: string;
  /** Numbers of lines in the output of the attempt. */
  readonly from: number;
  readonly to: number;
}

type Place = Pick<LogLine, 'label' | 'seq'>;

/** Null for a text that is none. */
export function parseAddress(text: string | undefined): LogAddress | null {
  const [, label, from, to] = /^(.+):(\d{1,15})(?:-(\d{1,15}))?$/.exec(text ?? '') ?? [];
  if (label === undefined) return null;
  return rangeOf(label, Number(from), Number(to ?? from));
}

/** The address of a line; with `begin`, of the lines from there to it, or of the line alone where `begin` is of another attempt. */
export function addressOf({ label, seq }: Place, begin: LogAddress | null = null): string {
  const { from, to } = begin?.label === label ? rangeOf(label, begin.from, seq) : rangeOf(label, seq, seq);
  return `${label}:${from}${to === from ? '' : `-${to}`}`;
}

export const isAt = (address: LogAddress | null, { label, seq }: Place): boolean =>
  address !== null && address.label === label && address.from <= seq && seq <= address.to;

const rangeOf = (label: string, a: number, b: number): LogAddress => ({
  label,
  from: Math.min(a, b),
  to: Math.max(a, b),
});
