/**
 * The values of a job's options in a run: the given value, else the default, and its text for `${option.<name>}`. A pure
 * function of the snapshot's declarations and the run's values, so its result is the same whenever it is called: when a run
 * is admitted, to refuse invalid values, and when an attempt is launched.
 */
import { ExactNumber, NOT_EXACT } from '../../domain/exact-number.js';
import type { JsonValue } from '../fields.js';
import type { JobOption, OptionsGiven } from '../options.js';
import { MAX_OPTION_TEXT_LENGTH } from '../../domain/limits.js';
import type { FieldProblem } from '../../schedule/parse-schedule.js';
import { formatTime, parseOffsetTime } from './date-format.js';

export type OptionValue =
  | { readonly ok: true; readonly value: JsonValue; readonly text: string }
  | { readonly ok: false; readonly message: string };

export interface EvaluatedOptions {
  /** In the order of the declarations. */
  readonly values: readonly {
    readonly name: string;
    readonly value: JsonValue;
    readonly text: string;
    readonly secret: boolean;
  }[];
  readonly problems: readonly FieldProblem[];
}

export function evaluateOptions(declared: readonly JobOption[], values: OptionsGiven): EvaluatedOptions {
  const names = new Set(declared.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  const results = declared.map((option) => ({
    option,
    result: optionValue(option, Object.hasOwn(values, option.name) ? values[option.name] : undefined),
  }));
  return {
    values: results.flatMap(({ option: { name, type }, result }) =>
      result.ok ? [{ name, value: result.value, text: result.text, secret: type === 'secret' }] : [],
    ),
    problems: [
      ...unknown.map((name) => ({ path: `options.${name}`, message: 'is not an option of this job' })),
      ...results.flatMap(({ option, result }) =>
        result.ok ? [] : [{ path: `options.${option.name}`, message: result.message }],
      ),
    ],
  };
}

const refused = (message: string): OptionValue => ({ ok: false, message });
const NEEDED = 'is required';

/** The value of one option; null and no value at all take the default. */
export function optionValue(option: JobOption, written: JsonValue | undefined): OptionValue {
  if (written instanceof ExactNumber) return refused(NOT_EXACT);
  const value = (isNothing(option, written) ? option.default : written) ?? NOTHING[option.type];
  switch (option.type) {
    case 'bool':
      return boolValue(option, value);
    case 'string':
      return stringValue(option, value);
    case 'select':
      return selectValue(option, value);
    case 'multi':
      return multiValue(option, value);
    case 'date':
      return dateValue(option, value);
    case 'number':
      return numberValue(option, value);
    case 'secret':
      return textValue(option, value);
  }
}

/** The value of an option that has neither a given value nor a default. */
const NOTHING: Readonly<Record<JobOption['type'], JsonValue>> = {
  bool: false,
  string: '',
  select: '',
  multi: [],
  date: '',
  number: null,
  secret: '',
};

/** For a list, an empty one is no value. */
const isNothing = ({ type }: JobOption, value: JsonValue | undefined): boolean =>
  value == null || (type === 'multi' && Array.isArray(value) && value.length === 0);

type Of<T extends JobOption['type']> = Extract<JobOption, { type: T }>;

const BOOL_TEXTS = { TrueFalse: ['true', 'false'], OneZero: ['1', '0'], YesNo: ['yes', 'no'] } as const;

function boolValue({ format = 'TrueFalse', trueVal = '', falseVal = '' }: Of<'bool'>, value: JsonValue): OptionValue {
  if (typeof value !== 'boolean') return refused('must be true or false');
  const [yes, no] = format === 'Custom' ? [trueVal, falseVal] : BOOL_TEXTS[format];
  return { ok: true, value: value, text: value ? yes : no };
}

function stringValue(option: Of<'string'>, value: JsonValue): OptionValue {
  if (typeof value !== 'string') return refused('must be a string');
  return textValue(option, option.trimSpaces === true ? value.trim() : value);
}

function textValue({ required = false }: { readonly required?: boolean | undefined }, value: JsonValue): OptionValue {
  if (typeof value !== 'string') return refused('must be a string');
  if (value.length > MAX_OPTION_TEXT_LENGTH) return refused(`must be at most ${MAX_OPTION_TEXT_LENGTH} characters`);
  if (value === '' && required) return refused(NEEDED);
  return { ok: true, value: value, text: value };
}

function selectValue(option: Of<'select'>, value: JsonValue): OptionValue {
  if (typeof value === 'string' && value !== '' && !isOffered(option, value)) return refused(notOffered(option.values));
  return textValue(option, value);
}

function multiValue(option: Of<'multi'>, value: JsonValue): OptionValue {
  if (!Array.isArray(value)) return refused('must be a list of strings');
  const chosen: string[] = [];
  for (const element of value) {
    if (typeof element !== 'string' || element === '') return refused('must be a list of strings, none of them empty');
    if (!isOffered(option, element)) return refused(notOffered(option.values));
    chosen.push(element);
  }
  const joined = textValue(option, chosen.join(option.delimiter ?? ','));
  return joined.ok ? { ...joined, value: chosen } : joined;
}

const isOffered = (option: Of<'select' | 'multi'>, value: string): boolean =>
  option.allowCustom === true || option.values.includes(value);

const MAX_NAMED_VALUES = 10;
function notOffered(values: readonly string[]): string {
  const named = values.slice(0, MAX_NAMED_VALUES).map((value) => JSON.stringify(value));
  return `must be one of ${named.join(', ')}${values.length > MAX_NAMED_VALUES ? ', …' : ''}`;
}

function dateValue(option: Of<'date'>, value: JsonValue): OptionValue {
  if (value === '') return textValue(option, value);
  const time = typeof value === 'string' ? parseOffsetTime(value) : null;
  if (typeof value !== 'string' || time === null) {
    return refused('must be an RFC 3339 time such as 2026-12-01T00:00:00Z');
  }
  return {
    ok: true,
    value: value,
    text: option.format === undefined ? value : formatTime(time, option.format),
  };
}

function numberValue({ required = false, min, max, integer }: Of<'number'>, value: JsonValue): OptionValue {
  if (value === null) return required ? refused(NEEDED) : { ok: true, value: null, text: '' };
  if (typeof value !== 'number' || !Number.isFinite(value)) return refused('must be a number');
  if (integer === true && !Number.isInteger(value)) return refused('must be a whole number');
  if (min !== undefined && value < min) return refused(`must be at least ${min}`);
  if (max !== undefined && value > max) return refused(`must be at most ${max}`);
  return { ok: true, value: value, text: String(value) };
}
