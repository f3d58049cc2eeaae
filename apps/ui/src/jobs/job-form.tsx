/** Form fields that most jobs need. */
import { useCallback, type ReactElement } from 'react';
import { Group, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tenantsList } from '../api/questions.js';
import { TenantChoice, WorkerChoice } from '../parts/choices.js';
import type { FormShown } from '../parts/definition-editor.js';
import type { Content } from '../parts/definition-text.js';
import { AfterFields } from './after-fields.js';
import { RequestFields } from './request-fields.js';
import { KeyFields } from './key-fields.js';
import { ScheduleBuilder, type Schedule } from './schedule-builder.js';

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | '' => (typeof value === 'number' ? value : '');

const POLICIES = [
  { value: 'Allow', label: 'Allow: another run starts, too' },
  { value: 'Forbid', label: 'Forbid: no other run starts' },
  { value: 'Enqueue', label: 'Enqueue: another run waits' },
  { value: 'Replace', label: 'Replace: a new run replaces it' },
];

/** `cron` is the short form of `schedule.cron`. */
const scheduleOf = ({ cron, schedule }: Content): Schedule | null => {
  const own = objectOf(schedule) as Schedule;
  const whole = typeof cron === 'string' ? { cron, ...own } : own;
  return Object.keys(whole).some((name) => ['cron', 'every', 'at', 'fixedDelay', 'rrule'].includes(name))
    ? whole
    : null;
};

export function JobForm({ content, isNew, schema, set, setAll, problems, report }: FormShown): ReactElement {
  const { data: tenants } = useQuery(tenantsList());
  const problemAt = (path: string): string | undefined =>
    problems.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.message;
  const tenant = stringOf(content.tenant);
  const otherProblem = problems.find(
    ({ path }) => /^schedule(\.|$)/.test(path) && !/^schedule\.(cron|every|fixedDelay|rrule|at)(\.\d+)?$/.test(path),
  );
  const isShort = content.cron !== undefined;
  const reportFound = useCallback(
    (found: FormShown['problems']) => {
      report(isShort ? found.map((each) => ({ ...each, path: each.path.replace(/^schedule\.cron/, 'cron') })) : found);
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
      value={stringOf(content[field])}
      onChange={({ currentTarget }) => {
        set([field])(currentTarget.value);
      }}
      {...more}
    />
  );
  const count = (label: string, field: string, description: string): ReactElement => (
    <NumberInput
      size="xs"
      label={label}
      description={description}
      error={problemAt(field)}
      min={0}
      value={numberOf(content[field])}
      onChange={(value) => {
        set([field])(value === '' ? undefined : Number(value));
      }}
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
        value={stringOf(content.worker)}
        onChange={set(['worker'])}
      />
      <fieldset className="fieldset">
        <legend>When</legend>
        <ScheduleBuilder
          schedule={scheduleOf(content)}
          tenant={tenant}
          problems={problems}
          report={reportFound}
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
      <Select
        label="While a run is active"
        allowDeselect={false}
        data={POLICIES}
        error={problemAt('concurrency')}
        value={stringOf(concurrency.policy) || 'Allow'}
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
      <TagsInput
        size="xs"
        label="Labels"
        placeholder="team=data"
        error={problemAt('labels')}
        value={labels}
        onChange={(next) => {
          const pairs = next.filter((each) => each.includes('=')).map((each) => each.split('=', 2));
          set(['labels'])(pairs.length === 0 ? undefined : Object.fromEntries(pairs));
        }}
      />
      <Switch
        size="xs"
        label="Enabled: slots become runs"
        checked={content.enabled !== false}
        onChange={({ currentTarget }) => {
          set(['enabled'])(currentTarget.checked ? undefined : false);
        }}
      />
    </div>
  );
}
