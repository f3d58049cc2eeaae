/** Creates or changes a job, in a form for the common fields beside the whole document. */
import type { ReactElement } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, ok, type Schemas } from '../api/client.js';
import { useRights } from '../api/caller.js';
import { oneJob, oneWorker, tenantsList } from '../api/questions.js';
import { announce } from '../parts/toasts.js';
import { JobLink } from '../parts/links.js';
import { Guarded } from '../parts/may-not.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { DefinitionEditor } from '../parts/definition-editor.js';
import { EditingPage } from '../parts/editing-page.js';
import { editedPart, withHiddenSecrets, withSecretsOf } from '../parts/hidden-secrets.js';
import { JobForm } from './job-form.js';

type Job = Schemas['Job'];
const newRoute = getRouteApi('/jobs/new');
const editRoute = getRouteApi('/jobs/$id/edit');

/** Fields that the API adds to a job, and that are never edited. */
const SHOWN_ONLY = ['id', 'version', 'createdAt', 'updatedAt', 'updatedBy', 'paused', 'status', 'warnings'];

const contentOf = (job: Job): Record<string, unknown> => editedPart(job, SHOWN_ONLY);

export const NewJobPage = (): ReactElement => (
  <Page title="New job" crumbs={<Link to="/jobs">Jobs</Link>}>
    <Guarded act="create jobs" role="editor" back={<Link to="/jobs">To the jobs</Link>}>
      <NewJob />
    </Guarded>
  </Page>
);

function NewJob(): ReactElement {
  const { worker, copy, tenant } = newRoute.useSearch();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { may } = useRights();
  const tenants = useQuery(tenantsList());
  const template = useQuery({ ...oneWorker(worker ?? ''), enabled: worker !== undefined });
  const copied = useQuery({ ...oneJob(copy ?? ''), enabled: copy !== undefined });
  const begins = copy === undefined ? template : copied;
  const isReady = tenants.data && (begins.data ?? (copy === undefined && worker === undefined));
  const first = tenants.data?.items.find(({ id }) => may('editor', id))?.id;
  const chosen = template.data?.value;
  const start = copied.data
    ? { ...contentOf(copied.data.value), name: `${copied.data.value.name} (copy)` }
    : {
        tenant: tenant ?? first ?? 'default',
        name: '',
        worker: chosen?.id ?? '',
        ...withHiddenSecrets(chosen?.template ?? {}),
      };
  if (!isReady)
    return (
      <Card>
        <Loaded<unknown> query={begins}>{() => null}</Loaded>
      </Card>
    );
  return (
    <DefinitionEditor
      noun="job"
      schemaName="NewJob"
      form={JobForm}
      draftKey={`new ${copy ?? ''}`}
      start={start}
      isNew
      save={async (job) => {
        const made = await ok(
          api.POST('/jobs', { body: withSecretsOf(job, copied.data?.value ?? chosen?.template) as never }),
        );
        announce('The job is created.');
        await cache.invalidateQueries({ queryKey: ['jobs'] });
        await navigate({ to: '/jobs/$id', params: { id: made.id } });
      }}
    />
  );
}

export function EditJobPage(): ReactElement {
  const { id } = editRoute.useParams();
  const query = useQuery({ ...oneJob(id), staleTime: Infinity, refetchOnWindowFocus: false });
  const { name, tenant } = query.data?.value ?? {};
  return (
    <EditingPage
      noun="job"
      query={query}
      name={name}
      role="editor"
      tenant={tenant}
      crumbs={
        <>
          <Link to="/jobs">Jobs</Link> / <JobLink id={id}>{name}</JobLink>
        </>
      }
      back={<JobLink id={id}>To the job</JobLink>}
    >
      {({ value, etag }) => <Editing key={id} id={id} job={value} etag={etag} />}
    </EditingPage>
  );
}

function Editing({
  id,
  job,
  etag,
}: {
  readonly id: string;
  readonly job: Job;
  readonly etag: string | null;
}): ReactElement {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const path = { path: { id } };
  return (
    <DefinitionEditor
      noun="job"
      schemaName="JobReplacement"
      form={JobForm}
      draftKey={`job ${id}`}
      start={contentOf(job)}
      etag={etag}
      isNew={false}
      read={async () => {
        const { value, etag: now } = await cache.query({ ...oneJob(id), staleTime: 0 });
        return { content: contentOf(value), etag: now };
      }}
      save={async (next, tag) => {
        const header = tag === null ? {} : { 'If-Match': tag };
        const saved = await ok(api.PUT('/jobs/{id}', { params: { ...path, header }, body: next as never }));
        announce(`Saved as version ${saved.version}.`);
        await cache.invalidateQueries({ queryKey: ['job', id] });
        await navigate({ to: '/jobs/$id', params: { id } });
      }}
    />
  );
}
