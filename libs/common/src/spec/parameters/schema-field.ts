import { MAX_SCHEMA_BYTES } from '../../domain/limits.js';
import { jsonObject, type JsonValue } from '../fields.js';
import type { Problem } from '../problem.js';
import { parametersProblems, schemaProblems } from './check-parameters.js';
import type { JsonSchema } from './schema-shape.js';

/** `parametersSchema` of a job: a schema that cannot be used to check parameters is refused. */
export const parametersSchemaField = jsonObject
  .superRefine((schema, ctx) => {
    for (const { path, message } of schemaProblems(schema)) ctx.addIssue({ code: 'custom', path: [...path], message });
  })
  .meta({
    description: `The JSON Schema of \`parameters\`, draft 2020-12, of at most ${MAX_SCHEMA_BYTES} bytes. Parameters are validated when the job is saved, when a run is requested, and before each attempt. docs/semantics/parameters.md#schemas lists the keywords that are supported.`,
    examples: [{ type: 'object', properties: { rows: { type: 'integer', minimum: 1 } }, required: ['rows'] }],
  });

interface JobParameters {
  readonly cron?: unknown;
  readonly schedule?: unknown;
  readonly parameters?: JsonValue | undefined;
  readonly parametersSchema?: JsonSchema | undefined;
}

/** The problems of a job's own parameters under its schema. Scheduled runs get no other parameters; other runs can. */
export const ownParameterProblems = ({ cron, schedule, parameters, parametersSchema }: JobParameters): Problem[] =>
  parametersProblems(parametersSchema, parameters, cron === undefined && schedule === undefined ? 'partly' : 'wholly');
