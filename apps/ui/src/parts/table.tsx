/** A list: a table on a wide screen, cards on a phone. Rows come sorted and filtered from the server. */
import type { ReactElement, ReactNode } from 'react';
import { Button, Checkbox } from '@mantine/core';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** Of `right`, `tight`, `wrap`, `main`, `mono`, `num`, as in app.css. */
  readonly look?: string;
}

export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
}

interface Shown<T> {
  /** For those who hear the page. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly nameOf?: (row: T) => string;
  readonly empty?: ReactNode;
  readonly selection?: Selection | undefined;
}

export function List<T>(shown: Shown<T>): ReactElement {
  const { caption, columns, rows, keyOf, empty = 'Nothing here yet.', selection } = shown;
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
                  size="xs"
                  aria-label="Choose all that are shown"
                  checked={all === true}
                  indeterminate={all !== true && selection.chosen.size > 0}
                  onChange={() => {
                    selection.choose(all === true ? new Set() : new Set(rows.map(keyOf)));
                  }}
                />
              </th>
            )}
            {columns.map(({ title, look }) => (
              <th key={title} scope="col" className={look}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} shown={shown} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row<T>({ row, shown }: { readonly row: T; readonly shown: Shown<T> }): ReactElement {
  const { columns, keyOf, nameOf = keyOf, selection } = shown;
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
        <td data-label="Choose">
          <Checkbox size="xs" aria-label={`Choose ${nameOf(row)}`} checked={isChosen} onChange={toggle} />
        </td>
      )}
      {columns.map(({ title, cell, look }) => (
        <td key={title} data-label={title} className={look}>
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

/** The button under a list that has more. */
export const More = ({ query }: { readonly query: Paged }): ReactElement | null =>
  query.hasNextPage ? (
    <div className="more">
      <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  ) : null;
