/** Choices of jobs, and of several objects of the server. A file of its own, because the first pages do not need it. */
import { useState, type ReactElement } from 'react';
import { MultiSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ok } from '../api/client.js';
import { channelsList } from '../api/questions.js';
import { useFilters } from '../app/search.js';
import {
  labelOf,
  MAX_CHOICES,
  SearchedChoice,
  TenantFilter,
  useTyped,
  type ChoiceProps,
  type Named,
  type OptionalChoice,
} from './choices.js';

type SeveralProps = Omit<ChoiceProps, 'value' | 'onChange'> & {
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
};

/** Adds the chosen values to the options. */
const withChosen = (options: readonly Named[], value: readonly string[]): { value: string; label: string }[] => {
  const gone = value.filter((id) => !options.some((each) => each.id === id)).map((id) => ({ id }));
  return [...options, ...gone].map((each: Named) => ({ value: each.id, label: labelOf(each) }));
};

/** Several tenants, found by a part of their name or id. */
export function TenantsChoice({ value, ...choice }: SeveralProps): ReactElement {
  const [typed, setTyped] = useState('');
  const q = useTyped(typed);
  const { data } = useQuery({
    queryKey: ['tenants', 'offered', 'several', q],
    placeholderData: keepPreviousData,
    queryFn: () => ok(api.GET('/tenants', { params: { query: { limit: MAX_CHOICES, q: q || undefined } } })),
  });
  return (
    <MultiSelect
      {...choice}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={withChosen(data?.items ?? [], value)}
      filter={({ options }) => options}
      nothingFoundMessage="No tenants match."
      value={[...value]}
    />
  );
}

interface ChannelsChoiceProps extends SeveralProps {
  readonly tenant: string;
}

/** All channels are offered: a tenant has only a few. */
export function ChannelsChoice({ tenant, value, ...choice }: ChannelsChoiceProps): ReactElement {
  const { data } = useQuery({ ...channelsList(tenant), enabled: tenant !== '' });
  return (
    <MultiSelect
      {...choice}
      searchable
      data={withChosen(data?.items ?? [], value)}
      nothingFoundMessage="No channels match."
      value={[...value]}
    />
  );
}

interface JobChoiceProps extends OptionalChoice {
  readonly tenant?: string | undefined;
}

export const JobChoice = ({ tenant, ...choice }: JobChoiceProps): ReactElement => (
  <SearchedChoice
    {...choice}
    nouns="jobs"
    find={async (query) => (await ok(api.GET('/jobs', { params: { query: { ...query, tenant } } }))).items}
  />
);

interface Owners {
  readonly tenant?: string | undefined;
  readonly job?: string | undefined;
}

/** Filters a list by tenant, and by a job of that tenant. */
export function OwnerFilters({ search }: { readonly search: Owners }): ReactElement {
  const filterBy = useFilters(search);
  return (
    <>
      <TenantFilter {...filterBy('tenant')} />
      <JobChoice label="Job" placeholder="all" clearable tenant={search.tenant} {...filterBy('job')} />
    </>
  );
}
