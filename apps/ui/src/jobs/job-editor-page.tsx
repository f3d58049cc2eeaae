/** Creates or changes a job, in a form for the common fields beside the whole document. */
import { useCallback, type ReactElement } from 'react';
import { Group, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, ok, refresh, type Job, useRights } from '../api/client.js';
import { oneJob, oneWorker, tenantsList } from '../api/questions.js';
import { TenantChoice, WorkerChoice } from '../parts/choices.js';
import { DefinitionEditor, EditPage, type FormProps } from '../parts/definition-editor.js';
import type { Content } from '../parts/definition-text.js';
import { Choice, NumberField } from '../parts/fields.js';
import { withHiddenSecrets } from '#common/domain/secret-fields.js';
import { editedPart, withSecretsOf } from '../parts/hidden-secrets.js';
import { checked, typed } from '../parts/inputs.js';
import { JobLink } from '../parts/objects.js';
import { Card, Guarded, Loaded, Page } from '../parts/page.js';
import { objectOf, textOf } from '../parts/schema-rows.js';
import { announce } from '../parts/toasts.js';
import { AfterFields } from './after-fields.js';
import { CallFields } from './call-fields.js';
import { NoticeFields } from './notice-fields.js';
import { KeyFields, RequestFields } from './request-fields.js';
import { ScheduleBuilder, type Schedule } from './schedule-builder.js';

const newRoute = getRouteApi('/jobs/new');
const editRoute = getRouteApi('/jobs/$id/edit');

const contentOf = (job: Job): Record<string, unknown> => editedPart('Job', job);

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
        ...withHiddenSecrets('Job', chosen?.template ?? {}),
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

const POLICIES = {
  Allow: 'Allow: another run starts, too',
  Forbid: 'Forbid: no other run starts',
  Enqueue: 'Enqueue: another run waits',
  Replace: 'Replace: a new run replaces it',
};

/** `cron` is the short form of `schedule.cron`. */
const scheduleOf = ({ cron, schedule }: Content): Schedule | null => {
  const own = objectOf(schedule) as Schedule;
  const whole = typeof cron === 'string' ? { cron, ...own } : own;
  return Object.keys(whole).some((name) => ['cron', 'every', 'at', 'fixedDelay', 'rrule'].includes(name))
    ? whole
    : null;
};

export function JobForm({ content, isNew, schema, set, setAll, problems, report }: FormProps): ReactElement {
  const { data: tenants } = useQuery(tenantsList());
  const problemAt = (path: string): string | undefined =>
    problems.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.message;
  const tenant = textOf(content.tenant);
  const otherProblem = problems.find(
    ({ path }) => /^schedule(\.|$)/.test(path) && !/^schedule\.(cron|every|fixedDelay|rrule|at)(\.\d+)?$/.test(path),
  );
  const isShort = content.cron !== undefined;
  const reportPreview = useCallback(
    (previewProblems: FormProps['problems']) => {
      report(
        isShort
          ? previewProblems.map((each) => ({ ...each, path: each.path.replace(/^schedule\.cron/, 'cron') }))
          : previewProblems,
      );
    },
    [report, isShort],
  );
  const setSchedule = (schedule: Schedule | null): void => {
    setAll({ cron: undefined, schedule: schedule ?? undefined });
  };
  const text = (label: string, field: string, more: object = {}): ReactElement => (
    <TextInput
      label={label}
      error={problemAt(field)}
      value={textOf(content[field])}
      onChange={typed(set([field]))}
      {...more}
    />
  );
  const count = (label: string, field: string, description: string): ReactElement => (
    <NumberField
      label={label}
      description={description}
      error={problemAt(field)}
      min={0}
      value={content[field] as number | undefined}
      onChange={set([field])}
    />
  );
  const concurrency = objectOf(content.concurrency);
  const labels = Object.entries(objectOf(content.labels)).map(([name, value]) => `${name}=${String(value)}`);
  return (
    <div className="form">
      {text('Name', 'name', { required: true, autoFocus: isNew })}
      {isNew && (tenants?.items.length ?? 0) > 1 && (
        <TenantChoice role="editor" error={problemAt('tenant')} value={tenant} onChange={set(['tenant'])} />
      )}
      <WorkerChoice
        label="Worker"
        description="The application that does the work."
        required
        error={problemAt('worker')}
        value={textOf(content.worker)}
        onChange={set(['worker'])}
      />
      <CallFields content={content} schema={schema} set={set} problems={problems} />
      <fieldset className="fieldset">
        <legend>When</legend>
        <ScheduleBuilder
          schedule={scheduleOf(content)}
          tenant={tenant}
          problems={problems}
          report={reportPreview}
          onChange={setSchedule}
        />
        {otherProblem && (
          <div className="tone-bad" role="alert">
            {otherProblem.path.replace(/^schedule\.?/, '')} {otherProblem.message}
          </div>
        )}
      </fieldset>
      <fieldset className="fieldset">
        <legend>After other jobs</legend>
        <AfterFields content={content} schema={schema} set={set} setAll={setAll} problems={problems} />
      </fieldset>
      <Choice
        label="While a run is active"
        options={POLICIES}
        error={problemAt('concurrency')}
        value={(textOf(concurrency.policy) || 'Allow') as keyof typeof POLICIES}
        onChange={set(['concurrency', 'policy'])}
      />
      <RequestFields content={content} set={set} setAll={setAll} problemAt={problemAt} />
      <KeyFields
        perKey={concurrency.perKey === undefined ? undefined : objectOf(concurrency.perKey)}
        error={problemAt('concurrency.perKey')}
        onChange={set(['concurrency', 'perKey'])}
      />
      <Group grow align="start">
        {count('Attempts', 'maxAttempts', 'at most, for each index')}
        {count('Timeout', 'timeoutSeconds', 'seconds, for each attempt')}
      </Group>
      <NoticeFields content={content} schema={schema} set={set} problems={problems} />
      <TagsInput
        label="Labels"
        placeholder="team=data"
        splitChars={[]}
        error={problemAt('labels')}
        value={labels}
        onChange={(next) => {
          const pairs = next.flatMap((each) => {
            const end = each.indexOf('=');
            return end < 0 ? [] : [[each.slice(0, end), each.slice(end + 1)] as const];
          });
          set(['labels'])(pairs.length === 0 ? undefined : Object.fromEntries(pairs));
        }}
      />
      <Switch
        label="Enabled: slots become runs"
        checked={content.enabled !== false}
        onChange={checked((isOn) => {
          set(['enabled'])(isOn ? undefined : false);
        })}
      />
    </div>
  );
}
