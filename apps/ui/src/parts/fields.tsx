/** Fields of forms whose handlers are given a value of the right type. */
import type { ReactElement } from 'react';
import {
  NumberInput,
  Select,
  Textarea,
  type NumberInputProps,
  type SelectProps,
  type TextareaProps,
} from '@mantine/core';
import { choicesOf, typed, type Options } from './inputs.js';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  readonly value: number | undefined;
  /** `undefined`: the field is empty. */
  readonly onChange: (value: number | undefined) => void;
}

export const NumberField = ({ value, onChange, ...rest }: NumberFieldProps): ReactElement => (
  <NumberInput
    {...rest}
    value={value ?? ''}
    onChange={(next) => {
      onChange(next === '' ? undefined : Number(next));
    }}
  />
);

interface ChoiceProps<T extends string> extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly options: Options<T>;
  /** `undefined`: none yet. */
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
}

/** One of several values, never none. */
export const Choice = <T extends string>({ options, value, onChange, ...rest }: ChoiceProps<T>): ReactElement => (
  <Select
    {...rest}
    allowDeselect={false}
    data={choicesOf(options)}
    value={value ?? null}
    onChange={(next) => {
      if (next !== null) onChange(next as T);
    }}
  />
);

interface CodeFieldProps extends Omit<TextareaProps, 'onChange'> {
  readonly onChange: (text: string) => void;
}

/** A text of several lines that is no prose, such as JSON. */
export const CodeField = ({ onChange, ...rest }: CodeFieldProps): ReactElement => (
  <Textarea
    autosize
    spellCheck={false}
    styles={{ input: { fontFamily: 'var(--mono)' } }}
    {...rest}
    onChange={typed(onChange)}
  />
);
