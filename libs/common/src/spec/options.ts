/**
 * A job's options: typed values that the starter of a run may give, which replace `${option.<name>}`. Each declaration is
 * checked here field by field, the list of them in job.ts; options/evaluate.ts computes the values.
 */
import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_OPTION_TEXT_LENGTH, MAX_OPTION_VALUES } from '../domain/limits.js';
import { jsonValue, nameText, SECRET } from './fields.js';

const text = z.string().max(MAX_OPTION_TEXT_LENGTH);
const values = z.array(text.min(1)).min(1).max(MAX_OPTION_VALUES).describe('The values to choose from.');

const common = {
  name: z
    .string()
    .max(MAX_NAME_LENGTH)
    .regex(/^[A-Za-z0-9_.-]+$/, 'must be letters, digits, "_", "." or "-"')
    .describe(
      'The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.',
    ),
  label: nameText.max(MAX_NAME_LENGTH).optional().describe('The name that is displayed.'),
};
const required = z
  .boolean()
  .optional()
  .describe('True: a run is refused if no value is given and there is no default. Default: false.');

export const BOOL_FORMATS = ['TrueFalse', 'OneZero', 'YesNo', 'Custom'] as const;

const boolOption = z.strictObject({
  ...common,
  type: z.literal('bool').describe('The kind of value: true or false.'),
  default: z.boolean().optional().describe('The value of a run for which none is given.'),
  format: z
    .enum(BOOL_FORMATS)
    .optional()
    .describe(
      'The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. Default: `TrueFalse`.',
    ),
  trueVal: text.optional().describe('With `Custom`: the text that stands for true; may be empty.'),
  falseVal: text.optional().describe('With `Custom`: the text that stands for false; may be empty.'),
});
const stringOption = z.strictObject({
  ...common,
  type: z.literal('string').describe('The kind of value: a text.'),
  required,
  default: text.optional().describe('The value of a run for which none is given.'),
  trimSpaces: z.boolean().optional().describe('True: spaces at both ends of the value are removed.'),
});
const selectOption = z.strictObject({
  ...common,
  type: z.literal('select').describe('The kind of value: one of `values`.'),
  required,
  values,
  default: text.optional().describe('The value of a run for which none is given.'),
  allowCustom: z.boolean().optional().describe('True: values that are not among `values` are accepted, too.'),
});
const multiOption = z.strictObject({
  ...common,
  type: z.literal('multi').describe('The kind of value: any of `values`.'),
  required,
  values,
  default: z
    .array(text.min(1))
    .max(MAX_OPTION_VALUES)
    .optional()
    .describe('The value of a run for which none is given.'),
  delimiter: z
    .string()
    .max(MAX_NAME_LENGTH)
    .optional()
    .describe('The text between the chosen values, which may be empty. Default: a comma.'),
  allowCustom: z.boolean().optional().describe('True: values that are not among `values` are accepted, too.'),
});
const dateOption = z.strictObject({
  ...common,
  type: z.literal('date').describe('The kind of value: an instant.'),
  required,
  default: text.optional().describe('The value of a run that is given none: an RFC 3339 time.'),
  format: z
    .string()
    .min(1)
    .max(MAX_NAME_LENGTH)
    .optional()
    .describe(
      'The format in which the instant is written, such as `D MMM YYYY`. Default: the instant is written as it was given.',
    ),
});
const numberOption = z.strictObject({
  ...common,
  type: z.literal('number').describe('The kind of value: a number.'),
  required,
  default: z.number().optional().describe('The value of a run for which none is given.'),
  min: z.number().optional().describe('The least value.'),
  max: z.number().optional().describe('The greatest value.'),
  integer: z.boolean().optional().describe('True: whole numbers only.'),
});
const secretOption = z.strictObject({
  ...common,
  type: z.literal('secret').describe('The kind of value: a text that is stored encrypted and shown to nobody.'),
  required,
  default: text.meta(SECRET).optional().describe('The value of a run for which none is given. Stored encrypted.'),
});

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

/** Values for a run, by the option's name. The job declares the type of each. */
export const optionsGiven = z.record(z.string(), jsonValue);
export type OptionsGiven = Readonly<z.output<typeof optionsGiven>>;
