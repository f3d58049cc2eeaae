/** Choices of several objects of the server. A file of its own, because lists, which are loaded first, do not need it. */
import { useState, type ReactElement } from 'react';
import { MultiSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ok } from '../api/client.js';
import { channelsList } from '../api/questions.js';
import { labelOf, OFFERED, useTyped, type ChoiceShown, type Named } from './choices.js';

type SeveralShown = Omit<ChoiceShown, 'value' | 'onChange'> & {
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
};

/** Adds the chosen values to the offered ones. */
const withChosen = (known: readonly Named[], value: readonly string[]): { value: string; label: string }[] => {
  const gone = value.filter((id) => !known.some((each) => each.id === id)).map((id) => ({ id }));
  return [...known, ...gone].map((each: Named) => ({ value: each.id, label: labelOf(each) }));
};

/** Several tenants, found by a part of their name or id. */
export function TenantsChoice({ value, ...shown }: SeveralShown): ReactElement {
  const [typed, setTyped] = useState('');
  const q = useTyped(typed);
  const { data } = useQuery({
    queryKey: ['tenants', 'offered', 'several', q],
    placeholderData: keepPreviousData,
    queryFn: () => ok(api.GET('/tenants', { params: { query: { limit: OFFERED, ...(q !== '' && { q }) } } })),
  });
  return (
    <MultiSelect
      {...shown}
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

interface ChannelsShown extends SeveralShown {
  readonly tenant: string;
}

/** All channels are offered: a tenant has only a few. */
export function ChannelsChoice({ tenant, value, ...shown }: ChannelsShown): ReactElement {
  const { data } = useQuery({ ...channelsList(tenant), enabled: tenant !== '' });
  return (
    <MultiSelect
      {...shown}
      searchable
      data={withChosen(data?.items ?? [], value)}
      nothingFoundMessage="No channels match."
      value={[...value]}
    />
  );
}
