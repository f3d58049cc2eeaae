/** Pieces that the public schemas share. */
import { z } from 'zod';
import { ExactNumber } from '../domain/exact-number.js';
import { isReadableAddress } from '../domain/percent-decoded.js';
import { MAX_JSON_DEPTH, MAX_LABELS, MAX_NAME_LENGTH } from '../domain/limits.js';

/** A number that JavaScript would write in another way is an `ExactNumber`, which code that does not reckon with it passes on like an object. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export const isJsonObject = (
  value: JsonValue | Readonly<Record<string, JsonValue>> | undefined,
): value is Record<string, JsonValue> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any JSON value, nested no deeper than `MAX_JSON_DEPTH`: a deeper value would overflow the stack of code that walks through it. */
export const jsonValue: z.ZodType<JsonValue> = z.custom<JsonValue>((value) => jsonProblem(value) === null, {
  abort: true,
  error: ({ input }) => jsonProblem(input) ?? 'is not valid',
});
export const jsonObject = z.record(z.string(), jsonValue);

/** RFC 3339 with any offset; kept and shown in UTC with milliseconds. */
export const instant = z.iso
  .datetime({
    offset: true,
    error: ({ code }) =>
      code === 'invalid_type' ? undefined : 'must be an RFC 3339 time such as 2026-12-01T00:00:00.000Z',
  })
  .transform((text) => new Date(text).toISOString());

/**
 * An exit code, as Kubernetes shows it: 0 to 255 on Linux, a number of 32 bits with its sign on Windows (-1073741510 for a program that was
 * asked to end).
 */
export const exitCode = z.int32();
/** An exit code that means failure. */
export const failureCode = exitCode.refine((code) => code !== 0, 'must not be 0: exit code 0 is success');

/** Ids that people choose: tenants, workers, calendars. They appear in URLs and labels. */
export const slug = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/,
    'must be 1 to 63 letters, digits, ".", "_" or "-", starting and ending with a letter or digit',
  );

/** Marks a field whose value is a secret, or may hold one: `export` hides every field with this mark. */
export const SECRET = { 'x-secret': true } as const;

/** Names of objects in a cluster: secrets, service accounts, volume claims. */
export const objectName = z
  .string()
  .max(253, 'must be at most 253 characters')
  .regex(
    /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/,
    'must be the name of a Kubernetes object: lower case letters, digits, "-" and ".", starting and ending with a letter or digit',
  );

/**
 * Text that names something: one line of what can be shown. Control characters, line breaks of every kind and lone surrogates would
 * forge lines in logs and lists, and are not possible in an environment variable or a label. Overrides of the direction of text would
 * reverse what stands beside the name; letters of languages that are written from right to left need none.
 */
export const nameText = z
  .string()
  .regex(
    /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u,
    'must not hold control characters or line breaks',
  );
export const displayName = nameText.trim().min(1).max(MAX_NAME_LENGTH);
export const labels = z
  .record(nameText.min(1).max(63), nameText.max(253))
  .refine((value) => Object.keys(value).length <= MAX_LABELS, `at most ${MAX_LABELS} labels`);

/** The check ends here for a text that is no URL, so that later checks can rely on a URL. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .superRefine(isReadableAddress);
/** The address to which runs are sent, without credentials: more people see addresses than headers. */
export const callUrl = httpUrl
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'must not contain a user or a password: use httpHeaders for them')
  .meta(SECRET);
/** A header whose value begins like this holds signing secrets; the signature is sent in its place. */
export const SIGNATURE_HEADER = 'webhook-signature';
export const SIGNING_SECRET_PREFIX = 'whsec_';
/** One secret. */
export const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;
/** One secret, or two during a rotation, of 24 to 64 bytes each. */
const SIGNING_SECRETS = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}(?: whsec_[A-Za-z0-9+/]{32,86}={0,2})?$/;

/** They say how a message is framed and how its connection is used, which is decided when it is sent. */
const HEADERS_OF_TRANSPORT = /^(?:content-length|transfer-encoding|expect|upgrade|keep-alive|proxy-connection)$/i;

export const httpHeaders = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be an HTTP header name'),

    z
      .string()
      .max(8_192)
      .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/, 'must not hold control characters')
      .regex(/^[\u0000-\u00ff]*$/, 'must not hold characters beyond U+00FF: they cannot be sent'),
  )
  .superRefine((headers, ctx) => {
    for (const [name, value] of Object.entries(headers)) {
      if (HEADERS_OF_TRANSPORT.test(name))
        ctx.addIssue({ code: 'custom', path: [name], message: 'is set when the request is sent: leave it out' });
      if (name.toLowerCase() !== SIGNATURE_HEADER || !value.startsWith(SIGNING_SECRET_PREFIX)) continue;
      if (SIGNING_SECRETS.test(value)) continue;
      const message = 'must be one or two secrets, separated by a space; each is whsec_ and 24 to 64 bytes as Base64';
      ctx.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .meta(SECRET);
export const envName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be an environment variable name');
export const env = z.record(envName, z.string());
export const seconds = z
  .number()
  .min(0)
  .max(366 * 86_400);
export const positiveSeconds = z
  .number()
  .positive()
  .max(366 * 86_400);

function jsonProblem(value: unknown): string | null {
  if (value === undefined) return 'is required';
  if (!isJson(value, MAX_JSON_DEPTH)) return `must be JSON, nested at most ${MAX_JSON_DEPTH} levels deep`;
  return null;
}

/** True for JSON of at most this many levels of arrays and objects. Recurses no deeper than that. */
function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (value instanceof ExactNumber) return true;
  if (typeof value !== 'object' || levels === 0) return false;
  return (Array.isArray(value) || isPlain(value)) && Object.values(value).every((child) => isJson(child, levels - 1));
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** A field that is shown and cannot be set: accepted where the whole is sent back. */
export const readOnlyField = <T extends z.ZodType>(schema: T): z.ZodOptional<T> =>
  schema.optional().describe('Read-only: may be sent back, and changes nothing.');
/** The fields of this kind that jobs and workers both have. */
export const readOnlyFields = {
  id: readOnlyField(z.string()),
  version: readOnlyField(z.number()),
  createdAt: readOnlyField(z.string()),
  updatedAt: readOnlyField(z.string()),
  updatedBy: readOnlyField(z.string()),
};
