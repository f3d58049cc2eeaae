/** A call whose answer is the end of the attempt: any web service is a worker then, also one that knows nothing of Carillon. */
import { z } from 'zod';
import {
  DEFAULT_CALL_TIMEOUT_SECONDS,
  MAX_CALL_BODY_LENGTH,
  MAX_CALL_OUTPUTS,
  MAX_CALL_QUERY,
  MAX_CALL_TIMEOUT_SECONDS,
} from '../domain/limits.js';
import { envName, httpUrl, positiveSeconds } from './fields.js';
import { jsonPointer } from './json-pointer.js';
import type { Problem } from './problem.js';

/** What the answer to a call means: that the work has begun, or that it has ended. */
export const ANSWERS = ['accepts', 'ends'] as const;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type CallMethod = (typeof METHODS)[number];
const WITHOUT_BODY: ReadonlySet<CallMethod> = new Set(['GET', 'HEAD']);
/** Methods that may be repeated without harm (RFC 9110, 9.2.2). */
const SAFE_TO_REPEAT: ReadonlySet<CallMethod> = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

const finalStatus = z.int().min(200).max(599);
const statusRange = z
  .string()
  .regex(/^[2-5]\d\d(?:-[2-5]\d\d)?$/, 'must be a status such as 204, or a range of them such as 200-299')
  .refine(
    (text) => (([from = '', to = from]): boolean => from <= to)(text.split('-')),
    'must not end before it begins',
  );

const oauth = z.strictObject({
  tokenUrl: httpUrl
    .refine((text) => {
      const { username, password, search, hash } = new URL(text);
      return [username, password, search, hash].every((part) => part === '');
    }, 'must not contain a user, a password, a query or a fragment')
    .describe('The token endpoint of the authorization server. The same hosts are allowed as for calls.'),
  clientId: z.string().min(1).max(1_000).describe('The id of the client.'),
  clientSecret: envName.describe(
    'The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.',
  ),
  scope: z.string().min(1).max(4_000).optional().describe('The scopes that are requested, separated by spaces.'),
  audience: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe('The audience that is requested, where the server takes one.'),
  clientAuthentication: z
    .enum(['basic', 'post'])
    .optional()
    .describe('Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.'),
});

export const httpCall = z.strictObject({
  method: z.enum(METHODS).optional().describe('Default: `POST` if there is a body, otherwise `GET`.'),
  query: z
    .record(z.string().min(1).max(200), z.string().max(4_000))
    .refine((query) => Object.keys(query).length <= MAX_CALL_QUERY, `must have at most ${MAX_CALL_QUERY} names`)
    .optional()
    .describe('Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.'),
  body: z
    .string()
    .max(MAX_CALL_BODY_LENGTH)
    .optional()
    .describe(
      'The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.',
    ),
  success: z
    .array(z.union([finalStatus, statusRange]))
    .min(1)
    .max(100)
    .optional()
    .describe('The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.'),
  outputs: z
    .record(z.string().min(1).max(100), jsonPointer('/data/count'))
    .refine((outputs) => Object.keys(outputs).length <= MAX_CALL_OUTPUTS, `must have at most ${MAX_CALL_OUTPUTS} names`)
    .optional()
    .describe(
      'Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).',
    ),
  timeoutSeconds: positiveSeconds
    .max(MAX_CALL_TIMEOUT_SECONDS)
    .optional()
    .describe(
      `Seconds from the call to the end of its answer, at most ${MAX_CALL_TIMEOUT_SECONDS}. Default: ${DEFAULT_CALL_TIMEOUT_SECONDS}.`,
    ),
  auth: z
    .strictObject({
      oauth: oauth.describe(
        'A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.',
      ),
    })
    .optional()
    .describe('How the call says who makes it. It replaces a header `Authorization`.'),
});
export type HttpCallSpec = z.output<typeof httpCall>;

/** The fields of a job or worker that describe calls. */
export const callFields = {
  answer: z
    .enum(ANSWERS)
    .optional()
    .describe(
      'Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.',
    ),
  http: httpCall.optional().describe('Web services with `answer: ends`: what is sent, and how the answer is judged.'),
  idempotentStart: z
    .boolean()
    .optional()
    .describe(
      'Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.',
    ),
};

interface CallSettings {
  readonly answer?: (typeof ANSWERS)[number] | undefined;
  readonly http?: HttpCallSpec | undefined;
  readonly idempotentStart?: boolean | undefined;
}

/** The settings of a job over those of its worker; each field of `http` replaces the same one. */
export function callSettings(
  worker: CallSettings,
  job: CallSettings | null,
): CallSettings & { readonly answer: (typeof ANSWERS)[number]; readonly http: HttpCallSpec } {
  return {
    answer: job?.answer ?? worker.answer ?? 'accepts',
    http: { ...worker.http, ...job?.http },
    idempotentStart: job?.idempotentStart ?? worker.idempotentStart,
  };
}

/** Whether the attempts of a run are calls whose answers are their ends. All its tasks agree. */
export const endsByAnswer = ({
  worker,
  job,
}: {
  readonly worker: CallSettings & { readonly engine?: string | undefined };
  readonly job: CallSettings;
}): boolean => worker.engine === 'webservice' && callSettings(worker, job).answer === 'ends';

export const methodOf = ({ method, body }: HttpCallSpec): CallMethod => method ?? (body === undefined ? 'GET' : 'POST');

/** Whether the call may be sent again while it is unknown what became of it. */
export const mayRepeat = ({ http = {}, idempotentStart }: CallSettings): boolean =>
  idempotentStart ?? SAFE_TO_REPEAT.has(methodOf(http));

export function isSuccess(status: number, success: NonNullable<HttpCallSpec['success']> = ['200-299']): boolean {
  return success.some((each) => {
    const [from, to = from] = String(each).split('-').map(Number);
    return from !== undefined && to !== undefined && status >= from && status <= to;
  });
}

/** The problems of settings, of which some may be of the job and some of its worker, that contradict each other. */
export function callProblems({ answer, http = {} }: CallSettings): Problem[] {
  if (Object.keys(http).length === 0) return [];
  const problems: Problem[] = [];
  if (answer !== 'ends') problems.push({ path: ['http'], message: 'is possible only with answer: ends' });
  const method = methodOf(http);
  if (http.body !== undefined && WITHOUT_BODY.has(method))
    problems.push({
      path: ['http', 'body'],
      message: `is not sent with ${method}: leave it out, or name another method`,
    });
  if (http.outputs && method === 'HEAD')
    problems.push({ path: ['http', 'outputs'], message: 'are not possible with HEAD, whose answer has no body' });
  return problems;
}

/** A header that the call would get twice. */
export function authProblems({
  http,
  httpHeaders = {},
}: CallSettings & { readonly httpHeaders?: Readonly<Record<string, string>> | string | undefined }): Problem[] {
  const isNamed = Object.keys(httpHeaders).some((name) => name.toLowerCase() === 'authorization');
  return http?.auth && isNamed
    ? [{ path: ['http', 'auth'], message: 'and a header Authorization exclude each other: leave one of them out' }]
    : [];
}
