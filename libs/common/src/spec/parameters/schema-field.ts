import { MAX_SCHEMA_BYTES } from '../../domain/limits.js';
import { jsonObject, type JsonValue } from '../fields.js';
import type { Problem } from '../problem.js';
import { parametersProblems, schemaProblems } from './check-parameters.js';
import type { JsonSchema } from './schema-shape.js';

/** `parametersSchema` of a job: refused where it could not be used to check parameters. */
export const parametersSchemaField = jsonObject
  .superRefine((schema, ctx) => {
    for (const { path, message } of schemaProblems(schema)) ctx.addIssue({ code: 'custom', path: [...path], message });
  })
  .meta({
    description: `What \`parameters\` have to be, as a JSON Schema of draft 2020-12 of at most ${MAX_SCHEMA_BYTES} bytes: judged when the job is saved, when a run is asked for, and before each attempt. docs/semantics.md#parameters says what it may hold.`,
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
