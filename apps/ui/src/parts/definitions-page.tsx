/** A page that lists the definitions of one kind, with a button for a new one. */
import type { ReactElement, ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useRights } from '../api/caller.js';
import { Card, Page, type QueryResult } from './page.js';
import { Listing, type Column, type Items } from './table.js';

interface DefinitionsProps<T> {
  /** The kind of definition: `monitor`. */
  readonly noun: string;
  readonly query: QueryResult<Items<T>>;
  readonly columns: readonly Column<T>[];
  readonly empty: string;
  /** If definitions can be created on this page: the role that is needed, and the action of the button. */
  readonly create?: { readonly role: 'editor' | 'owner'; readonly begin: () => void };
  readonly children?: ReactNode;
}

export function DefinitionsPage<T extends { readonly id: string; readonly tenant: string }>({
  noun,
  create,
  children,
  ...list
}: DefinitionsProps<T>): ReactElement {
  const { may } = useRights();
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return (
    <Page
      title={title}
      actions={
        create &&
        may(create.role) && (
          <Button variant="filled" onClick={create.begin}>
            {`New ${noun}`}
          </Button>
        )
      }
    >
      <Card flush>
        <Listing caption={title} keyOf={({ id, tenant }) => `${tenant}/${id}`} nameOf={({ id }) => id} {...list} />
      </Card>
      {children}
    </Page>
  );
}
