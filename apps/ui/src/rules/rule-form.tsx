/** The form of a rule, built from its schema. It shows only the fields of the chosen type of condition. */
import type { ReactElement } from 'react';
import { Skeleton, Switch } from '@mantine/core';
import type { Schemas } from '../api/client.js';
import { TenantChoice } from '../parts/choices.js';
import { countText } from '../parts/time-text.js';
import { JobChoice } from '../parts/several-choices.js';
import { ChannelsChoice } from '../parts/several-choices.js';
import type { FormProps } from '../parts/definition-editor.js';
import { SchemaField } from '../parts/schema-form.js';
import { arrayOf, type FieldLook, type Looks, messageAt, objectOf, textOf } from '../parts/schema-rows.js';
import { Choice } from '../parts/fields.js';
import { checked } from '../parts/inputs.js';

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
