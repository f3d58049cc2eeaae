/**
 * A job's options: typed values that whoever starts a run may give, put in place of `${option.<name>}`. What one declaration
 * says is checked here field by field, the list of them in job.ts; what a value comes to is domain/options/evaluate.ts.
 */
import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_OPTION_TEXT_LENGTH, MAX_OPTION_VALUES } from '../domain/limits.js';
import { jsonValue, nameText } from './fields.js';

const text = z.string().max(MAX_OPTION_TEXT_LENGTH);
const values = z.array(text.min(1)).min(1).max(MAX_OPTION_VALUES);

const common = {
  name: z
    .string()
    .max(MAX_NAME_LENGTH)
    .regex(/^[A-Za-z0-9_.-]+$/, 'must be letters, digits, "_", "." or "-"'),
  /** For people only. */
  label: nameText.max(MAX_NAME_LENGTH).optional(),
};
const required = z.boolean().optional();

export const BOOL_FORMATS = ['TrueFalse', 'OneZero', 'YesNo', 'Custom'] as const;

const boolOption = z.strictObject({
  ...common,
  type: z.literal('bool'),
  default: z.boolean().optional(),
  format: z.enum(BOOL_FORMATS).optional(),
  /** Texts of the format Custom; either may be empty. */
  trueVal: text.optional(),
  falseVal: text.optional(),
});
const stringOption = z.strictObject({
  ...common,
  type: z.literal('string'),
  required,
  default: text.optional(),
  trimSpaces: z.boolean().optional(),
});
const selectOption = z.strictObject({
  ...common,
  type: z.literal('select'),
  required,
  values,
  default: text.optional(),
  allowCustom: z.boolean().optional(),
});
const multiOption = z.strictObject({
  ...common,
  type: z.literal('multi'),
  required,
  values,
  default: z.array(text.min(1)).max(MAX_OPTION_VALUES).optional(),
  /** Stands between the chosen values; a comma unless given, and may be empty. */
  delimiter: z.string().max(MAX_NAME_LENGTH).optional(),
  allowCustom: z.boolean().optional(),
});
const dateOption = z.strictObject({
  ...common,
  type: z.literal('date'),
  required,
  default: text.optional(),
  /** Such as `D MMM YYYY`; without it the time stands as it was given. */
  format: z.string().min(1).max(MAX_NAME_LENGTH).optional(),
});
const numberOption = z.strictObject({
  ...common,
  type: z.literal('number'),
  required,
  default: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  integer: z.boolean().optional(),
});
const secretOption = z.strictObject({ ...common, type: z.literal('secret'), required, default: text.optional() });

export const jobOption = z.discriminatedUnion('type', [
  boolOption,
  stringOption,
  selectOption,
  multiOption,
  dateOption,
  numberOption,
  secretOption,
]);
export type JobOption = z.output<typeof jobOption>;

/** Values for a run, by the option's name. Which type each must have is the job's to say. */
export const optionsGiven = z.record(z.string(), jsonValue);
export type OptionsGiven = Readonly<z.output<typeof optionsGiven>>;
