/** Fields for those parameters of a run that the job's schema names and a form can show; the text beside them contains all parameters. */
import type { ReactElement } from 'react';
import { parseExactJson } from '#common/domain/parse-json.js';
import type { ApiError } from '#client/api-error.js';
import type { Schemas } from '../api/client.js';
import type { DocumentSchema } from '../parts/code-editor.js';
import { schemasAt, type Schema } from '../parts/schema-assist.js';
import { hasControl, SchemaField } from '../parts/schema-form.js';
import { objectOf } from '../parts/schema-rows.js';

type Job = Pick<Schemas['Job'], 'parameters' | 'parametersSchema'>;

/** Parameters that are required and that the job itself does not have. */
export const missingParameters = ({ parameters, parametersSchema }: Job): readonly string[] => {
  const { required = [] } = (parametersSchema ?? {}) as Schema;
  return required.filter((name) => !Object.hasOwn(objectOf(parameters), name));
};

interface FieldsShown {
  readonly job: Job;
  /** The parameters as JSON, which the fields change. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly problems: ApiError['errors'];
}

export function ParameterFields({ job, text, setText, problems }: FieldsShown): ReactElement | null {
  const values = readObject(text);
  if (job.parametersSchema === undefined || values === null) return null;
  const schema = job.parametersSchema as Schema;
  const shown = { root: job.parametersSchema, schema };
  const missing = missingParameters(job);
  const names = Object.keys(schema.properties ?? {}).filter((name) => isSimple(shown, name));
  return (
    <>
      {names.map((name) => (
        <SchemaField
          key={name}
          schema={shown}
          path={[name]}
          value={values[name]}
          look={{ label: name, isRequired: missing.includes(name), least: Number.MIN_SAFE_INTEGER }}
          problems={problems.map((each) => ({ ...each, path: each.path.replace(/^parameters\./, '') }))}
          onChange={(next) => {
            const { [name]: before, ...others } = values;
            // A switch that was turned off again is sent as `false`, so that a default of the job does not override it.
            const given = next === undefined && before === true ? false : next;
            setText(JSON.stringify(given === undefined ? others : { ...values, [name]: given }, null, 2));
          }}
        />
      ))}
    </>
  );
}

const takesTexts = ({ enum: choices, items }: Schema): boolean =>
  (choices ?? []).every((value) => typeof value === 'string') && (items === undefined || items.type === 'string');

/** Choices and items of lists are texts. */
const isSimple = (shown: DocumentSchema, name: string): boolean =>
  hasControl(shown, [name]) && schemasAt(shown.root, shown.schema, [name]).every(takesTexts);

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
