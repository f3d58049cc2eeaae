/** The public shape of a trigger: which messages from outside start a run of a job, and what of them the run is given. */
import { z } from 'zod';
import { MAX_OPTIONS, MAX_TRIGGER_CONDITIONS, MAX_TRIGGER_PARAMETERS, MAX_TRIGGER_SECRETS } from '../domain/limits.js';
import { displayName, jsonValue, MASK, SIGNING_SECRET, slug } from './fields.js';
import { jsonPointer } from './json-pointer.js';

const MAX_SUBJECT_LENGTH = 200;
const MAX_SECRET_LENGTH = 512;
const SHARED_SECRET = /^[\x20-\x7e]{16,}$/;
const NO_PLACE = 'takes one of body and header';

const pointer = jsonPointer('/release/tag_name, or empty for the whole body');
const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be an HTTP header name');

/** Editors are not told the form of a secret: what stands in a file is where it comes from (`!env NAME`). */
const secretsOf = (form: RegExp, formText: string): z.ZodRecord<z.ZodString, z.ZodString> =>
  z
    .record(
      slug,
      z
        .string()
        .max(MAX_SECRET_LENGTH)
        .refine((text) => text === MASK || form.test(text), `must be ${formText}`),
    )
    .refine((secrets) => Object.keys(secrets).length > 0, 'must hold a secret')
    .refine((secrets) => Object.keys(secrets).length <= MAX_TRIGGER_SECRETS, `at most ${MAX_TRIGGER_SECRETS} secrets`)
    .describe(
      `The secrets by names of your own, each of them ${formText}; any may sign, so that one can be replaced without a gap. Stored encrypted and shown as \`***\`, which written back means unchanged.`,
    );

const webhook = z.discriminatedUnion('signature', [
  z.strictObject({
    signature: z
      .literal('standard')
      .describe('Standard Webhooks: the id of the message, its time and its body are signed.'),
    secrets: secretsOf(SIGNING_SECRET, 'whsec_ and 24 to 64 bytes as Base64'),
  }),
  z.strictObject({
    signature: z.literal('github').describe('`X-Hub-Signature-256`, as GitHub sends it: the body alone is signed.'),
    secrets: secretsOf(SHARED_SECRET, '16 or more printable ASCII characters'),
  }),
]);
export type TriggerWebhook = z.output<typeof webhook>;

const nats = z.strictObject({
  subject: z
    .string()
    .max(MAX_SUBJECT_LENGTH)
    .regex(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/, 'must be letters, digits, "_" and "-", with dots between them')
    .meta({
      description: 'What follows the prefix of the operator and the tenant in the subject; no wildcards.',
      examples: ['orders.created'],
    }),
});

const place = {
  body: pointer.optional().meta({
    description: 'Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.',
    examples: ['/release/tag_name'],
  }),
  header: headerName
    .optional()
    .describe(
      'The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.',
    ),
};
const hasOnePlace = ({ body, header }: { body?: string | undefined; header?: string | undefined }): boolean =>
  (body === undefined) !== (header === undefined);

const condition = z
  .strictObject({
    ...place,
    exists: z.boolean().optional().describe('Whether there is such a value.'),
    equals: jsonValue.optional().meta({ description: 'The value is this one.' }),
    oneOf: z.array(jsonValue).min(1).max(100).optional().describe('The value is one of these.'),
    startsWith: z.string().min(1).max(500).optional().describe('The value is a text that begins so.'),
  })
  .refine(hasOnePlace, NO_PLACE)
  .refine(
    ({ exists, equals, oneOf, startsWith }) => [exists, equals, oneOf, startsWith].some((test) => test !== undefined),
    'needs one of exists, equals, oneOf and startsWith',
  );
export type TriggerCondition = z.output<typeof condition>;

const source = z
  .strictObject({
    ...place,
    default: jsonValue
      .optional()
      .meta({ description: 'What is given where there is no such value; without it the delivery is refused.' }),
  })
  .refine(hasOnePlace, NO_PLACE);
export type TriggerSource = z.output<typeof source>;

const sourcesOf = (max: number): z.ZodRecord<z.ZodString, typeof source> =>
  z
    .record(z.string().min(1).max(200), source)
    .refine((sources) => Object.keys(sources).length <= max, `at most ${max}`);

export const triggerFields = {
  name: displayName.optional().describe('Shown to people; its id unless given.'),
  job: slug.describe('The id of the job that it runs: one of the same tenant.'),
  webhook: webhook.optional().describe('How what is sent to its address is signed: anything else is refused.'),
  nats: nats.optional().describe('In place of `webhook`: messages from NATS, where the operator offers that.'),
  when: z
    .array(condition)
    .max(MAX_TRIGGER_CONDITIONS)
    .optional()
    .describe('What has to hold of a delivery, all of it; others are answered and start nothing.'),
  options: sourcesOf(MAX_OPTIONS)
    .optional()
    .describe(
      "Values of the job's options, by their names: where each is taken from. Its type has to be that of the option.",
    ),
  parameters: sourcesOf(MAX_TRIGGER_PARAMETERS)
    .optional()
    .describe("Parameters of the run, laid over the job's name by name: where each is taken from."),
  enabled: z.boolean().optional().describe('False: deliveries are refused. True unless given.'),
};
const hasOneOrigin = ({ webhook: signed, nats: heard }: { webhook?: unknown; nats?: unknown }): boolean =>
  (signed === undefined) !== (heard === undefined);
const ONE_ORIGIN = { path: ['webhook'], message: 'takes one of webhook and nats' };

/** Body of `PUT /triggers/{id}`. */
export const triggerSpec = z.strictObject(triggerFields).refine(hasOneOrigin, ONE_ORIGIN);
export type TriggerSpec = z.output<typeof triggerSpec>;
/** Body of `POST /triggers`. */
export const newTrigger = z
  .strictObject({
    id: slug.describe('Its id within the tenant.'),
    tenant: slug.describe('The tenant that it belongs to.'),
    ...triggerFields,
  })
  .refine(hasOneOrigin, ONE_ORIGIN);
