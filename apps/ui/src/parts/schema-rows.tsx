/** Rows of a form: texts, pairs of name and text, and the frame around them. */
import type { ReactElement, ReactNode } from 'react';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import type { ApiError } from '#client/api-error.js';
import { MASK } from '#common/domain/mask.js';
import type { DocumentSchema } from './code-editor.js';
import { CodeField } from './fields.js';
import { typed } from './inputs.js';
import './schema-form.css';

/** How a field looks, in addition to its schema. */
export interface FieldLook {
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  readonly isRequired?: boolean;
  /** The minimum of a number whose schema has none; default: 0. */
  readonly least?: number;
  /** Numbers keep the digits that are typed: for values of a run, which are refused if they would change. */
  readonly isExact?: boolean;
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
  /** Default: that of its path in `looks`. */
  readonly look?: FieldLook;
  /** The looks of the field and of those within. */
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

/** The object with the field, or without it; undefined if it has no field left. */
export function withValue(
  object: Record<string, unknown>,
  name: string,
  value: unknown,
): Record<string, unknown> | undefined {
  const { [name]: _before, ...rest } = object;
  const changed = value === undefined ? rest : { ...rest, [name]: value };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

export interface FrameProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly children?: ReactNode;
}

export const Frame = ({ label, description, error, children }: FrameProps): ReactElement => (
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

interface RowsProps extends FrameProps {
  readonly rows: readonly ReactElement[];
  /** Default: the label and the number of each. */
  readonly names?: readonly string[];
  readonly remove: (row: number) => void;
  readonly add: () => void;
  readonly mayAdd?: boolean;
}

/** Rows that can be removed, and a button for a further one. */
export function Rows({ rows, names, remove, add, mayAdd = true, ...frame }: RowsProps): ReactElement {
  const { label } = frame;
  return (
    <Frame {...frame}>
      {rows.map((row, i) => (
        <div key={i} className="schema-item">
          {row}
          <Remove
            what={names?.[i] ?? `${label} ${i + 1}`}
            remove={() => {
              remove(i);
            }}
          />
        </div>
      ))}
      <Group>
        <Button variant="subtle" disabled={!mayAdd} aria-label={`Add to ${label}`} onClick={add}>
          + Add
        </Button>
      </Group>
    </Frame>
  );
}

export const Remove = ({ what, remove }: { readonly what: string; readonly remove: () => void }): ReactElement => (
  <Button variant="subtle" color="gray" aria-label={`Remove ${what}`} onClick={remove}>
    ×
  </Button>
);

export interface ListFieldProps {
  readonly field: FieldProps;
  readonly frame: FrameProps;
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
export function Texts({ field: { path, value, onChange, problems }, frame }: ListFieldProps): ReactElement {
  const texts = arrayOf(value);
  return (
    <Rows
      {...frame}
      rows={texts.map((text, i) => (
        <CodeField
          minRows={1}
          maxRows={12}
          aria-label={`${frame.label} ${i + 1}`}
          error={messageAt(problems, `${path.join('.')}.${i}`)}
          value={textOf(text)}
          onChange={(next) => {
            onChange(replaced(texts, i, next));
          }}
        />
      ))}
      remove={(i) => {
        onChange(without(texts, i));
      }}
      add={() => {
        onChange([...texts, '']);
      }}
    />
  );
}

/** Pairs of name and text. A secret value is never shown: it is kept until a new value is entered. */
export function Pairs({ field: { path, value, onChange, problems, look }, frame }: ListFieldProps): ReactElement {
  const { label } = frame;
  const pairs = Object.entries(objectOf(value));
  const change = (next: readonly unknown[] | undefined): void => {
    onChange(next && Object.fromEntries(next as [string, unknown][]));
  };
  const input = (name: string, text: unknown, i: number): ReactElement => {
    const common = {
      'aria-label': `Value of ${name === '' ? label : name}`,
      error: messageAt(problems, `${path.join('.')}.${name}`),
      onChange: typed((next) => {
        change(replaced(pairs, i, [name, next]));
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
    <Rows
      {...frame}
      rows={pairs.map(([name, text], i) => (
        <>
          <TextInput
            aria-label={`Name ${i + 1} of ${label}`}
            placeholder="Name"
            value={name}
            onChange={typed((next) => {
              change(replaced(pairs, i, [next, text]));
            })}
          />
          {input(name, text, i)}
        </>
      ))}
      names={pairs.map(([name]) => (name === '' ? label : name))}
      remove={(i) => {
        change(without(pairs, i));
      }}
      add={() => {
        change([...pairs, ['', '']]);
      }}
      mayAdd={pairs.every(([name]) => name !== '')}
    />
  );
}
