/** The workers that jobs can use; and one of them: its image, address or command, its jobs, and its definition without secrets. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, cache, ofId, ok, refresh, type Job, type Worker, useRights } from '../api/client.js';
import { jobsOfWorker, oneWorker, workersList } from '../api/questions.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { withHiddenSecrets } from '#common/domain/secret-fields.js';
import { ListPage } from '../parts/list-page.js';
import { JobLink, JobState } from '../parts/objects.js';
import { Card, Facts, Json, Loaded, Page } from '../parts/page.js';
import { actionsColumn, column, Listing, plainColumn, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';

/** The image, address or command of a worker; the query of an address is left out, because it may contain secrets. */
const programOf = ({ image, url, command }: Worker): string =>
  image ?? url?.replace(/\?.*$/, '') ?? command?.join(' ') ?? 'set by each job';

const columns: readonly Column<Worker>[] = [
  column(
    'Worker',
    ({ id, name, description }) => (
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
    'main',
  ),
  column('Engine', ({ engine, allowRoot }) => (allowRoot === true ? `${engine}, may run as root` : engine)),
  column('Image, URL or command', programOf, 'mono wrap'),
  column('Tenants', ({ tenants }) => tenants?.join(', ') ?? 'all'),
  column('Jobs', ({ id }) => (
    <Link to="/jobs" search={{ worker: id }}>
      show
    </Link>
  )),
];

const NEW_JOB = actionsColumn<Worker>(({ id }) => (
  <Link to="/jobs/new" search={{ worker: id }} className="nowrap">
    New job
  </Link>
));

export function WorkersPage(): ReactElement {
  const query = useQuery(workersList());
  const { isAdmin, may } = useRights();
  return (
    <ListPage
      title="Workers"
      beside={<span className="dim">{isAdmin ? '' : 'Administrators register workers.'}</span>}
      actions={
        isAdmin && (
          <Button variant="filled" renderRoot={(props) => <Link to="/workers/new" {...props} />}>
            New worker
          </Button>
        )
      }
      query={query}
      lines={8}
      columns={may('editor') ? [...columns, NEW_JOB] : columns}
      keyOf={({ id }) => id}
      empty="No workers yet. An administrator registers the workers that jobs use."
    />
  );
}

const route = getRouteApi('/workers/$id');

const JOBS: readonly Column<Job>[] = [
  column('Job', ({ id, name }) => <JobLink id={id}>{name}</JobLink>, 'main'),
  column('State', (job) => <JobState job={job} />),
  plainColumn('Tenant', 'tenant'),
];

export function WorkerPage(): ReactElement {
  const { id } = route.useParams();
  const query = useQuery(oneWorker(id));
  const worker = query.data?.value;
  return (
    <Page
      title={worker?.name ?? 'Worker'}
      crumbs={<Link to="/workers">Workers</Link>}
      actions={worker && <WorkerActions worker={worker} />}
    >
      <Card>
        <Loaded query={query}>{({ value }) => <WorkerFacts worker={value} />}</Loaded>
      </Card>
      {worker && (
        <>
          <JobsOfWorker id={id} />
          <Card title="Definition" actions={<span className="dim">without its secrets</span>}>
            <Json label="The worker as JSON" value={withHiddenSecrets('Worker', worker)} />
          </Card>
        </>
      )}
    </Page>
  );
}

const WorkerFacts = ({ worker }: { readonly worker: Worker }): ReactElement => (
  <Facts
    of={[
      ['Id', <code key="id">{worker.id}</code>],
      ['Engine', worker.allowRoot === true ? `${worker.engine}, may run as root` : worker.engine],
      [
        'Image, URL or command',
        <span key="runs" className="mono">
          {programOf(worker)}
        </span>,
      ],
      worker.callRefused !== undefined && [
        'Calls',
        <span key="calls" className="tone-bad">
          {worker.callRefused}
        </span>,
      ],
      worker.description !== undefined && ['Description', worker.description],
      ['Tenants', worker.tenants?.join(', ') ?? 'all'],
      worker.limits?.maxActive !== undefined && ['Maximum active attempts', String(worker.limits.maxActive)],
      worker.limits?.maxPerSecond !== undefined && ['Starts per second', String(worker.limits.maxPerSecond)],
      ['Version', `${worker.version}, by ${worker.updatedBy}`],
      ['Changed', <When key="changed" at={worker.updatedAt} />],
    ]}
  />
);

function JobsOfWorker({ id }: { readonly id: string }): ReactElement {
  const query = useQuery(jobsOfWorker(id));
  return (
    <Card
      flush
      title="Jobs that use it"
      actions={
        <Link to="/jobs" search={{ worker: id }}>
          Show in the list of jobs
        </Link>
      }
    >
      <Listing
        caption="Jobs of the worker"
        query={query}
        columns={JOBS}
        keyOf={(job) => job.id}
        empty="No job uses this worker."
      />
    </Card>
  );
}

function WorkerActions({ worker }: { readonly worker: Worker }): ReactElement {
  const { may, isAdmin } = useRights();
  return (
    <>
      {may('editor') && (
        <Button
          variant="filled"
          renderRoot={(props) => <Link to="/jobs/new" search={{ worker: worker.id }} {...props} />}
        >
          New job
        </Button>
      )}
      {isAdmin && (
        <>
          <Button renderRoot={(props) => <Link to="/workers/$id/edit" params={{ id: worker.id }} {...props} />}>
            Edit
          </Button>
          <Button onClick={opens(<DeleteDialog worker={worker} />)}>Delete…</Button>
        </>
      )}
    </>
  );
}

function DeleteDialog({ worker }: { readonly worker: Worker }): ReactElement {
  const navigate = useNavigate();
  return (
    <Dialog
      title={`Delete ${worker.name}?`}
      confirm="Delete"
      danger
      onConfirm={async () => {
        await ok(api.DELETE('/workers/{id}', ofId(worker.id)));
        await navigate({ to: '/workers' });
        cache.removeQueries({ queryKey: ['workers', worker.id] });
        await refresh('workers');
        return 'The worker is deleted.';
      }}
    >
      <p>A worker that jobs use cannot be deleted.</p>
    </Dialog>
  );
}
