/** Fields that filter a list; their values are in the address of the page. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Select, TextInput } from '@mantine/core';

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
      {...(placeholder !== undefined && { placeholder })}
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

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly choices: readonly (T | { readonly value: T; readonly label: string })[];
  readonly width?: number;
  /** Shown without a choice; default: `all`. */
  readonly placeholder?: string;
  readonly onChange: (value: T | undefined) => void;
}

export function ChoiceFilter<T extends string>(props: ChoiceProps<T>): ReactElement {
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
