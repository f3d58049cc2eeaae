/** Pages that are lists, such as those of the definitions of one kind; and the tenant of a new definition. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ofDefinition, ok, useRights, type Role } from '../api/client.js';
import { tenantsList } from '../api/questions.js';
import { TenantChoice } from './choices.js';
import { DeleteButton } from './dialog.js';
import { Card, Page, type QueryResult } from './page.js';
import { column, Listing, type Column, type Items, type ListingProps } from './table.js';

interface ListPageProps<T> extends Omit<ListingProps<T>, 'caption'> {
  readonly title: string;
  /** The title of the list for screen readers; default: that of the page. */
  readonly caption?: string;
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  readonly filters?: ReactNode;
  /** Below the list. */
  readonly children?: ReactNode;
}

export function ListPage<T>(props: ListPageProps<T>): ReactElement {
  const { title, caption = title, beside, actions, above, filters, children, ...list } = props;
  return (
    <Page title={title} beside={beside} actions={actions}>
      {above}
      {filters !== undefined && (
        <div className="filters" role="search">
          {filters}
        </div>
      )}
      <Card flush>
        <Listing caption={caption} {...list} />
      </Card>
      {children}
    </Page>
  );
}

interface DefinitionsProps<T> {
  /** The kind of definition: `monitor`. */
  readonly noun: string;
  readonly query: QueryResult<Items<T>>;
  readonly columns: readonly Column<T>[];
  readonly empty: string;
  /** If definitions can be created on this page: the role that is needed, and the action of the button. */
  readonly create?: { readonly role: 'editor' | 'owner'; readonly begin: () => void };
}

export function DefinitionsPage<T extends { readonly id: string; readonly tenant: string }>({
  noun,
  create,
  ...list
}: DefinitionsProps<T>): ReactElement {
  const { may } = useRights();
  return (
    <ListPage
      title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`}
      actions={
        create &&
        may(create.role) && (
          <Button variant="filled" onClick={create.begin}>
            {`New ${noun}`}
          </Button>
        )
      }
      keyOf={({ id, tenant }) => `${tenant}/${id}`}
      nameOf={({ id }) => id}
      {...list}
    />
  );
}

/** The name of each definition, and its id, which tells apart definitions of the same name. */
export const nameColumn = <T extends { readonly id: string; readonly name?: string | undefined }>(
  title: string,
): Column<T> =>
  column(
    title,
    ({ id, name }) => (
      <div>
        {name ?? id} {name !== undefined && name !== id && <code className="dim">{id}</code>}
      </div>
    ),
    'main',
  );

interface DeletionProps {
  readonly noun: 'calendar' | 'channel' | 'monitor' | 'rule' | 'trigger';
  readonly definition: { readonly id: string; readonly tenant: string };
  /** What else is deleted, or when the deletion is refused. */
  readonly children: ReactNode;
}

/** Deletes a definition after a question. */
export const DeleteDefinition = ({ noun, definition, children }: DeletionProps): ReactElement => (
  <DeleteButton
    noun={noun}
    name={definition.id}
    remove={() => ok(api.DELETE(`/${noun}s/{id}`, ofDefinition(definition)))}
  >
    {children}
  </DeleteButton>
);

export interface Owner {
  readonly tenant: string;
  /** The choice, if there is one: for a definition that exists, or with a single tenant, there is none. */
  readonly field: ReactElement | null;
}

/** `definition`: null for a new one. */
export function useOwner(role: Role, definition: { readonly tenant: string } | null): Owner {
  const { data } = useQuery(tenantsList());
  const { may } = useRights();
  const [choice, choose] = useState<string | null>(null);
  const tenants = data?.items.filter(({ id }) => may(role, id)) ?? [];
  const tenant = definition?.tenant ?? choice ?? tenants[0]?.id ?? '';
  const isOffered = definition === null && tenants.length > 1;
  return { tenant, field: isOffered ? <TenantChoice role={role} value={tenant} onChange={choose} /> : null };
}
