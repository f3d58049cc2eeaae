/** A page that lists the definitions of one kind, with a button for a new one; and the tenant of a new definition. */
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { type Role, useRights } from '../api/caller.js';
import { Card, Page, type QueryResult } from './page.js';
import { type Column, type Items, Listing } from './table.js';
import { useQuery } from '@tanstack/react-query';
import { tenantsList } from '../api/questions.js';
import { TenantChoice } from './choices.js';

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
