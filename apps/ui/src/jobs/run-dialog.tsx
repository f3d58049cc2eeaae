/** Starts a run by hand, with its own values for this run. */
import { useState, type ReactElement } from 'react';
import {
  Checkbox,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { parseExactJson } from '#common/domain/parse-json.js';
import { ApiError } from '#client/api-error.js';
import { api, ofId, ok, type Job, type RunDetail } from '../api/client.js';
import { Dialog } from '../parts/dialog.js';
import { MASK } from '#common/domain/mask.js';
import { missingParameters, ParameterFields } from './parameter-fields.js';
import { checked, typed } from '../parts/inputs.js';

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
  const own = JSON.stringify(job.parameters, null, 2);
  const [parameters, setParameters] = useState(from ? JSON.stringify(from.parameters ?? {}, null, 2) : own);
  const [values, setValues] = useState<Values>(() => openValues(from?.options ?? {}));
  const [problems, setProblems] = useState<ApiError['errors']>([]);
  const options = job.options ?? [];
  return (
    <Dialog
      title={`Run ${job.name}?`}
      confirm="Run"
      size="lg"
      onConfirm={async () => {
        const inputs = Object.fromEntries(
          Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
        );
        const body = {
          ...(parameters.trim() !== '' && parameters !== own && { parameters: jsonOf(parameters) }),
          ...(Object.keys(inputs).length > 0 && { options: inputs }),
        };
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
          error={problems.find(({ path }) => path === `options.${option.name}`)?.message}
          value={values[option.name]}
          set={(value) => {
            setValues({ ...values, [option.name]: value });
          }}
        />
      ))}
      <ParameterFields job={job} text={parameters} setText={setParameters} problems={problems} />
      <Textarea
        label="Parameters of this run, as JSON"
        description="They apply to this run only."
        autosize
        minRows={3}
        maxRows={16}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
        value={parameters}
        onChange={typed(setParameters)}
      />
    </Dialog>
  );
}

interface InputShown {
  readonly option: Option;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A local time of this browser in RFC 3339. */
function withOffset(wall: string): string {
  const minutes = -new Date(wall).getTimezoneOffset();
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  const time = wall.length === 'YYYY-MM-DDTHH:mm'.length ? `${wall}:00` : wall;
  return `${time}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

function OptionInput({ option, error, value, set }: InputShown): ReactElement {
  const common = { label: option.label ?? option.name, size: 'xs', required: isNeeded(option), error } as const;
  switch (option.type) {
    case 'bool':
      return (
        <Checkbox
          label={common.label}
          error={error}
          checked={(value ?? option.default ?? false) === true}
          onChange={checked(set)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          {...(option.min !== undefined && { min: option.min })}
          {...(option.max !== undefined && { max: option.max })}
          allowDecimal={option.integer !== true}
          value={(value ?? option.default ?? '') as number | string}
          onChange={set}
        />
      );
    case 'select':
      return option.allowCustom === true ? (
        <TextInput
          {...common}
          description={`Such as ${option.values.slice(0, 3).join(', ')}`}
          value={asText(value ?? option.default)}
          onChange={typed(set)}
        />
      ) : (
        <Select
          {...common}
          data={option.values}
          value={asText(value ?? option.default) || null}
          onChange={set}
          clearable
        />
      );
    case 'multi':
      return option.allowCustom === true ? (
        <TagsInput {...common} data={option.values} value={asTexts(value ?? option.default)} onChange={set} />
      ) : (
        <MultiSelect {...common} data={option.values} value={asTexts(value ?? option.default)} onChange={set} />
      );
    case 'date':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          description={option.default === undefined ? 'In the time zone of this browser' : `Default: ${option.default}`}
          onChange={typed((text) => {
            set(text === '' ? undefined : withOffset(text));
          })}
        />
      );
    case 'secret':
      return <PasswordInput {...common} autoComplete="off" value={asText(value)} onChange={typed(set)} />;
    case 'string':
      return <TextInput {...common} value={asText(value ?? option.default)} onChange={typed(set)} />;
  }
}
