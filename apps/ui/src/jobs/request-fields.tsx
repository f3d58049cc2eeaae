/** How requests for runs of a job are gathered: duplicates, debounce, collect. */
import type { ReactElement } from 'react';
import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { FormShown } from '../parts/definition-editor.js';
import type { Content } from '../parts/definition-text.js';
import { FoldedGroup } from './folded-group.js';

interface Shown extends Pick<FormShown, 'content' | 'set' | 'setAll'> {
  readonly problemAt: (path: string) => string | undefined;
}

type Rule = 'deduplicate' | 'debounce' | 'collect';

const RULES = ['deduplicate', 'debounce', 'collect'] as const;
const JOINED = [
  { value: '', label: 'none: each request starts a run' },
  { value: 'debounce', label: 'debounce: one run, with the input of the last request' },
  { value: 'collect', label: 'collect: one run, with a list of all inputs' },
];
/** The initial value of a rule. */
const NEW = { deduplicate: { windowSeconds: 3_600 }, debounce: { seconds: 30 }, collect: { seconds: 30 } } as const;

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const has = (content: Content, rule: Rule): boolean => content[rule] !== undefined;

export function RequestFields(shown: Shown): ReactElement {
  const { content, setAll, problemAt } = shown;
  const joined = has(content, 'debounce') ? 'debounce' : has(content, 'collect') ? 'collect' : '';
  return (
    <FoldedGroup
      button="Duplicates, debounce, collect…"
      legend="Requests for runs"
      isUsed={RULES.some((rule) => has(content, rule))}
    >
      <Select
        size="xs"
        label="Gather several requests"
        description="This does not apply to slots of the schedule."
        allowDeselect={false}
        data={JOINED}
        error={problemAt('debounce') ?? problemAt('collect')}
        value={joined}
        onChange={(next) => {
          setAll({
            debounce: next === 'debounce' ? NEW.debounce : undefined,
            collect: next === 'collect' ? NEW.collect : undefined,
          });
        }}
      />
      {joined === 'debounce' && (
        <Group grow align="start">
          <Count {...shown} path={['debounce', 'seconds']} label="Seconds to wait after the last request" min={1} />
          <Count
            {...shown}
            path={['debounce', 'maxWaitSeconds']}
            label="Maximum seconds after the first request"
            min={1}
          />
        </Group>
      )}
      {joined === 'collect' && (
        <Group grow align="start">
          <Count {...shown} path={['collect', 'seconds']} label="Seconds to wait after the first request" min={1} />
          <Count {...shown} path={['collect', 'maxItems']} label="Maximum requests for each run" min={1} />
        </Group>
      )}
      {joined !== '' && <Key {...shown} path={[joined, 'key']} label="Key" placeholder="all requests of the job" />}
      <Group grow align="start">
        <Count
          {...shown}
          path={['deduplicate', 'windowSeconds']}
          label="Seconds in which a repeated request is a duplicate"
          min={1}
        />
        {has(content, 'deduplicate') && (
          <Key {...shown} path={['deduplicate', 'key']} label="Key of duplicates" placeholder="the whole input" />
        )}
      </Group>
    </FoldedGroup>
  );
}

interface Field extends Shown {
  readonly path: readonly [Rule, string];
  readonly label: string;
}

const valueAt = ({ content, path: [rule, name] }: Field): unknown => objectOf(content[rule])[name];

/** Clearing a number removes the field; a rule without fields is removed. */
function put({ content, setAll, path: [rule, name] }: Field, value: string | number | undefined): void {
  const next: Record<string, unknown> = { ...objectOf(content[rule]), [name]: value };
  const isRule = rule !== 'deduplicate' || next.windowSeconds !== undefined;
  setAll({
    [rule]: isRule ? Object.fromEntries(Object.entries(next).filter(([, each]) => each !== undefined)) : undefined,
  });
}

const Count = (field: Field & { readonly min: number }): ReactElement => {
  const value = valueAt(field);
  return (
    <NumberInput
      size="xs"
      label={field.label}
      min={field.min}
      error={field.problemAt(field.path.join('.'))}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => {
        put(field, next === '' ? undefined : Number(next));
      }}
    />
  );
};

const Key = (field: Field & { readonly placeholder: string }): ReactElement => {
  const value = valueAt(field);
  return (
    <TextInput
      size="xs"
      label={field.label}
      placeholder={field.placeholder}
      description={`Such as \${option.order} or \${parameters.id}.`}
      error={field.problemAt(field.path.join('.'))}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => {
        put(field, currentTarget.value === '' ? undefined : currentTarget.value);
      }}
    />
  );
};
