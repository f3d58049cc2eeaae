/** Choices of what the server knows, found by a part of the name or id among all that there are. */
import { useState, type ReactElement } from 'react';
import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRights, type Role } from '../api/caller.js';
import { api, ok } from '../api/client.js';
import { channelsList } from '../api/questions.js';
import { clearingBy } from './filters.js';

const SEARCH_DELAY_MS = 200;
const OFFERED = 20;

interface Named {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** What is common to all of them. */
export interface ChoiceShown {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

interface Searched {
  /** What is looked for, in the plural; it names the answers in the cache as well. */
  readonly nouns: string;
  readonly find: (part: { readonly q?: string; readonly limit: number }) => Promise<readonly Named[]>;
  readonly placeholder?: string;
  readonly clear?: (() => void) | undefined;
}

const labelOf = ({ id, name }: Named): string => (name && name !== id ? `${name} (${id})` : id);

function SearchedChoice({ label, description, error, required, value, onChange, ...of }: ChoiceShown & Searched) {
  const { nouns, find, placeholder = 'a part of the name', clear } = of;
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, SEARCH_DELAY_MS);
  const { data } = useQuery({
    queryKey: [nouns, 'offered', asked],
    placeholderData: keepPreviousData,
    queryFn: () => find({ limit: OFFERED, ...(asked !== '' && { q: asked }) }),
  });
  const offered = data?.map((each) => ({ value: each.id, label: labelOf(each) })) ?? [];
  const isOffered = value === '' || offered.some((each) => each.value === value);
  const chosen = useQuery({
    queryKey: [nouns, 'offered', value],
    enabled: data !== undefined && !isOffered,
    queryFn: () => find({ limit: OFFERED, q: value }),
  });
  const own = chosen.data?.find(({ id }) => id === value) ?? { id: value };
  return (
    <Select
      size="xs"
      label={label}
      description={description}
      error={error}
      required={required === true}
      searchable
      allowDeselect={false}
      clearable={clear !== undefined}
      clearButtonProps={clearingBy(`No ${label.toLowerCase()}`)}
      placeholder={placeholder}
      data={isOffered ? offered : [{ value, label: labelOf(own) }, ...offered]}
      // The server has searched: what it gives is offered whole.
      filter={({ options }) => options}
      nothingFoundMessage={`None of the ${nouns} is called like that.`}
      value={value === '' ? null : value}
      onSearchChange={(text) => {
        setTyped(text === labelOf(own) || offered.some((each) => each.label === text) ? '' : text);
      }}
      onChange={(next) => {
        if (next === null) clear?.();
        else onChange(next);
      }}
    />
  );
}

/** For choices that may be taken back. */
interface OptionalChoice extends ChoiceShown {
  readonly placeholder?: string;
  readonly clear?: () => void;
}

interface JobChoiceShown extends OptionalChoice {
  readonly tenant?: string | undefined;
}

export const JobChoice = ({ tenant, ...shown }: JobChoiceShown): ReactElement => (
  <SearchedChoice
    {...shown}
    nouns="jobs"
    find={async (query) =>
      (await ok(api.GET('/jobs', { params: { query: { ...query, ...(tenant && { tenant }) } } }))).items
    }
  />
);

export const WorkerChoice = (shown: OptionalChoice): ReactElement => (
  <SearchedChoice
    {...shown}
    nouns="workers"
    find={async (query) => (await ok(api.GET('/workers', { params: { query } }))).items}
  />
);

interface TenantChoiceShown extends Omit<OptionalChoice, 'label'> {
  readonly label?: string;
  /** Only tenants in which the caller has it. */
  readonly role: Role;
  /** Choices that are none of the tenants. */
  readonly also?: readonly Named[];
}

export function TenantChoice({ role, also = [], label = 'Tenant', ...shown }: TenantChoiceShown): ReactElement {
  const { may } = useRights();
  return (
    <SearchedChoice
      {...shown}
      label={label}
      nouns="tenants"
      find={async (query) => {
        const { items } = await ok(api.GET('/tenants', { params: { query } }));
        return [...also, ...items.filter(({ id }) => may(role, id))];
      }}
    />
  );
}

type SeveralShown = Omit<ChoiceShown, 'value' | 'onChange'> & {
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
};

/** Those that are chosen and not among what is offered are offered, too. */
const withChosen = (known: readonly Named[], value: readonly string[]): { value: string; label: string }[] => {
  const gone = value.filter((id) => !known.some((each) => each.id === id)).map((id) => ({ id }));
  return [...known, ...gone].map((each: Named) => ({ value: each.id, label: labelOf(each) }));
};

/** Several tenants, found by a part of their name or id. */
export function TenantsChoice({ value, ...shown }: SeveralShown): ReactElement {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, SEARCH_DELAY_MS);
  const { data } = useQuery({
    queryKey: ['tenants', 'offered', 'several', q],
    placeholderData: keepPreviousData,
    queryFn: () => ok(api.GET('/tenants', { params: { query: { limit: OFFERED, ...(q !== '' && { q }) } } })),
  });
  return (
    <MultiSelect
      {...shown}
      size="xs"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={withChosen(data?.items ?? [], value)}
      filter={({ options }) => options}
      nothingFoundMessage="None of the tenants is called like that."
      value={[...value]}
    />
  );
}

interface ChannelsShown extends SeveralShown {
  readonly tenant: string;
}

/** A tenant has so few channels that all of them are offered. */
export function ChannelsChoice({ tenant, value, ...shown }: ChannelsShown): ReactElement {
  const { data } = useQuery({ ...channelsList(tenant), enabled: tenant !== '' });
  return (
    <MultiSelect
      {...shown}
      size="xs"
      searchable
      data={withChosen(data?.items ?? [], value)}
      nothingFoundMessage="The tenant has no channel like that."
      value={[...value]}
    />
  );
}
