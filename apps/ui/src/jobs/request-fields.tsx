/** How requests for runs of a job are gathered (duplicates, debounce, collect), and the limit for each key, such as a customer. */
import type { ReactElement } from 'react';
import { Group, TextInput } from '@mantine/core';
import type { Schemas } from '../api/client.js';
import type { FormProps } from '../parts/definition-editor.js';
import type { Content } from '../parts/definition-text.js';
import { Choice, NumberField } from '../parts/fields.js';
import { typed } from '../parts/inputs.js';
import { objectOf, textOf } from '../parts/schema-rows.js';
import { FoldedGroup } from './window-fields.js';

interface RequestFieldsProps extends Pick<FormProps, 'content' | 'set' | 'setAll'> {
  readonly problemAt: (path: string) => string | undefined;
}

type Rule = 'deduplicate' | 'debounce' | 'collect';

const RULES = ['deduplicate', 'debounce', 'collect'] as const;
const GATHERINGS = {
  '': 'none: each request starts a run',
  debounce: 'debounce: one run, with the input of the last request',
  collect: 'collect: one run, with a list of all inputs',
} as const;
/** The initial value of a rule. */
const NEW = { debounce: { seconds: 30 }, collect: { seconds: 30 } } as const;

const has = (content: Content, rule: Rule): boolean => content[rule] !== undefined;

export function RequestFields(props: RequestFieldsProps): ReactElement {
  const { content, setAll, problemAt } = props;
  const gathering = has(content, 'debounce') ? 'debounce' : has(content, 'collect') ? 'collect' : '';
  const count = (rule: Rule, name: string, label: string): ReactElement => (
    <NumberField
      label={label}
      min={1}
      error={problemAt(`${rule}.${name}`)}
      value={objectOf(content[rule])[name] as number | undefined}
      onChange={(value) => {
        put(props, rule, { [name]: value });
      }}
    />
  );
  const key = (rule: Rule, label: string, placeholder: string): ReactElement => (
    <TextInput
      label={label}
      placeholder={placeholder}
      description={`Such as \${option.order} or \${parameters.id}.`}
      error={problemAt(`${rule}.key`)}
      value={textOf(objectOf(content[rule]).key)}
      onChange={typed((text) => {
        put(props, rule, { key: text || undefined });
      })}
    />
  );
  return (
    <FoldedGroup
      button="Duplicates, debounce, collect…"
      legend="Requests for runs"
      isUsed={RULES.some((rule) => has(content, rule))}
    >
      <Choice
        label="Gather several requests"
        description="This does not apply to slots of the schedule."
        options={GATHERINGS}
        error={problemAt('debounce') ?? problemAt('collect')}
        value={gathering}
        onChange={(next) => {
          setAll({ debounce: undefined, collect: undefined, ...(next !== '' && { [next]: NEW[next] }) });
        }}
      />
      {gathering === 'debounce' && (
        <Group grow align="start">
          {count('debounce', 'seconds', 'Seconds to wait after the last request')}
          {count('debounce', 'maxWaitSeconds', 'Maximum seconds after the first request')}
        </Group>
      )}
      {gathering === 'collect' && (
        <Group grow align="start">
          {count('collect', 'seconds', 'Seconds to wait after the first request')}
          {count('collect', 'maxItems', 'Maximum requests for each run')}
        </Group>
      )}
      {gathering !== '' && key(gathering, 'Key', 'all requests of the job')}
      <Group grow align="start">
        {count('deduplicate', 'windowSeconds', 'Seconds in which a repeated request is a duplicate')}
        {has(content, 'deduplicate') && key('deduplicate', 'Key of duplicates', 'the whole input')}
      </Group>
    </FoldedGroup>
  );
}

/** Clearing a number removes the field; a rule without fields is removed. */
function put({ content, setAll }: RequestFieldsProps, rule: Rule, change: Content): void {
  const next: Content = { ...objectOf(content[rule]), ...change };
  const isRule = rule !== 'deduplicate' || next.windowSeconds !== undefined;
  setAll({ [rule]: isRule ? definedOf(next) : undefined });
}

const definedOf = (fields: Content): Content =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

type PerKey = NonNullable<NonNullable<Schemas['NewJob']['concurrency']>['perKey']>;

interface KeyFieldsProps {
  readonly perKey: Partial<PerKey> | undefined;
  readonly error: string | undefined;
  /** undefined: without a limit per key. */
  readonly onChange: (perKey: Partial<PerKey> | undefined) => void;
}

const POLICIES = {
  Enqueue: 'Enqueue: another run waits',
  Forbid: 'Forbid: another run is refused',
  Replace: 'Replace: a new run replaces the oldest',
} as const;
const MINUTE = 60;

/** A limit for each key: how many of its runs are active at once, and how fast they start. */
export function KeyFields({ perKey, error, onChange }: KeyFieldsProps): ReactElement {
  const { key, max, rate, policy = 'Enqueue' } = perKey ?? {};
  const change = (next: Partial<PerKey>): void => {
    const fields = definedOf({ ...perKey, ...next });
    onChange(Object.keys(fields).length === 0 ? undefined : fields);
  };
  return (
    <FoldedGroup button="Limit for each key, such as a customer…" legend="For each key" isUsed={perKey !== undefined}>
      <TextInput
        label="Key"
        description="of a run, built from its options and parameters"
        placeholder="${option.customer}"
        error={error}
        value={key ?? ''}
        onChange={typed((text) => {
          change({ key: text || undefined });
        })}
      />
      <Group grow align="start">
        <NumberField
          label="Maximum active runs"
          description="for each key"
          placeholder="no limit"
          min={1}
          value={max}
          onChange={(value) => {
            change({ max: value });
          }}
        />
        <Choice
          label="While the limit is reached"
          description="for each key"
          options={POLICIES}
          value={policy}
          onChange={(value) => {
            change({ policy: value === 'Enqueue' ? undefined : value });
          }}
        />
      </Group>
      <Group grow align="start">
        <NumberField
          label="Maximum starts"
          description="for each key"
          placeholder="no limit"
          min={1}
          value={rate?.runs}
          onChange={(runs) => {
            change({ rate: runs === undefined ? undefined : { perSeconds: rate?.perSeconds ?? MINUTE, runs } });
          }}
        />
        <NumberField
          label="Within"
          description="seconds"
          min={1}
          disabled={rate === undefined}
          value={rate?.perSeconds ?? MINUTE}
          onChange={(perSeconds = MINUTE) => {
            if (rate) change({ rate: { ...rate, perSeconds } });
          }}
        />
      </Group>
    </FoldedGroup>
  );
}
