/** Rules about jobs, and the pages on which they are created and changed. */
import type { ReactElement } from 'react';
import { Button, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, ofDefinition, ok, refresh, type Schemas, useRights, type Rights } from '../api/client.js';
import { oneRule, rulesList } from '../api/questions.js';
import { TenantChoice } from '../parts/choices.js';
import { DefinitionEditor, EditPage, type FormProps } from '../parts/definition-editor.js';
import { Choice } from '../parts/fields.js';
import { editedPart } from '../parts/hidden-secrets.js';
import { checked } from '../parts/inputs.js';
import { DefinitionsPage, DeleteDefinition, nameColumn } from '../parts/list-page.js';
import { OpenIncidentsLink, State, type Tone } from '../parts/objects.js';
import { Guarded, Page } from '../parts/page.js';
import { SchemaField } from '../parts/schema-form.js';
import { arrayOf, messageAt, objectOf, textOf, type FieldLook, type Looks } from '../parts/schema-rows.js';
import { ChannelsChoice, JobChoice } from '../parts/several-choices.js';
import { actionsColumn, column, plainColumn, type Column } from '../parts/table.js';
import { countText } from '../parts/time-text.js';
import { When } from '../parts/time.js';
import { announce } from '../parts/toasts.js';

type Rule = Schemas['Rule'];

/** The words for states, as in the table of the glossary. */
const TEXTS: Readonly<Record<Rule['state'], string>> = { new: 'New', ok: 'Well', alert: 'Alert', paused: 'Paused' };
const TONES: Readonly<Record<Rule['state'], Tone>> = { new: 'wait', ok: 'good', alert: 'bad', paused: 'off' };

export function RulesPage(): ReactElement {
  const rules = useQuery(rulesList());
  const navigate = useNavigate();
  const { may } = useRights();
  return (
    <DefinitionsPage
      noun="rule"
      query={rules}
      columns={columnsOf(may)}
      empty="No rules yet. A rule watches all jobs of a tenant, or those with a label, for a condition such as failures in a row or late starts. It opens one incident for all affected jobs."
      create={{ role: 'editor', begin: () => void navigate({ to: '/rules/new' }) }}
    />
  );
}

const columnsOf = (may: Rights['may']): readonly Column<Rule>[] => [
  nameColumn('Rule'),
  column('State', ({ state }) => (
    <OpenIncidentsLink isOpen={state === 'alert'}>
      <State tone={TONES[state]}>{TEXTS[state]}</State>
    </OpenIncidentsLink>
  )),
  column('When', ({ when }) => conditionText(when)),
  column('Jobs', ({ match }) => jobsText(match)),
  column(
    'Affected',
    ({ affected, watched }) =>
      watched !== null && (
        <span title="Paused and disabled jobs are not watched.">
          {affected} of {countText(watched, 'watched job')}
        </span>
      ),
  ),
  column('Checked', ({ lookedAt }) => (lookedAt === null ? 'never' : <When at={lookedAt} />)),
  plainColumn('Tenant', 'tenant'),
  actionsColumn(
    ({ id, tenant }) =>
      may('editor', tenant) && (
        <>
          <EditButton rule={{ id, tenant }} />
          <DeleteDefinition noun="rule" definition={{ id, tenant }}>
            Its incidents are deleted, too, without a notice.
          </DeleteDefinition>
        </>
      ),
  ),
];

function jobsText(match: Rule['match']): string {
  if (match?.job !== undefined) return match.job;
  if (match?.labels === undefined) return 'all';
  return Object.entries(match.labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function EditButton({ rule }: { readonly rule: Pick<Rule, 'id' | 'tenant'> }): ReactElement {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: '/rules/$tenant/$id/edit', params: rule })}>Edit…</Button>;
}

type Condition = Schemas['NewRule']['when'];
type Type = Condition['type'];

/** The initial value of each condition, which also names its fields. */
const STARTS: { readonly [T in Type]: Omit<Extract<Condition, { type: T }>, 'type'> } = {
  failed: {},
  failuresInRow: { count: 3 },
  flapping: { changes: 4 },
  missed: {},
  lateStart: { afterSeconds: 300 },
  tooLong: { afterSeconds: 3_600 },
  tooShort: { underSeconds: 10 },
  tooOften: { runs: 20, withinSeconds: 3_600 },
  queueTooLong: { afterSeconds: 900 },
  noSuccessSince: { seconds: 86_400 },
};
/** "3 failures in a row", or the name of another condition. */
export const conditionText = (when: Condition): string =>
  when.type === 'failuresInRow'
    ? countText(when.count, 'failure in a row', 'failures in a row')
    : CONDITIONS[when.type];

const CONDITIONS: Readonly<Record<Type, string>> = {
  failed: 'The last run has failed',
  failuresInRow: 'Failures in a row',
  flapping: 'Success and failure alternate',
  missed: 'A slot was missed',
  lateStart: 'A run starts late',
  tooLong: 'A run takes too long',
  tooShort: 'A run succeeds too quickly',
  tooOften: 'Too many runs',
  queueTooLong: 'A run waits too long',
  noSuccessSince: 'No success for too long',
};
const FIRST = ['id', 'tenant', 'name', 'match'];
const LAST = ['channels', 'escalation', 'quietHours'];
const channelsOf = (tenant: string): FieldLook => ({
  control: ({ value, onChange, ...field }) => (
    <ChannelsChoice
      {...field}
      tenant={tenant}
      value={arrayOf(value).map(String)}
      onChange={(next) => {
        onChange(next.length === 0 ? undefined : next);
      }}
    />
  ),
});
const looksOf = (tenant: string): Looks => ({
  id: { label: 'Id', isRequired: true },
  tenant: {
    isRequired: true,
    control: ({ value, ...field }) => <TenantChoice {...field} role="editor" value={textOf(value)} />,
  },
  match: { label: 'Jobs' },
  'quietHours.timezone': { label: 'Time zone', placeholder: 'UTC' },
  'match.job': {
    label: 'Only this job',
    description: 'Empty: all jobs, or those with the labels.',
    control: ({ value, onChange, ...field }) => (
      <JobChoice
        {...field}
        clearable
        tenant={tenant}
        value={textOf(value)}
        onChange={(job) => {
          onChange(job || undefined);
        }}
      />
    ),
  },
  'match.labels': { label: 'All jobs with these labels' },
  'when.pause': { label: 'Pause affected jobs' },
  channels: channelsOf(tenant),
  'escalation.channels': channelsOf(tenant),
});

export function RuleForm({ content, isNew, schema, set, problems, tenant }: FormProps): ReactElement {
  if (schema === null) return <Skeleton height={400} />;
  const looks = looksOf(textOf(content.tenant) || (tenant ?? ''));
  const when = objectOf(content.when);
  const type = Object.hasOwn(CONDITIONS, textOf(when.type)) ? (when.type as Type) : undefined;
  const field = (path: readonly string[], value: unknown): ReactElement => (
    <SchemaField
      key={path.join('.')}
      schema={schema}
      path={path}
      value={value}
      onChange={set(path)}
      problems={problems}
      looks={looks}
    />
  );
  const isEditable = (name: string): boolean => isNew || (name !== 'id' && name !== 'tenant');
  return (
    <div className="form">
      {FIRST.filter(isEditable).map((name) => field([name], content[name]))}
      <Choice
        label="Condition"
        description="The condition opens an incident, which ends when the condition no longer holds for any of the jobs."
        options={CONDITIONS}
        value={type}
        error={messageAt(problems, 'when') ?? messageAt(problems, 'when.type')}
        onChange={(next) => {
          set(['when'])({ type: next, ...STARTS[next] });
        }}
      />
      {fieldsOf(type).map((name) => field(['when', name], when[name]))}
      {LAST.map((name) => field([name], content[name]))}
      <Switch
        label="Enabled"
        checked={content.enabled !== false}
        onChange={checked((isOn) => {
          set(['enabled'])(isOn ? undefined : false);
        })}
      />
    </div>
  );
}

const fieldsOf = (type: Type | undefined): readonly string[] => {
  if (type === undefined) return [];
  if (type === 'tooLong') return ['afterSeconds', 'factor'];
  return type === 'failuresInRow' ? ['count', 'pause'] : Object.keys(STARTS[type]);
};

const editRoute = getRouteApi('/rules/$tenant/$id/edit');
const CRUMBS = <Link to="/rules">Rules</Link>;
const BACK = <Link to="/rules">To the rules</Link>;

/** Shows the list after a change, with a message. */
function useEnd(): (message: string) => Promise<void> {
  const navigate = useNavigate();
  return async (message) => {
    announce(message);
    await refresh('rules');
    await navigate({ to: '/rules' });
  };
}

export function NewRulePage(): ReactElement {
  const end = useEnd();
  return (
    <Page title="New rule" crumbs={CRUMBS}>
      <Guarded act="create rules" role="editor" back={BACK}>
        <DefinitionEditor
          noun="rule"
          schemaName="NewRule"
          form={RuleForm}
          draftKey="new rule"
          start={{ id: '', tenant: '', when: { type: 'failuresInRow', count: 3 } }}
          isNew
          save={async (rule) => {
            await ok(api.POST('/rules', { body: rule as never }));
            await end('The rule is created.');
          }}
        />
      </Guarded>
    </Page>
  );
}

export function EditRulePage(): ReactElement {
  const { tenant, id } = editRoute.useParams();
  const end = useEnd();
  return (
    <EditPage<Schemas['Rule']>
      noun="rule"
      schemaName="RuleReplacement"
      form={RuleForm}
      draftKey={`rule ${tenant}/${id}`}
      role="editor"
      tenantOf={() => tenant}
      stored={oneRule(tenant, id)}
      name={({ name = id }) => name}
      crumbs={() => CRUMBS}
      back={BACK}
      contentOf={(rule) => editedPart('Rule', rule)}
      save={async (rule, header) => {
        const { params } = ofDefinition({ tenant, id });
        await ok(api.PUT('/rules/{id}', { params: { ...params, header }, body: rule as never }));
        await end('The rule is saved.');
      }}
    />
  );
}
