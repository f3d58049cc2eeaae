/** Rows of CSV by RFC 4180, for spreadsheets and programs. */
import { harmless } from './harmless.js';

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
