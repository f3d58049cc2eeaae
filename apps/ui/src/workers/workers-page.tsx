/** What jobs can be done by. */
import { useState, type ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import type { Schemas } from '../api/client.js';
import { workersList } from '../api/questions.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { List, type Column } from '../parts/table.js';

type Worker = Schemas['Worker'];

const runsWhat = ({ image, url, command }: Worker): string =>
  image ?? url ?? command?.join(' ') ?? 'what its jobs name';

const columns: readonly Column<Worker>[] = [
  {
    title: 'Worker',
    look: 'main',
    cell: ({ id, name, description }) => (
      <div>
        {name} <code className="dim">{id}</code>
        {description !== undefined && (
          <div className="dim" style={{ fontWeight: 400, maxWidth: 560 }}>
            {description}
          </div>
        )}
      </div>
    ),
  },
  { title: 'Engine', cell: ({ engine, allowRoot }) => (allowRoot === true ? `${engine}, may be root` : engine) },
  { title: 'Runs', look: 'mono wrap', cell: runsWhat },
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

export function WorkersPage(): ReactElement {
  const query = useQuery(workersList());
  const { isAdmin, may } = useRights();
  const [shown, setShown] = useState<string | null>(null);
  const definition: Column<Worker> = {
    title: 'Definition',
    cell: (worker) => (
      <Button
        aria-expanded={shown === worker.id}
        onClick={() => {
          setShown(shown === worker.id ? null : worker.id);
        }}
      >
        {shown === worker.id ? 'Hide' : 'Show'}
      </Button>
    ),
  };
  const made: Column<Worker> = {
    title: '',
    cell: ({ id }) =>
      may('editor') && (
        <Link to="/jobs/new" search={{ worker: id }} className="nowrap">
          New job
        </Link>
      ),
  };
  const chosen = query.data?.items.find(({ id }) => id === shown);
  return (
    <Page title="Workers" beside={<span className="dim">{isAdmin ? '' : 'Administrators register them.'}</span>}>
      <Card flush>
        <Loaded query={query} lines={8}>
          {({ items }) => (
            <List
              caption="Workers"
              columns={[...columns, definition, made]}
              rows={items}
              keyOf={({ id }) => id}
              empty="No workers yet: an administrator registers what jobs can be done by."
            />
          )}
        </Loaded>
      </Card>
      {chosen && (
        <Card title={`Definition of ${chosen.name}`}>
          <pre className="code" tabIndex={0}>
            {JSON.stringify(chosen, null, 2)}
          </pre>
        </Card>
      )}
    </Page>
  );
}
