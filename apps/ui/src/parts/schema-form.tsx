/** Fields of a form from a JSON Schema, which determines the control and the allowed values of each field. */
import type { ReactElement } from 'react';
import { MultiSelect, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { ExactNumber } from '#common/domain/exact-number.js';
import type { DocumentSchema } from './code-editor.js';
import { ExactNumberField } from './fields.js';
import { checked, typed } from './inputs.js';
import { fieldsAt, schemasAt, type Schema } from './schema-assist.js';
import {
  arrayOf,
  Frame,
  lookAt,
  messageAt,
  objectOf,
  Pairs,
  replaced,
  Rows,
  textOf,
  Texts,
  without,
  withValue,
  type FieldLook,
  type FieldProps,
  type ListFieldProps,
} from './schema-rows.js';

const orNothing = <T,>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** Longer texts get several lines. */
const LONG_TEXT = 1_000;

/** `maxPerSecond` as "Max per second". */
const labelOf = (name: string): string => {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type Kind = 'choice' | 'bool' | 'number' | 'longText' | 'text' | 'texts' | 'items' | 'map' | 'group' | 'other';

/** The control that fits the schema; `other`: the field can be edited only in the document. */
function kindOf(forms: readonly Schema[]): Kind {
  const ofType = (type: string): Schema | undefined => forms.find((form) => [form.type].flat().includes(type));
  const object = ofType('object');
  if (object?.properties !== undefined) return 'group';
  if (typeof object?.additionalProperties === 'object') {
    return object.additionalProperties.type === 'string' ? 'map' : 'other';
  }
  if (object !== undefined) return 'other';
  const array = ofType('array');
  if (array?.items?.properties !== undefined) return 'items';
  if (array !== undefined) return 'texts';
  if (forms.some((form) => form.enum !== undefined)) return 'choice';
  if (ofType('boolean') !== undefined) return 'bool';
  if (ofType('number') !== undefined || ofType('integer') !== undefined) return 'number';
  const text = ofType('string');
  if (text === undefined) return 'other';
  return (text.maxLength ?? 0) > LONG_TEXT ? 'longText' : 'text';
}

const leastOf = (forms: readonly Schema[], { least = 0 }: FieldLook): number =>
  forms.find(({ minimum }) => minimum !== undefined)?.minimum ?? least;

/** True for fields that a form can show; others can be edited only in the document. */
export const hasControl = ({ root, schema }: DocumentSchema, path: readonly string[]): boolean =>
  kindOf(schemasAt(root, schema, path.map(numbered))) !== 'other';

/** The properties of every control. */
function commonOf({ path, problems }: FieldProps, look: FieldLook, forms: readonly Schema[]): ValuesProps['common'] {
  const described = forms.find(({ description }) => description !== undefined)?.description;
  return {
    label: look.label ?? labelOf(path.at(-1) ?? ''),
    // Descriptions put the names of values in back quotes.
    description: look.description ?? described?.replaceAll('`', ''),
    error: messageAt(problems, path.join('.')),
    placeholder: look.placeholder,
    required: look.isRequired,
  };
}

export function SchemaField(field: FieldProps): ReactElement | null {
  const { schema, path, value, onChange, looks, look = lookAt(looks, path) } = field;
  const forms = schemasAt(schema.root, schema.schema, path.map(numbered));
  const common = commonOf(field, look, forms);
  const { label, description, error } = common;
  const frame = { label, description, error };
  if (look.control !== undefined) return look.control({ ...common, value, onChange });
  const setText = typed((text) => {
    onChange(text || undefined);
  });
  switch (kindOf(forms)) {
    case 'choice':
      return (
        <Select
          {...common}
          clearable={look.isRequired !== true}
          data={forms.flatMap((form) => form.enum ?? []).map(String)}
          value={textOf(value) || null}
          onChange={(next) => {
            onChange(next ?? undefined);
          }}
        />
      );
    case 'bool':
      return (
        <Switch
          {...frame}
          checked={value === true}
          onChange={checked((isOn) => {
            onChange(isOn || undefined);
          })}
        />
      );
    case 'number':
      return (
        <ExactNumberField
          {...common}
          min={leastOf(forms, look)}
          allowDecimal={!forms.some(({ type }) => type === 'integer')}
          value={typeof value === 'number' || value instanceof ExactNumber ? value : undefined}
          onChange={(next) => {
            onChange(next === undefined || look.isExact === true ? next : Number(next));
          }}
        />
      );
    case 'longText':
      return <Textarea {...common} autosize minRows={2} value={textOf(value)} onChange={setText} />;
    case 'text':
      return <TextInput {...common} value={textOf(value)} onChange={setText} />;
    case 'texts':
      return <Values field={field} common={common} items={forms.flatMap(({ items }) => items ?? [])} />;
    case 'items':
      return <Items field={field} frame={frame} />;
    case 'map':
      return <Pairs field={{ ...field, look }} frame={frame} />;
    case 'group':
      return (
        <Frame {...frame}>
          <Inner {...field} />
        </Frame>
      );
    case 'other':
      return null;
  }
}

interface ValuesProps {
  readonly field: FieldProps;
  readonly common: {
    readonly label: string;
    readonly description: string | undefined;
    readonly error: string | undefined;
    readonly placeholder: string | undefined;
    readonly required: boolean | undefined;
  };
  readonly items: readonly Schema[];
}

/** Several values: of an enumeration, of one that does not hold them all, numbers, or texts. */
function Values({ field, common, items }: ValuesProps): ReactElement {
  const { value, onChange } = field;
  const values = items.flatMap((item) => item.enum ?? []).map(String);
  const several = { ...common, value: arrayOf(value).map(String) };
  // Names of a list, or others of a form of their own.
  const suggested = items.flatMap(({ anyOf = [] }) => anyOf.flatMap((form) => form.enum ?? [])).map(String);
  if (suggested.length > 0)
    return (
      <TagsInput
        {...several}
        data={suggested}
        onChange={(next) => {
          onChange(orNothing(next));
        }}
      />
    );
  if (values.length > 0)
    return (
      <MultiSelect
        {...several}
        searchable
        data={values}
        onChange={(next) => {
          onChange(orNothing(next));
        }}
      />
    );
  if (!items.some(({ type }) => type === 'integer'))
    return (
      <Texts field={field} frame={{ label: common.label, description: common.description, error: common.error }} />
    );
  return (
    <TagsInput
      {...several}
      splitChars={[',', ' ']}
      onChange={(next) => {
        const parts = next.flatMap((each) => each.split(/[\s,]+/));
        onChange(orNothing(parts.filter((each) => /^\d+$/.test(each)).map(Number)));
      }}
    />
  );
}

/** The fields of an object, each by its own schema. */
function Inner(field: FieldProps): ReactElement {
  const { schema, path, value, onChange } = field;
  const present = objectOf(value);
  const names = fieldsAt(schema.root, schema.schema, path.map(numbered)).map(({ label }) => label);
  return (
    <div className="schema-row">
      {names.map((name) => (
        <SchemaField
          key={name}
          {...field}
          path={[...path, name]}
          look={undefined}
          value={present[name]}
          onChange={(next) => {
            onChange(withValue(present, name, next));
          }}
        />
      ))}
    </div>
  );
}

/** Numbers in a path are indexes of an array. */
const numbered = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part);

function Items({ field, frame }: ListFieldProps): ReactElement {
  const { path, value, onChange } = field;
  const items = arrayOf(value);
  return (
    <Rows
      {...frame}
      rows={items.map((item, i) => (
        <Inner
          {...field}
          path={[...path, String(i)]}
          value={item}
          onChange={(next) => {
            onChange(replaced(items, i, next ?? {}));
          }}
        />
      ))}
      remove={(i) => {
        onChange(without(items, i));
      }}
      add={() => {
        onChange([...items, {}]);
      }}
    />
  );
}
