/** Starts a run by hand, with its own values for this run. */
import { useState, type ReactElement } from 'react';
import { Checkbox, Group, MultiSelect, PasswordInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '#client/api-error.js';
import { ExactNumber } from '#common/domain/exact-number.js';
import { MASK } from '#common/domain/mask.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import { api, API_ADDRESS, ofId, ok, type Job, type RunDetail } from '../api/client.js';
import type { DocumentSchema } from '../parts/code-editor.js';
import { CopyButton } from '../parts/copy-button.js';
import { instantAt, offsetText, wallText } from '../parts/days.js';
import { Dialog } from '../parts/dialog.js';
import { CodeField, ExactNumberField } from '../parts/fields.js';
import { checked, typed } from '../parts/inputs.js';
import { jsonText } from '../parts/page.js';
import { schemasAt, type Schema } from '../parts/schema-assist.js';
import { hasControl, SchemaField } from '../parts/schema-form.js';
import { arrayOf, messageAt, objectOf, textOf, type FieldLook } from '../parts/schema-rows.js';
import { runCommand, runCurl, withoutSecrets, type RunRequest } from '../parts/shell-commands.js';
import { useZone } from '../parts/time.js';

type Option = NonNullable<Job['options']>[number];
type Values = Readonly<Record<string, unknown>>;

/** True if a run needs values for options or parameters. */
export const needsValues = (job: Job): boolean =>
  (job.options ?? []).some(isNeeded) || missingParameters(job).length > 0;

const isNeeded = (option: Option): boolean =>
  'required' in option && option.required === true && option.default === undefined;

/** Parses the JSON of a field; the thrown error names the position of the mistake. */
export function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new Error(`The text is not valid JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

interface RunDialogProps {
  readonly job: Job;
  /** The inputs of an earlier run, with which the form begins. */
  readonly from?: Pick<RunDetail, 'parameters' | 'options'>;
}

/** Values of secret options are not known: they are entered again, or the job's values are used. */
const openValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== MASK));

export function RunDialog({ job, from }: RunDialogProps): ReactElement {
  const navigate = useNavigate();
  const own = jsonText(job.parameters);
  const [parameters, setParameters] = useState(from ? jsonText(from.parameters ?? {}) : own);
  const [values, setValues] = useState<Values>(() => openValues(from?.options ?? {}));
  const [problems, setProblems] = useState<ApiError['errors']>([]);
  const options = job.options ?? [];
  const requestOf = (): RunRequest => {
    const inputs = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const isOwn = parameters.trim() === '' || parameters === own;
    return {
      ...(!isOwn && { parameters: jsonOf(parameters) }),
      ...(Object.keys(inputs).length > 0 && { options: inputs }),
    };
  };
  return (
    <Dialog
      title={`Run ${job.name}?`}
      confirm="Run"
      size="lg"
      onConfirm={async () => {
        const body = requestOf();
        setProblems([]);
        const request = ok(api.POST('/jobs/{id}/run', { ...ofId(job.id), body: body as never }));
        const { run } = await request.catch((error: unknown) => {
          if (error instanceof ApiError) setProblems(error.errors);
          throw error;
        });
        await navigate({ to: '/runs/$id', params: { id: run.id } });
        return null;
      }}
    >
      {options.map((option) => (
        <OptionInput
          key={option.name}
          option={option}
          error={messageAt(problems, `options.${option.name}`)}
          value={Object.hasOwn(values, option.name) ? values[option.name] : defaultOf(option)}
          set={(value) => {
            setValues({ ...values, [option.name]: value });
          }}
        />
      ))}
      <ParameterFields job={job} text={parameters} setText={setParameters} problems={problems} />
      <CodeField
        label="Parameters of this run, as JSON"
        description="They apply to this run only."
        minRows={3}
        maxRows={16}
        value={parameters}
        onChange={setParameters}
      />
      <CopiesOf job={job} requestOf={requestOf} />
    </Dialog>
  );
}

interface CopiesProps {
  readonly job: Job;
  /** Throws while a value is not valid. */
  readonly requestOf: () => RunRequest;
}

/** The same run for a terminal; values that are secret are not copied. */
function CopiesOf({ job, requestOf }: CopiesProps): ReactElement {
  const isSecret = (name: string): boolean =>
    (job.options ?? []).some((option) => option.name === name && option.type === 'secret');
  const request = (): RunRequest => withoutSecrets(requestOf(), isSecret);
  return (
    <Group gap="xs">
      <CopyButton text={() => runCommand(job.id, request())} label="Copy as command" />
      <CopyButton text={() => runCurl(API_ADDRESS, job.id, request())} label="Copy as curl" />
    </Group>
  );
}

interface OptionInputProps {
  readonly option: Option;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

/** What the field shows at first; the default of a secret is not known here. */
const defaultOf = (option: Option): unknown => (option.type === 'secret' ? undefined : option.default);

/** A text may be empty in place of its default; of a number and a list, the API takes the default then. */
function emptyText(option: Option): string | undefined {
  if (option.type !== 'number' && option.type !== 'multi') return undefined;
  const preset = [option.default ?? []].flat().join(', ');
  return preset === '' ? undefined : `Empty means the default: ${preset}`;
}

function OptionInput({ option, error, value, set }: OptionInputProps): ReactElement {
  const zone = useZone();
  const common = {
    label: option.label ?? option.name,
    description: emptyText(option),
    required: isNeeded(option),
    error,
  } as const;
  switch (option.type) {
    case 'bool':
      return <Checkbox label={common.label} error={error} checked={value === true} onChange={checked(set)} />;
    case 'number':
      return (
        <ExactNumberField
          {...common}
          min={option.min}
          max={option.max}
          allowDecimal={option.integer !== true}
          value={typeof value === 'number' || value instanceof ExactNumber ? value : undefined}
          onChange={set}
        />
      );
    case 'select':
      return option.allowCustom === true ? (
        <TextInput
          {...common}
          description={`Such as ${option.values.slice(0, 3).join(', ')}`}
          value={textOf(value)}
          onChange={typed(set)}
        />
      ) : (
        <Select
          {...common}
          data={option.values}
          value={textOf(value) || null}
          onChange={(next) => {
            set(next ?? '');
          }}
          clearable
        />
      );
    case 'multi':
      return option.allowCustom === true ? (
        <TagsInput {...common} data={option.values} splitChars={[]} value={arrayOf(value).map(String)} onChange={set} />
      ) : (
        <MultiSelect {...common} data={option.values} value={arrayOf(value).map(String)} onChange={set} />
      );
    case 'date': {
      const at = Date.parse(textOf(value));
      return (
        <TextInput
          {...common}
          type="datetime-local"
          step={1}
          description={`In the time zone ${zone}`}
          value={Number.isNaN(at) ? '' : wallText(at, zone)}
          onChange={typed((text) => {
            set(text === '' ? '' : offsetText(instantAt(text, zone), zone));
          })}
        />
      );
    }
    case 'secret':
      return (
        <PasswordInput
          {...common}
          autoComplete="off"
          value={textOf(value)}
          onChange={typed((text) => {
            set(text || undefined);
          })}
        />
      );
    case 'string':
      return <TextInput {...common} value={textOf(value)} onChange={typed(set)} />;
  }
}

type WithSchema = Pick<Job, 'parameters' | 'parametersSchema'>;

/** Parameters that are required and that the job itself does not have. */
export const missingParameters = ({ parameters, parametersSchema }: WithSchema): readonly string[] => {
  const { required = [] } = (parametersSchema ?? {}) as Schema;
  return required.filter((name) => !Object.hasOwn(objectOf(parameters), name));
};

interface ParameterFieldsProps {
  readonly job: Job;
  /** The parameters as JSON, which the fields change. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly problems: ApiError['errors'];
}

export function ParameterFields({ job, text, setText, problems }: ParameterFieldsProps): ReactElement | null {
  const values = readObject(text);
  if (job.parametersSchema === undefined || values === null) return null;
  const schema = job.parametersSchema as Schema;
  const documentSchema = { root: job.parametersSchema, schema };
  const missing = missingParameters(job);
  const own = objectOf(job.parameters);
  const names = Object.keys(schema.properties ?? {}).filter((name) => isSimple(documentSchema, name));
  return (
    <>
      {names.map((name) => (
        <SchemaField
          key={name}
          schema={documentSchema}
          path={[name]}
          value={values[name]}
          look={{
            ...presetLook(own[name]),
            label: name,
            isRequired: missing.includes(name),
            least: Number.MIN_SAFE_INTEGER,
            isExact: true,
          }}
          problems={problems.map((each) => ({ ...each, path: each.path.replace(/^parameters\./, '') }))}
          onChange={(next) => {
            const { [name]: before, ...others } = values;
            const parameter = next ?? emptyOf(before === true || own[name]);
            setText(jsonText(parameter === undefined ? others : { ...values, [name]: parameter }));
          }}
        />
      ))}
    </>
  );
}

/** What an emptied field is sent as, so that the job's own value does not take its place; undefined where only the field's absence is empty. */
function emptyOf(own: unknown): unknown {
  if (typeof own === 'boolean') return false;
  if (typeof own === 'string') return '';
  return Array.isArray(own) ? [] : undefined;
}

/** A number has no empty value: the job's own, which takes its place, is shown in the field. */
const presetLook = (own: unknown): FieldLook => (typeof own === 'number' ? { placeholder: String(own) } : {});

const takesTexts = ({ enum: choices, items }: Schema): boolean =>
  (choices ?? []).every((value) => typeof value === 'string') && (items === undefined || items.type === 'string');

/** Choices and items of lists are texts. */
const isSimple = (schema: DocumentSchema, name: string): boolean =>
  hasControl(schema, [name]) && schemasAt(schema.root, schema.schema, [name]).every(takesTexts);

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = text.trim() === '' ? {} : parseExactJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
