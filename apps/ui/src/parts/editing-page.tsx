/** The page around the editor of a definition that exists: its title, the way back, and who may change it. */
import type { ReactElement, ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Role } from '../api/caller.js';
import { Guarded } from './may-not.js';
import { Card, Loaded, Page } from './page.js';

interface EditingPageProps<T> {
  readonly noun: string;
  readonly query: UseQueryResult<T>;
  readonly name: string | undefined;
  readonly crumbs: ReactNode;
  readonly back: ReactNode;
  readonly role: Role;
  readonly tenant?: string | undefined;
  readonly children: (read: T) => ReactNode;
}

export function EditingPage<T>(props: EditingPageProps<T>): ReactElement {
  const { noun, query, name, crumbs, back, role, tenant, children } = props;
  return (
    <Page title={name === undefined ? 'Edit' : `Edit ${name}`} crumbs={crumbs}>
      {query.data === undefined ? (
        <Card>
          <Loaded query={query}>{() => null}</Loaded>
        </Card>
      ) : (
        <Guarded act={`edit this ${noun}`} role={role} back={back} {...(tenant !== undefined && { tenant })}>
          {children(query.data)}
        </Guarded>
      )}
    </Page>
  );
}
