/** A limit for each key, such as a customer: how many of its runs are active at once, and how fast they start. */
import type { ReactElement } from 'react';
import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { Schemas } from '../api/client.js';
import { FoldedGroup } from './folded-group.js';

type PerKey = NonNullable<NonNullable<Schemas['NewJob']['concurrency']>['perKey']>;

interface Part {
  readonly perKey: Partial<PerKey> | undefined;
  readonly error: string | undefined;
  /** undefined: without a limit per key. */
  readonly onChange: (perKey: Partial<PerKey> | undefined) => void;
}

const POLICIES = [
  { value: 'Enqueue', label: 'Enqueue: another run waits' },
  { value: 'Forbid', label: 'Forbid: another run is refused' },
  { value: 'Replace', label: 'Replace: a new run replaces the oldest' },
] as const;

const numberOf = (value: number | string): number | undefined => (value === '' ? undefined : Number(value));

export function KeyFields({ perKey, error, onChange }: Part): ReactElement {
  const { key = '', max, rate, policy } = perKey ?? {};
  const change = (next: { readonly [Field in keyof PerKey]?: PerKey[Field] | undefined }): void => {
    const all = Object.entries<unknown>({ ...perKey, ...next });
    const given = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Partial<PerKey>;
    onChange(Object.keys(given).length === 0 ? undefined : given);
  };
  return (
    <FoldedGroup button="Limit for each key, such as a customer…" legend="For each key" isUsed={perKey !== undefined}>
      <TextInput
        size="xs"
        label="Key"
        description="of a run, built from its options and parameters"
        placeholder="${option.customer}"
        error={error}
        value={key}
        onChange={({ currentTarget }) => {
          change({ key: currentTarget.value === '' ? undefined : currentTarget.value });
        }}
      />
      <Group grow align="start">
        <NumberInput
          size="xs"
          label="Maximum active runs"
          description="for each key"
          placeholder="no limit"
          min={1}
          value={max ?? ''}
          onChange={(value) => {
            change({ max: numberOf(value) });
          }}
        />
        <Select
          size="xs"
          label="While the limit is reached"
          description="for each key"
          allowDeselect={false}
          data={POLICIES}
          value={policy ?? 'Enqueue'}
          onChange={(value) => {
            change({ policy: value === 'Enqueue' ? undefined : (value ?? undefined) });
          }}
        />
      </Group>
      <RateFields
        rate={rate}
        onChange={(next) => {
          change({ rate: next });
        }}
      />
    </FoldedGroup>
  );
}

const MINUTE = 60;

function RateFields({
  rate,
  onChange,
}: {
  readonly rate: PerKey['rate'];
  readonly onChange: (rate: PerKey['rate']) => void;
}): ReactElement {
  return (
    <Group grow align="start">
      <NumberInput
        size="xs"
        label="Maximum starts"
        description="for each key"
        placeholder="no limit"
        min={1}
        value={rate?.runs ?? ''}
        onChange={(value) => {
          const runs = numberOf(value);
          onChange(runs === undefined ? undefined : { perSeconds: rate?.perSeconds ?? MINUTE, runs });
        }}
      />
      <NumberInput
        size="xs"
        label="Within"
        description="seconds"
        min={1}
        disabled={rate === undefined}
        value={rate?.perSeconds ?? MINUTE}
        onChange={(value) => {
          if (rate) onChange({ ...rate, perSeconds: numberOf(value) ?? MINUTE });
        }}
      />
    </Group>
  );
}
