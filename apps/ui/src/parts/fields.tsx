/** Fields of forms whose handlers are given a value of the right type. */
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import {
  NumberInput,
  Select,
  Textarea,
  type NumberInputProps,
  type SelectProps,
  type TextareaProps,
} from '@mantine/core';
import { choicesOf, notOfNumber, numberTyped, typed, type Options } from './inputs.js';

type TypedNumber = ReturnType<typeof numberTyped>;

export interface NumberProps<T> extends Omit<NumberInputProps, 'value' | 'onChange'> {
  readonly value: T;
  /** `undefined`: the field is empty. */
  readonly onChange: (value: T) => void;
}

/** A number whose digits stay as they are typed. Its text is shown while it means the value: `-0` and `1.0` are on the way to `-0.5` and `1.05`. */
export function ExactNumberField({ value, onChange, error, ...rest }: NumberProps<TypedNumber>): ReactElement {
  const [text, setText] = useState<number | string>('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const takeOrRefuse = (event: SyntheticEvent, added: string): void => {
    const why = notOfNumber(added, rest.allowDecimal === false);
    if (why === null) return;
    setRefusal(why);
    event.preventDefault();
  };
  const isTyped = String(numberTyped(text)) === String(value);
  const content = isTyped ? text : String(value ?? '');
  return (
    <NumberInput
      {...rest}
      error={refusal ?? error}
      onBeforeInput={(event) => {
        takeOrRefuse(event, event.data);
      }}
      onPaste={(event) => {
        takeOrRefuse(event, event.clipboardData.getData('text'));
      }}
      // It would round to a double.
      trimLeadingZeroesOnBlur={false}
      value={content}
      onChange={(next) => {
        setText(next);
        // Until something is deleted: digits typed after it would hide that it is missing.
        if (String(next).length < String(content).length) setRefusal(null);
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
