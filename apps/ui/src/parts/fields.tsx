/** Fields of forms whose handlers are given a value of the right type. */
import { useState, type ReactElement } from 'react';
import {
  NumberInput,
  Select,
  Textarea,
  type NumberInputProps,
  type SelectProps,
  type TextareaProps,
} from '@mantine/core';
import { choicesOf, numberTyped, typed, type Options } from './inputs.js';

type TypedNumber = ReturnType<typeof numberTyped>;

interface NumberProps<T> extends Omit<NumberInputProps, 'value' | 'onChange'> {
  readonly value: T;
  /** `undefined`: the field is empty. */
  readonly onChange: (value: T) => void;
}

/** A number whose digits stay as they are typed. Its text is shown while it means the value: `-0` and `1.0` are on the way to `-0.5` and `1.05`. */
export function ExactNumberField({ value, onChange, ...rest }: NumberProps<TypedNumber>): ReactElement {
  const [text, setText] = useState<number | string>('');
  const isTyped = String(numberTyped(text)) === String(value);
  return (
    <NumberInput
      {...rest}
      // It would round to a double.
      trimLeadingZeroesOnBlur={false}
      value={isTyped ? text : String(value ?? '')}
      onChange={(next) => {
        setText(next);
        onChange(numberTyped(next));
      }}
    />
  );
}

/** A number of a definition, which is far below those that a double rounds. */
export const NumberField = ({ onChange, ...rest }: NumberProps<number | undefined>): ReactElement => (
  <ExactNumberField
    {...rest}
    onChange={(next) => {
      onChange(next === undefined ? undefined : Number(next));
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
