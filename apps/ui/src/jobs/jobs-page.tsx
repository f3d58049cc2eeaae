/** Jobs, filtered by the server; the selected jobs are changed together, after a preview. */
import { lazy, Suspense, useMemo, useState, type ReactElement } from 'react';
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Job, useRights } from '../api/client.js';
import { EDITS_AGAIN_MS, itemsOf, jobsList, jobsTotal, type JobFilter, type JobSort } from '../api/questions.js';
import { part } from '../app/part.js';
import {
  JOB_SORTS,
  jobsSearch,
  labelsOf,
  labelText,
  useFilters,
  useSetSearch,
  type JobsSearch,
} from '../app/search.js';
import { ChoiceFilter, OrderChoice, TenantFilter, TextFilter, WorkerChoice } from '../parts/choices.js';
import { JobLink, JobState } from '../parts/objects.js';
import { Card, Page } from '../parts/page.js';
import { scheduleText } from '../parts/schedule-text.js';
import { column, Listing, TotalLabel, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { LastResult, Strip, useRecent, type Recent } from './recent-runs.js';

const BulkBar = lazy(part(() => import('./bulk-bar.js')));

const route = getRouteApi('/jobs');

const filterOf = ({ enabled, label, sort: _sort, ...rest }: JobsSearch): JobFilter => ({
  ...rest,
  ...(enabled !== undefined && { enabled }),
  ...(label !== undefined && { label: labelsOf(label) }),
});

const Labels = ({ labels }: { readonly labels: Job['labels'] }): ReactElement => (
  <>
    {Object.entries(labels).map(([name, value]) => (
      <Link key={name} to="/jobs" search={{ label: labelText(name, value) }} className="label">
        {name}={value}
      </Link>
    ))}
  </>
);

const columns = (recent: Recent, severalTenants: boolean): readonly Column<Job>[] => [
  {
    title: 'Job',
    look: 'main',
    sort: { up: 'name', down: '-name' },
    cell: (job) => (
      <div>
        <JobLink id={job.id}>{job.name}</JobLink> <Labels labels={job.labels} />
      </div>
    ),
  },
  column('State', (job) => <JobState job={job} />),
  column('Last result', (job) => <LastResult runs={recent.get(job.id)} />),
  column('Last 20 runs', (job) => <Strip runs={recent.get(job.id)} />),
  column('Schedule', (job) => scheduleText(job), 'mono nowrap'),
  { title: 'Next slot', sort: { up: 'nextSlot' }, cell: (job) => <When at={job.status.nextSlot} /> },
  column('Last success', (job) => <When at={job.status.lastSuccessFinish} missing="none yet" />, 'wide'),
  column('Worker', (job) => job.worker, 'dim wide'),
  ...(severalTenants ? [column('Tenant', (job: Job) => job.tenant, 'dim')] : []),
];

const SORTS: Readonly<Record<JobSort, string>> = {
  name: 'by name',
  '-name': 'by name, last first',
  nextSlot: 'by next slot',
};

function Filters(): ReactElement {
  const search = route.useSearch();
  const filterBy = useFilters<JobsSearch>(search);
  return (
    <div className="filters" role="search">
      <TextFilter
        label="Name or id"

        placeholder="part of the text"
        width={180}
        {...filterBy('q')}
      />
      <TextFilter
        label="Label"

        placeholder="name=value"
        {...filterBy('label')}
      />
      <WorkerChoice label="Worker" placeholder="all" clearable {...filterBy('worker')} />
      <TenantFilter {...filterBy('tenant')} />
      <ChoiceFilter
        label="Enabled"

        choices={[
          { value: 'true', label: 'enabled' },
          { value: 'false', label: 'disabled' },
        ]}
        {...filterBy('enabled')}
      />
      <ChoiceFilter
        label="Archived"
        placeholder="hidden"

        choices={[
          { value: 'true', label: 'only archived' },
          { value: 'any', label: 'include archived' },
        ]}
        {...filterBy('archived')}
      />
      <div className="narrow-only">
        <OrderChoice choices={JOB_SORTS.map((value) => ({ value, label: SORTS[value] }))} {...filterBy('sort')} />
      </div>
    </div>
  );
}

export function JobsPage(): ReactElement {
  const search = jobsSearch(route.useSearch());
  const set = useSetSearch<JobsSearch>();
  const filter = filterOf(search);
  const { sort = 'name' } = search;
  const query = useInfiniteQuery({ ...jobsList(filter, sort), refetchInterval: EDITS_AGAIN_MS });
  const total = useQuery(jobsTotal(filter)).data ?? undefined;
  const { may } = useRights();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const jobs = useMemo(() => itemsOf(query.data), [query.data]);
  const recent = useRecent(jobs);
  const severalTenants = new Set(jobs.map(({ tenant }) => tenant)).size > 1;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Jobs"
      beside={<TotalLabel total={total} one="job" many="jobs" />}
      actions={
        <>
          <Button renderRoot={(props) => <Link to="/last-successes" {...props} />}>Last successes</Button>
          {may('editor') && (
            <Button variant="filled" renderRoot={(props) => <Link to="/jobs/new" {...props} />}>
              New job
            </Button>
          )}
        </>
      }
    >
      <Filters />
      {chosen.size > 0 && (
        <Suspense>
          <BulkBar
            jobs={jobs.filter(({ id }) => chosen.has(id))}
            filter={filter}
            hasMore={query.hasNextPage}
            clear={() => {
              choose(new Set());
            }}
          />
        </Suspense>
      )}
      <Card flush>
        <Listing
          query={query}
          lines={10}
          caption="Jobs"
          columns={columns(recent, severalTenants)}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          selection={may('operator') ? { chosen, choose } : undefined}
          order={{
            by: sort,
            change: (next) => {
              set({ sort: jobsSearch({ sort: next }).sort });
            },
          }}
          empty={isFiltered ? 'No job matches the filter.' : <NoJobs />}
          total={total}
        />
      </Card>
    </Page>
  );
}

const NoJobs = (): ReactElement => (
  <Group justify="center" gap={6}>
    No jobs yet. <Link to="/jobs/new">Create the first job</Link>
  </Group>
);
