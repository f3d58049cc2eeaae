/** JSON Schemas of definitions in files, by which editors complete and check them. */
import { z } from 'zod';
import { newCalendar } from './calendar.js';
import { newChannel } from './channel.js';
import { newJob } from './job.js';
import { newMonitor } from './monitor.js';
import { newRule } from './rule.js';
import { newTenant } from './tenant.js';
import { newTrigger } from './trigger.js';
import { newWorker } from './worker.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const KINDS = {
  Tenant: newTenant,
  Channel: newChannel,
  Worker: newWorker,
  Calendar: newCalendar,
  Monitor: newMonitor,
  Job: newJob,
  Rule: newRule,
  Trigger: newTrigger,
} as const;

/** The fields that `--tenant` or the context of the command line may set in place of the file. */
const MAY_BE_LEFT_OUT = 'tenant';
/** Editors support this version of JSON Schema best. */
const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** By file name: one for each kind, and `definition.json` for files of any of them. They refer to each other by these names. */
export function definitionSchemas(): ReadonlyMap<string, JsonSchema> {
  const kinds = Object.entries(KINDS);
  return new Map([
    ...kinds.map(([kind, schema]) => [fileOf(kind), schemaOf(kind, schema)] as const),
    ['definition.json', anyOfThem(kinds.map(([kind]) => kind))],
  ]);
}

const fileOf = (kind: string): string => `${kind.toLowerCase()}.json`;

function schemaOf(kind: string, schema: z.ZodType): JsonSchema {
  const {
    properties = {},
    required = [],
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Times are described by their format alone. Editors without Unicode patterns misread classes of characters.
      if (jsonSchema.format === 'date-time' || jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern;
      // A file names the source of a secret (`!env NAME`) in place of the secret.
      if (jsonSchema['x-secret'] === true && jsonSchema.anyOf) {
        delete jsonSchema.anyOf;
        jsonSchema.type = 'string';
      }
    },
  });
  const kindField = { const: kind, description: 'What is defined.' };
  return {
    ...rest,
    title: `${kind} of Carillon`,
    properties: { kind: kindField, ...properties },
    required: ['kind', ...required.filter((field) => field !== MAY_BE_LEFT_OUT)],
  };
}

const anyOfThem = (kinds: readonly string[]): JsonSchema => ({
  $schema: DRAFT,
  title: 'Definition of Carillon',
  type: 'object',
  properties: { kind: { enum: kinds, description: 'What is defined.' } },
  required: ['kind'],
  allOf: kinds.map((kind) => ({
    if: { properties: { kind: { const: kind } }, required: ['kind'] },
    then: { $ref: fileOf(kind) },
  })),
});
