/** One worker: its image, address or command, the jobs that use it, and its definition without secrets. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { jobsOfWorker, oneWorker } from '../api/questions.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { withHiddenSecrets } from '../parts/hidden-secrets.js';
import { JobLink } from '../parts/links.js';
import { Card, Facts, Loaded, Page } from '../parts/page.js';
import { JobState } from '../parts/state.js';
import { List, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { runsWhat } from './runs-what.js';

type Worker = Schemas['Worker'];
type Job = Schemas['Job'];
const route = getRouteApi('/workers/$id');

const JOBS: readonly Column<Job>[] = [
  { title: 'Job', look: 'main wrap', cell: ({ id, name }) => <JobLink id={id}>{name}</JobLink> },
  { title: 'State', cell: (job) => <JobState job={job} /> },
  { title: 'Tenant', cell: ({ tenant }) => tenant },
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
            <pre className="code" tabIndex={0} aria-label="The worker as JSON">
              {JSON.stringify(withHiddenSecrets(worker), null, 2)}
            </pre>
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
          {runsWhat(worker)}
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
      <Loaded query={query}>
        {({ items }) => (
          <List
            caption="Jobs of the worker"
            columns={JOBS}
            rows={items}
            keyOf={(job) => job.id}
            empty="No job uses this worker."
          />
        )}
      </Loaded>
    </Card>
  );
}

function WorkerActions({ worker }: { readonly worker: Worker }): ReactElement {
  const { may, isAdmin } = useRights();
  const { shown, open } = useDialog();
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
          <Button
            onClick={() => {
              open((close) => <DeleteDialog worker={worker} onClose={close} />);
            }}
          >
            Delete…
          </Button>
        </>
      )}
      {shown}
    </>
  );
}

function DeleteDialog({ worker, onClose }: { readonly worker: Worker; readonly onClose: () => void }): ReactElement {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return (
    <Dialog
      title={`Delete ${worker.name}?`}
      confirm="Delete"
      danger
      onClose={onClose}
      onConfirm={async () => {
        await ok(api.DELETE('/workers/{id}', { params: { path: { id: worker.id } } }));
        await navigate({ to: '/workers' });
        cache.removeQueries({ queryKey: ['workers', worker.id] });
        await cache.invalidateQueries({ queryKey: ['workers'] });
        return 'The worker is deleted.';
      }}
    >
      <p style={{ margin: 0 }}>A worker that jobs use cannot be deleted.</p>
    </Dialog>
  );
}
