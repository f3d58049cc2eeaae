/** Rows of a form: texts, pairs of name and text, and the frame around them. */
import type { ReactElement, ReactNode } from 'react';
import { Button, Group, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { ApiError } from '#client/api-error.js';
import type { DocumentSchema } from './code-editor.js';
import { MASK } from '#common/domain/mask.js';
import './schema-form.css';
import { typed } from './inputs.js';

/** How a field looks, in addition to its schema. */
export interface FieldLook {
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  readonly isRequired?: boolean;
  /** The minimum of a number whose schema has none; default: 0. */
  readonly least?: number;
  /** A control of its own, such as a choice of objects of the server. */
  readonly control?: (props: ControlProps) => ReactElement;
}

export interface ControlProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly required?: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

export interface FieldProps {
  readonly schema: DocumentSchema;
  readonly path: readonly string[];
  readonly value: unknown;
  /** `undefined` removes the field. */
  readonly onChange: (value: unknown) => void;
  readonly problems: ApiError['errors'];
  readonly look?: FieldLook;
  /** The looks of the fields within. */
  readonly looks?: Looks;
}

/** Looks by the path of the field, such as `limits.maxActive`; the path of an element of an array has no number: `escalation.channels`. */
export type Looks = Readonly<Record<string, FieldLook>>;

export const lookAt = (looks: Looks | undefined, path: readonly string[]): FieldLook =>
  looks?.[path.filter((part) => !/^\d+$/.test(part)).join('.')] ?? {};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Framed {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

export const Frame = ({ label, description, error, children }: Framed): ReactElement => (
  <fieldset className="fieldset schema-group">
    <legend>{label}</legend>
    {description !== undefined && <p className="dim schema-says">{description}</p>}
    {children}
    {error !== undefined && (
      <div className="tone-bad" role="alert">
        {error}
      </div>
    )}
  </fieldset>
);

export interface ListFieldProps {
  readonly field: FieldProps;
  readonly label: string;
  readonly description?: string | undefined;
}

export const replaced = (list: readonly unknown[], at: number, value: unknown): unknown[] =>
  list.map((each, i) => (i === at ? value : each));
export const without = (list: readonly unknown[], at: number): unknown[] | undefined => {
  const rest = list.filter((_, i) => i !== at);
  return rest.length === 0 ? undefined : rest;
};

export const messageAt = (problems: FieldProps['problems'], place: string): string | undefined =>
  problems.find(({ path }) => path === place)?.message;

/** An array of texts, each as it is: a command's argument may have several lines. */
export function Texts({
  field: { path, value, onChange, problems },
  label,
  description,
}: ListFieldProps): ReactElement {
  const texts = arrayOf(value);
  const place = path.join('.');
  return (
    <Frame label={label} description={description} error={messageAt(problems, place)}>
      {texts.map((text, i) => (
        <div key={i} className="schema-item">
          <Textarea
            autosize
            minRows={1}
            maxRows={12}
            spellCheck={false}
            aria-label={`${label} ${i + 1}`}
            error={messageAt(problems, `${place}.${i}`)}
            styles={{ input: { fontFamily: 'var(--mono)' } }}
            value={textOf(text)}
            onChange={typed((text) => {
              onChange(replaced(texts, i, text));
            })}
          />
          <Remove
            what={`${label} ${i + 1}`}
            remove={() => {
              onChange(without(texts, i));
            }}
          />
        </div>
      ))}
      <Add
        what={label}
        add={() => {
          onChange([...texts, '']);
        }}
      />
    </Frame>
  );
}

/** Pairs of name and text. A secret value is never shown: it is kept until a new value is entered. */
export function Pairs({ field, label, description }: ListFieldProps): ReactElement {
  const { path, value, onChange, problems, look } = field;
  const pairs = Object.entries(objectOf(value));
  const place = path.join('.');
  const put = (next: readonly (readonly [string, unknown])[]): void => {
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  };
  const input = (name: string, text: unknown, i: number): ReactElement => {
    const common = {
      'aria-label': `Value of ${name === '' ? label : name}`,
      error: messageAt(problems, `${place}.${name}`),
      onChange: typed((next) => {
        put(pairs.map((pair, at) => (at === i ? [name, next] : pair)));
      }),
    };
    if (look?.isSecret !== true) return <TextInput {...common} value={textOf(text)} />;
    const isKept = text === MASK;
    return (
      <PasswordInput
        {...common}
        autoComplete="off"
        value={isKept ? '' : textOf(text)}
        placeholder={isKept ? 'unchanged' : ''}
      />
    );
  };
  return (
    <Frame label={label} description={description} error={messageAt(problems, place)}>
      {pairs.map(([name, text], i) => (
        <div key={i} className="schema-item">
          <TextInput
            aria-label={`Name ${i + 1} of ${label}`}
            placeholder="Name"
            value={name}
            onChange={typed((next) => {
              put(pairs.map((pair, at) => (at === i ? [next, text] : pair)));
            })}
          />
          {input(name, text, i)}
          <Remove
            what={name === '' ? label : name}
            remove={() => {
              put(pairs.filter((_, at) => at !== i));
            }}
          />
        </div>
      ))}
      <Add
        what={label}
        disabled={pairs.some(([name]) => name === '')}
        add={() => {
          put([...pairs, ['', '']]);
        }}
      />
    </Frame>
  );
}

export const Remove = ({ what, remove }: { readonly what: string; readonly remove: () => void }): ReactElement => (
  <Button variant="subtle" color="gray" aria-label={`Remove ${what}`} onClick={remove}>
    ×
  </Button>
);

export const Add = ({
  what,
  add,
  disabled = false,
}: {
  readonly what: string;
  readonly add: () => void;
  readonly disabled?: boolean;
}): ReactElement => (
  <Group>
    <Button variant="subtle" disabled={disabled} aria-label={`Add to ${what}`} onClick={add}>
      + Add
    </Button>
  </Group>
);
