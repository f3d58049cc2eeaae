/** Choices of objects of the server, searched by a part of the name or id. */
import { useEffect, useState, type ReactElement } from 'react';
import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRights, type Role } from '../api/caller.js';
import { api, ok } from '../api/client.js';
import { clearingBy } from './filters.js';

const SEARCH_DELAY_MS = 200;
export const OFFERED = 20;

export interface Named {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** The properties that all choices have in common. */
export interface ChoiceShown {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

interface Searched {
  /** The kind of objects, in the plural; it is also the cache key of the answers. */
  readonly nouns: string;
  readonly find: (part: { readonly q?: string; readonly limit: number }) => Promise<readonly Named[]>;
  readonly placeholder?: string;
  readonly clear?: (() => void) | undefined;
}

export const labelOf = ({ id, name }: Named): string => (name && name !== id ? `${name} (${id})` : id);

/** The typed text once typing pauses. Mantine's hook for that would be loaded with the first page. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setTyped(text);
    }, SEARCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return typed;
}

export function SearchedChoice(shown: ChoiceShown & Searched): ReactElement {
  const { label, description, error, required, value, onChange } = shown;
  const { nouns, find, placeholder = 'part of the name', clear } = shown;
  const [typed, setTyped] = useState('');
  const asked = useTyped(typed);
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
      // The server has filtered already: its whole answer is offered.
      filter={({ options }) => options}
      nothingFoundMessage={`No ${nouns} match.`}
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

/** For choices that can be cleared. */
export interface OptionalChoice extends ChoiceShown {
  readonly placeholder?: string;
  readonly clear?: () => void;
}

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
  /** Further choices besides the tenants. */
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
