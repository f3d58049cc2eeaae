/** A page that lists the definitions of one kind, with a button for a new one. */
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useRights } from '../api/caller.js';
import { Card, Loaded, Page } from './page.js';
import { List, type Column } from './table.js';

interface DefinitionsProps<T> {
  /** The kind of definition: `monitor`. */
  readonly noun: string;
  readonly query: ComponentProps<typeof Loaded<{ readonly items: readonly T[] }>>['query'];
  readonly columns: readonly Column<T>[];
  readonly empty: string;
  /** If definitions can be created on this page: the role that is needed, and the action of the button. */
  readonly create?: { readonly role: 'editor' | 'owner'; readonly begin: () => void };
  readonly children?: ReactNode;
}

export function DefinitionsPage<T extends { readonly id: string; readonly tenant: string }>(
  shown: DefinitionsProps<T>,
): ReactElement {
  const { noun, query, columns, empty, create, children } = shown;
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
        <Loaded query={query}>
          {({ items }) => (
            <List
              caption={title}
              columns={columns}
              rows={items}
              keyOf={({ id, tenant }) => `${tenant}/${id}`}
              nameOf={({ id }) => id}
              empty={empty}
            />
          )}
        </Loaded>
      </Card>
      {children}
    </Page>
  );
}
