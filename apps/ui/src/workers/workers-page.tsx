/** The workers that jobs can use. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import type { Schemas } from '../api/client.js';
import { workersList } from '../api/questions.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { List, type Column } from '../parts/table.js';
import { runsWhat } from './runs-what.js';

type Worker = Schemas['Worker'];

const columns: readonly Column<Worker>[] = [
  {
    title: 'Worker',
    look: 'main',
    cell: ({ id, name, description }) => (
      <div>
        <Link to="/workers/$id" params={{ id }}>
          {name}
        </Link>{' '}
        <code className="dim">{id}</code>
        {description !== undefined && (
          <div className="dim" style={{ fontWeight: 400, maxWidth: 560 }}>
            {description}
          </div>
        )}
      </div>
    ),
  },
  { title: 'Engine', cell: ({ engine, allowRoot }) => (allowRoot === true ? `${engine}, may run as root` : engine) },
  { title: 'Image, URL or command', look: 'mono wrap', cell: runsWhat },
  { title: 'Tenants', cell: ({ tenants }) => tenants?.join(', ') ?? 'all' },
  {
    title: 'Jobs',
    cell: ({ id }) => (
      <Link to="/jobs" search={{ worker: id }}>
        show
      </Link>
    ),
  },
];

const NEW_JOB: Column<Worker> = {
  title: 'Actions',
  isUntitled: true,
  cell: ({ id }) => (
    <Link to="/jobs/new" search={{ worker: id }} className="nowrap">
      New job
    </Link>
  ),
};

export function WorkersPage(): ReactElement {
  const query = useQuery(workersList());
  const { isAdmin, may } = useRights();
  return (
    <Page
      title="Workers"
      beside={<span className="dim">{isAdmin ? '' : 'Administrators register workers.'}</span>}
      actions={
        isAdmin && (
          <Button variant="filled" renderRoot={(props) => <Link to="/workers/new" {...props} />}>
            New worker
          </Button>
        )
      }
    >
      <Card flush>
        <Loaded query={query} lines={8}>
          {({ items }) => (
            <List
              caption="Workers"
              columns={may('editor') ? [...columns, NEW_JOB] : columns}
              rows={items}
              keyOf={({ id }) => id}
              empty="No workers yet. An administrator registers the workers that jobs use."
            />
          )}
        </Loaded>
      </Card>
    </Page>
  );
}
