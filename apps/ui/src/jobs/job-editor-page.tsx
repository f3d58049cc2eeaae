/** Creates or changes a job, in a form for the common fields beside the whole document. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, ok, type Job } from '../api/client.js';
import { useRights } from '../api/caller.js';
import { oneJob, oneWorker, tenantsList } from '../api/questions.js';
import { announce } from '../parts/toasts.js';
import { JobLink } from '../parts/links.js';
import { Guarded } from '../parts/may-not.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { DefinitionEditor, EditPage } from '../parts/definition-editor.js';
import { editedPart, withHiddenSecrets, withSecretsOf } from '../parts/hidden-secrets.js';
import { JobForm } from './job-form.js';
import { refresh } from '../api/cache.js';

const newRoute = getRouteApi('/jobs/new');
const editRoute = getRouteApi('/jobs/$id/edit');

/** Fields that the API adds to a job, and that are never edited. */
const ADDED = ['id', 'version', 'createdAt', 'updatedAt', 'updatedBy', 'paused', 'status', 'warnings'];

const contentOf = (job: Job): Record<string, unknown> => editedPart(job, ADDED);

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
  const { may } = useRights();
  const tenants = useQuery(tenantsList());
  const template = useQuery({ ...oneWorker(worker ?? ''), enabled: worker !== undefined });
  const copied = useQuery({ ...oneJob(copy ?? ''), enabled: copy !== undefined });
  const source = copy === undefined ? template : copied;
  const isReady = tenants.data && (source.data ?? (copy === undefined && worker === undefined));
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
        <Loaded<unknown> query={source}>{() => null}</Loaded>
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
        const { id } = await ok(
          api.POST('/jobs', { body: withSecretsOf(job, copied.data?.value ?? chosen?.template) as never }),
        );
        announce('The job is created.');
        await refresh('jobs');
        await navigate({ to: '/jobs/$id', params: { id } });
      }}
    />
  );
}

export function EditJobPage(): ReactElement {
  const { id } = editRoute.useParams();
  const navigate = useNavigate();
  return (
    <EditPage<Job>
      noun="job"
      schemaName="JobReplacement"
      form={JobForm}
      draftKey={`job ${id}`}
      role="editor"
      tenantOf={({ tenant }) => tenant}
      stored={oneJob(id)}
      name={({ name }) => name}
      crumbs={(name) => (
        <>
          <Link to="/jobs">Jobs</Link> / <JobLink id={id}>{name}</JobLink>
        </>
      )}
      back={<JobLink id={id}>To the job</JobLink>}
      contentOf={contentOf}
      save={async (job, header) => {
        const { version } = await ok(api.PUT('/jobs/{id}', { params: { path: { id }, header }, body: job as never }));
        announce(`Saved as version ${version}.`);
        await refresh('job', id);
        await navigate({ to: '/jobs/$id', params: { id } });
      }}
    />
  );
}
