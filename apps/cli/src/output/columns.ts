/** The columns of tables. */
import type { Column } from './printer.js';
import { whenText } from './time-text.js';

/** A time: relative to now, and with `-o wide` the instant itself is in a column of its own. CSV has the instant. */
export const when = <T>(head: string, of: (item: T) => string | null | undefined): Column<T> => ({
  head,
  of: (item, now) => whenText(of(item), now),
  exact: of,
});
export const plain = <T>(head: string, of: (item: T) => string | number | null | undefined): Column<T> => ({
  head,
  of,
});
export const wide = <T>(head: string, of: (item: T) => string | number | null | undefined): Column<T> => ({
  head,
  of,
  wide: true,
});
