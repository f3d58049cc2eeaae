/** Filters of lists, whose values are in the address of the page, and choices of objects of the server. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Select, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ok, useRights, type Role } from '../api/client.js';
import { tenantsList } from '../api/questions.js';

const SEARCH_DELAY_MS = 250;

interface TextFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder?: string;
  readonly width?: number;
  readonly onChange: (value: string | undefined) => void;
}

/** Debounces typing. */
export function TextFilter({ label, value, placeholder, width = 150, onChange }: TextFilterProps): ReactElement {
  const [text, setText] = useState(value ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef(value ?? '');
  useEffect(() => {
    // The filter in the address has changed, for example by the back button.
    if ((value ?? '') !== typed.current) {
      typed.current = value ?? '';
      setText(value ?? '');
    }
  }, [value]);
  return (
    <TextInput
      type="search"
      label={label}
      w={width}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          typed.current = next.trim();
          onChange(next.trim() || undefined);
        }, SEARCH_DELAY_MS);
      }}
    />
  );
}

/** A button that clears a choice, reachable by keyboard and by screen readers. */
export const clearingBy = (name: string) => ({ 'aria-label': name, 'aria-hidden': false, tabIndex: 0 }) as const;

interface ChoiceFilterProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly choices: readonly (T | { readonly value: T; readonly label: string })[];
  readonly width?: number;
  /** Shown without a choice; default: `all`. */
  readonly placeholder?: string;
  readonly onChange: (value: T | undefined) => void;
}

export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>): ReactElement {
  const { label, value, choices, width = 130, placeholder = 'all', onChange } = props;
  return (
    <Select
      label={label}
      w={width}
      data={choices.map((each) => (typeof each === 'string' ? { value: each, label: each.toLowerCase() } : each))}
      value={value ?? null}
      placeholder={placeholder}
      clearable
      clearButtonProps={clearingBy(`Any ${label.toLowerCase()}`)}
      onChange={(next) => {
        onChange(next ?? undefined);
      }}
    />
  );
}

interface OrderProps<T extends string> {
  readonly value: T | undefined;
  /** The first one is the default. */
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** The order of a list, for narrow screens, on which columns have no titles to press. */
export const OrderChoice = <T extends string>({ value, choices, onChange }: OrderProps<T>): ReactElement => (
  <Select
    label="Order"
    w={150}
    allowDeselect={false}
    data={choices}
    value={value ?? choices[0]?.value ?? null}
    onChange={(next) => {
      if (next !== null) onChange(next);
    }}
  />
);

const CHOICE_DELAY_MS = 200;
export const MAX_CHOICES = 20;

export interface Named {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** The properties that all choices have in common. */
export interface ChoiceProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Empty or undefined: none. */
  readonly value: string | undefined;
  /** It is given an empty text when the choice is cleared. */
  readonly onChange: (id: string) => void;
}

interface Searched {
  /** The kind of objects, in the plural; it is also the cache key of the answers. */
  readonly nouns: string;
  readonly find: (part: { readonly q?: string | undefined; readonly limit: number }) => Promise<readonly Named[]>;
  readonly placeholder?: string;
  readonly clearable?: boolean;
}

export const labelOf = ({ id, name }: Named): string => (name && name !== id ? `${name} (${id})` : id);

/** The typed text once typing pauses. Mantine's hook for that would be loaded with the first page. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setTyped(text);
    }, CHOICE_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return typed;
}

export function SearchedChoice(props: ChoiceProps & Searched): ReactElement {
  const { label, description, error, required, value = '', onChange } = props;
  const { nouns, find, placeholder = 'part of the name', clearable = false } = props;
  const [typed, setTyped] = useState('');
  const q = useTyped(typed);
  const { data } = useQuery({
    queryKey: [nouns, 'offered', q],
    placeholderData: keepPreviousData,
    queryFn: () => find({ limit: MAX_CHOICES, q: q || undefined }),
  });
  const choices = data?.map((each) => ({ value: each.id, label: labelOf(each) })) ?? [];
  const isOffered = value === '' || choices.some((each) => each.value === value);
  const chosen = useQuery({
    queryKey: [nouns, 'offered', value],
    enabled: data !== undefined && !isOffered,
    queryFn: () => find({ limit: MAX_CHOICES, q: value }),
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
      clearable={clearable}
      clearButtonProps={clearingBy(`No ${label.toLowerCase()}`)}
      placeholder={placeholder}
      data={isOffered ? choices : [{ value, label: labelOf(own) }, ...choices]}
      // The server has filtered already: its whole answer is shown.
      filter={({ options }) => options}
      nothingFoundMessage={`No ${nouns} match.`}
      value={value === '' ? null : value}
      onSearchChange={(text) => {
        setTyped(text === labelOf(own) || choices.some((each) => each.label === text) ? '' : text);
      }}
      onChange={(next) => {
        onChange(next ?? '');
      }}
    />
  );
}

/** For choices that can be cleared. */
export interface OptionalChoice extends ChoiceProps {
  readonly placeholder?: string;
  readonly clearable?: boolean;
}

export const WorkerChoice = (choice: OptionalChoice): ReactElement => (
  <SearchedChoice
    {...choice}
    nouns="workers"
    find={async (query) => (await ok(api.GET('/workers', { params: { query } }))).items}
  />
);

interface TenantChoiceProps extends Omit<OptionalChoice, 'label'> {
  readonly label?: string;
  /** Only tenants in which the caller has it. */
  readonly role: Role;
  /** Further choices besides the tenants. */
  readonly also?: readonly Named[];
}

export function TenantChoice({ role, also = [], label = 'Tenant', ...choice }: TenantChoiceProps): ReactElement {
  const { may } = useRights();
  return (
    <SearchedChoice
      {...choice}
      label={label}
      nouns="tenants"
      find={async (query) => {
        const { items } = await ok(api.GET('/tenants', { params: { query } }));
        return [...also, ...items.filter(({ id }) => may(role, id))];
      }}
    />
  );
}

interface TenantFilterProps {
  readonly value: string | undefined;
  /** Shows the filter even if there is only one tenant. */
  readonly isAlwaysVisible?: boolean;
  readonly onChange: (value: string) => void;
}

/** The filter of a list by tenant. */
export function TenantFilter({ isAlwaysVisible = false, ...filter }: TenantFilterProps): ReactElement | null {
  const { data: tenants } = useQuery(tenantsList());
  if ((tenants?.items.length ?? 0) <= 1 && !isAlwaysVisible) return null;
  return <TenantChoice role="viewer" placeholder="all" clearable {...filter} />;
}
