/** The public shape of a trigger: which messages from outside start a run of a job, and which values the run gets. */
import { z } from 'zod';
import { MAX_OPTIONS, MAX_TRIGGER_CONDITIONS, MAX_TRIGGER_PARAMETERS, MAX_TRIGGER_SECRETS } from '../domain/limits.js';
import { MASK } from '../domain/mask.js';
import { displayName, jsonValue, SECRET, SIGNING_SECRET, slug } from './fields.js';
import { jsonPointer } from './json-pointer.js';

const MAX_SUBJECT_LENGTH = 200;
const MAX_SECRET_LENGTH = 512;
const SHARED_SECRET = /^[\x20-\x7e]{16,}$/;
const NO_PLACE = 'needs exactly one of body and header';

const pointer = jsonPointer('/release/tag_name, or empty for the whole body');
const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be an HTTP header name');

/** Schemas for editors do not describe the form of a secret, because a file names its source instead (`!env NAME`). */
const secretsOf = (form: RegExp, formText: string): z.ZodRecord<z.ZodString, z.ZodString> =>
  z
    .record(
      slug,
      z
        .string()
        .max(MAX_SECRET_LENGTH)
        .refine((text) => text === MASK || form.test(text), `must be ${formText}`),
    )
    .refine((secrets) => Object.keys(secrets).length > 0, 'must contain at least one secret')
    .refine((secrets) => Object.keys(secrets).length <= MAX_TRIGGER_SECRETS, `at most ${MAX_TRIGGER_SECRETS} secrets`)
    .meta(SECRET)
    .describe(
      `The secrets, by names that you choose, each of them ${formText}. A message may be signed with any of them, so that one can be replaced without an interruption. They are stored encrypted and shown as \`***\`; \`***\` in a request leaves a secret unchanged.`,
    );

const webhook = z.discriminatedUnion('signature', [
  z.strictObject({
    signature: z
      .literal('standard')
      .describe('Standard Webhooks: the id of the message, its time and its body are signed.'),
    secrets: secretsOf(SIGNING_SECRET, 'whsec_ and 24 to 64 bytes as Base64'),
  }),
  z.strictObject({
    signature: z
      .literal('github')
      .describe(
        '`X-Hub-Signature-256`, as GitHub sends it, or `X-Hub-Signature` with SHA-256, as Bitbucket does: the body alone is signed.',
      ),
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
      description:
        'The part of the NATS subject after the prefix of the operator and the tenant; wildcards are not possible.',
      examples: ['orders.created'],
    }),
});

const place = {
  body: pointer.optional().meta({
    description:
      'The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.',
    examples: ['/release/tag_name'],
  }),
  header: headerName
    .optional()
    .describe(
      'The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.',
    ),
};
const hasOnePlace = ({ body, header }: { body?: string | undefined; header?: string | undefined }): boolean =>
  (body === undefined) !== (header === undefined);

const condition = z
  .strictObject({
    ...place,
    exists: z.boolean().optional().describe('True: the value exists; false: it does not.'),
    equals: jsonValue.optional().describe('The value equals this one.'),
    oneOf: z.array(jsonValue).min(1).max(100).optional().describe('The value is one of these.'),
    startsWith: z.string().min(1).max(500).optional().describe('The value is a text that begins with this one.'),
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
      .describe('The value that is used where the delivery has none; without a default such a delivery is refused.'),
  })
  .refine(hasOnePlace, NO_PLACE);
export type TriggerSource = z.output<typeof source>;

const sourcesOf = (max: number): z.ZodRecord<z.ZodString, typeof source> =>
  z
    .record(z.string().min(1).max(200), source)
    .refine((sources) => Object.keys(sources).length <= max, `at most ${max}`);

export const triggerFields = {
  name: displayName.optional().describe('The display name. Default: the id.'),
  job: slug.describe('The id of the job that the trigger runs, a job of the same tenant.'),
  webhook: webhook
    .optional()
    .describe('How messages that are sent to the address of the trigger are signed; other messages are refused.'),
  nats: nats.optional().describe('Instead of `webhook`: messages from NATS, if the operator offers them.'),
  when: z
    .array(condition)
    .max(MAX_TRIGGER_CONDITIONS)
    .optional()
    .describe(
      'The conditions of a delivery, all of which have to hold; other deliveries are answered, but start no run.',
    ),
  options: sourcesOf(MAX_OPTIONS)
    .optional()
    .describe(
      "The sources of the values of the job's options, by the names of the options. The type of a value has to be that of the option.",
    ),
  parameters: sourcesOf(MAX_TRIGGER_PARAMETERS)
    .optional()
    .describe('The sources of parameters of the run, by their names; they override those of the job name by name.'),
  enabled: z.boolean().optional().describe('False: deliveries are refused. Default: true.'),
};
const hasOneOrigin = ({ webhook: signed, nats: heard }: { webhook?: unknown; nats?: unknown }): boolean =>
  (signed === undefined) !== (heard === undefined);
const ONE_ORIGIN = { path: ['webhook'], message: 'needs exactly one of webhook and nats' };

/** Body of `PUT /triggers/{id}`. */
export const triggerSpec = z.strictObject(triggerFields).refine(hasOneOrigin, ONE_ORIGIN);
export type TriggerSpec = z.output<typeof triggerSpec>;
/** Body of `POST /triggers`. */
export const newTrigger = z
  .strictObject({
    id: slug.describe('The id within the tenant.'),
    tenant: slug.describe('The tenant that the trigger belongs to.'),
    ...triggerFields,
  })
  .refine(hasOneOrigin, ONE_ORIGIN);
