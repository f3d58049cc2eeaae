/** A list: a table on a wide screen, cards on a phone. Rows come sorted and filtered from the server. */
import type { ReactElement, ReactNode } from 'react';
import { Button, Checkbox } from '@mantine/core';
import { Loaded, type QueryResult } from './page.js';
import { numberText } from './time-text.js';
import { When } from './time.js';

export interface Column<T> {
  readonly title: string;
  /** True: only screen readers are told the title. */
  readonly isUntitled?: boolean;
  readonly cell: (row: T) => ReactNode;
  readonly look?: string | undefined;
  /** The API's names of the ascending and the descending order of this column. */
  readonly sort?: { readonly up?: string; readonly down?: string };
}

/** `look`: some of `right`, `tight`, `wrap`, `main`, `mono`, `num`, as in app.css. */
export const column = <T,>(title: string, cell: (row: T) => ReactNode, look?: string): Column<T> => ({
  title,
  cell,
  look,
});

/** A column that shows a field as it is. */
export const plainColumn = <Field extends string>(
  title: string,
  field: Field,
  look?: string,
): Column<Readonly<Record<Field, ReactNode>>> => column(title, (row) => row[field], look);

/** A column that shows an instant, or `missing` where there is none. */
export const timeColumn = <Field extends string>(
  title: string,
  field: Field,
  missing?: string,
): Column<Readonly<Record<Field, string | null | undefined>>> =>
  column(title, (row) => <When at={row[field]} missing={missing} />);

/** What can be done with each row. */
export const actionsColumn = <T,>(actions: (row: T) => ReactNode): Column<T> => ({
  title: 'Actions',
  isUntitled: true,
  cell: (row) => {
    const content = actions(row);
    return Boolean(content) && <div className="actions">{content}</div>;
  },
});

/** The order that the list is in, as the API names it. */
export interface Order {
  readonly by: string;
  readonly change: (by: string) => void;
}

export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
}

export interface ListProps<T> {
  /** The title of the list for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly nameOf?: (row: T) => string;
  readonly empty?: ReactNode;
  readonly selection?: Selection | undefined;
  readonly order?: Order | undefined;
}

export function List<T>(props: ListProps<T>): ReactElement {
  const { caption, columns, rows, keyOf, empty = 'The list is empty.', selection, order } = props;
  if (rows.length === 0) return <div className="empty">{empty}</div>;
  const all = selection && rows.every((row) => selection.chosen.has(keyOf(row)));
  return (
    <div className="frame">
      <table className="list">
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th className="tight">
                <Checkbox
                  aria-label="Select all shown"
                  checked={all === true}
                  indeterminate={all !== true && selection.chosen.size > 0}
                  onChange={() => {
                    selection.choose(all === true ? new Set() : new Set(rows.map(keyOf)));
                  }}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.title} column={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} list={props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The title of a column. If the list can be sorted by it, the title is a button that sorts, or reverses the order. */
function Head<T>({ column, order }: { readonly column: Column<T>; readonly order?: Order | undefined }): ReactElement {
  const { title, isUntitled, look, sort } = column;
  if (!sort || !order)
    return (
      <th scope="col" className={look}>
        {isUntitled ? <span className="hidden-text">{title}</span> : title}
      </th>
    );
  const way = sort.up === order.by ? 'ascending' : sort.down === order.by ? 'descending' : 'none';
  const next = (way === 'ascending' ? sort.down : sort.up) ?? sort.up ?? sort.down ?? order.by;
  return (
    <th scope="col" className={look} aria-sort={way}>
      <button
        type="button"
        className="sort"
        onClick={() => {
          order.change(next);
        }}
      >
        {title}
        <span aria-hidden="true">{{ ascending: '▲', descending: '▼', none: '↕' }[way]}</span>
      </button>
    </th>
  );
}

function Row<T>({ row, list }: { readonly row: T; readonly list: ListProps<T> }): ReactElement {
  const { columns, keyOf, nameOf = keyOf, selection } = list;
  const key = keyOf(row);
  const isChosen = selection?.chosen.has(key) ?? false;
  const toggle = (): void => {
    const chosen = new Set(selection?.chosen);
    if (!chosen.delete(key)) chosen.add(key);
    selection?.choose(chosen);
  };
  return (
    <tr data-id={key} data-chosen={isChosen}>
      {selection && (
        <td data-label="Select">
          <Checkbox aria-label={`Select ${nameOf(row)}`} checked={isChosen} onChange={toggle} />
        </td>
      )}
      {columns.map(({ title, isUntitled, cell, look }) => (
        <td key={title} data-label={isUntitled ? '' : title} className={look}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface Total {
  readonly count: number;
  readonly exact: boolean;
}

const totalText = ({ count, exact }: Total): string => `${exact ? '' : 'about '}${numberText(count)}`;

interface MoreProps {
  readonly query: Partial<Paged>;
  readonly rows: number;
  readonly total: Total | undefined;
}

/** The part below a list: the number of shown rows, and the button for more. */
const More = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, rows, total }: MoreProps) =>
  hasNextPage && (
    <div className="more">
      {total !== undefined && (
        <span className="dim num">
          {numberText(rows)} of {totalText(total)}
        </span>
      )}
      <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage?.()}>
        Show more
      </Button>
    </div>
  );

/** The items of an answer, or of all pages of a list that were read. */
export type Items<T> =
  { readonly items: readonly T[] } | { readonly pages: readonly { readonly items: readonly T[] }[] };

export interface ListingProps<T> extends Omit<ListProps<T>, 'rows'> {
  readonly query: QueryResult<Items<T>> & Partial<Paged>;
  /** The lines of the placeholder. */
  readonly lines?: number;
  readonly total?: Total | undefined;
}

/** The list of what a query answers, with a button for more if it answers page by page. */
export const Listing = <T,>({ query, lines, total, ...list }: ListingProps<T>): ReactElement => (
  <Loaded query={query} lines={lines}>
    {(data) => {
      const rows = 'items' in data ? data.items : data.pages.flatMap(({ items }) => items);
      return (
        <>
          <List {...list} rows={rows} />
          <More query={query} rows={rows.length} total={total} />
        </>
      );
    }}
  </Loaded>
);

/** The total, beside the title of a list's page. */
export const TotalLabel = ({
  total,
  one,
  many,
}: {
  readonly total: Total | undefined;
  readonly one: string;
  readonly many: string;
}): ReactElement | null =>
  total === undefined ? null : (
    <span className="dim num" role="status">
      {totalText(total)} {total.count === 1 ? one : many}
    </span>
  );
