/** Parses arguments of the command line: numbers, times, labels, parameters. */
import { InvalidArgumentError } from 'commander';
import type { ServerClock } from '../session/server-clock.js';
import { ExactNumber } from '#common/domain/exact-number.js';
import { parseExactJson } from '#common/domain/parse-json.js';

const SPAN = /^(\d+(?:\.\d+)?)(s|m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}

/** A whole number that may be below zero. */
export function integer(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('must be a whole number, which may be negative');
  return Number(text);
}

/** `2026-12-01T10:00:00Z`, `2026-12-01T10:00` and `2026-12-01` of this machine's zone, or a span before now such as `90s`, `15m`, `2h`, `7d`. */
export const instantFrom = (clock: ServerClock): ((text: string) => string) => instantBy(clock, -1, 'two hours ago');

/** The same, with spans after now. */
export const instantAhead = (clock: ServerClock): ((text: string) => string) =>
  instantBy(clock, 1, 'two hours from now');

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:(Z)|([+-]\d\d):?(\d\d))?)?$/i;

function instantBy(clock: ServerClock, direction: 1 | -1, example: string): (text: string) => string {
  return (text) => {
    const [, amount, unit] = SPAN.exec(text) ?? [];
    const span = Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
    if (amount !== undefined) return clock.after(direction * span);
    const at = timeOf(text);
    if (Number.isNaN(at))
      throw new InvalidArgumentError(`must be a time such as 2026-12-01T10:00:00Z, or 2h for ${example}`);
    return new Date(at).toISOString();
  };
}

/** Date.parse reads many texts that are no times (`5` is a month), and moves days that a month does not have. */
function timeOf(text: string): number {
  const [, year, month, day, time, utc, hours, minutes] = TIME.exec(text.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  const midnight = Date.parse(date);
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return NaN;
  // Without an offset it is a local time of this machine, and so is the beginning of a day.
  return Date.parse(
    `${date}T${time ?? '00:00'}${utc === undefined ? '' : 'Z'}${hours === undefined ? '' : `${hours}:${minutes}`}`,
  );
}

/** Seconds of a span such as `90s`, `15m`, `2h` or `7d`. */
export function spanSeconds(text: string): number {
  const [, amount, unit] = SPAN.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('must be a duration such as 90m, 2h or 7d');
  return Math.round((Number(amount) * (UNIT_MS[unit ?? ''] ?? 0)) / 1_000);
}

/** Collects `name=value`, given several times. */
export function pair(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('must be name=value');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Labels as a query takes them; undefined for none. */
export const labelTexts = (labels: Readonly<Record<string, string>> = {}): string[] | undefined => {
  const texts = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return texts.length > 0 ? texts : undefined;
};

/** Collects a text, given several times. */
export const several = (text: string, before: readonly string[] = []): string[] => [...before, text];

/**
 * `5`, `true`, `[1]` and `{"a":1}` are JSON; all other values are texts, also numbers that would be printed in another way: `1.10`,
 * `123e4567`, `9007199254740993`.
 */
export function looseValue(text: string): unknown {
  try {
    const value = parseExactJson(text);
    return value instanceof ExactNumber ? text : value;
  } catch {
    return text;
  }
}

/** The value of an option for texts: a JSON string without its quotation marks, everything else as it was typed. */
export function textValue(text: string): string {
  const value = looseValue(text);
  return typeof value === 'string' ? value : text;
}

/** Leaves out undefined fields, so that they are not sent. */
export function definedFields<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** A request about one object. */
export const byId = (id: string): { params: { path: { id: string } } } => ({ params: { path: { id } } });

/** A request about one definition: its id is unique in its tenant only. */
export const ofTenant = (
  { tenant }: { readonly tenant: string | undefined },
  id: string,
): { params: { path: { id: string }; query: { tenant?: string } } } => ({
  params: { path: { id }, query: definedFields({ tenant }) },
});
