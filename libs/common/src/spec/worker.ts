/** The public shape of a worker: an application that can do a kind of work. */
import { z } from 'zod';
import { MAX_JOB_FIELDS } from '../domain/limits.js';
import { MASK } from '../domain/mask.js';
import type { Problem } from './problem.js';
import { authProblems, callFields, callProblems, type HttpCallSpec } from './http-call.js';
import {
  displayName,
  env,
  envName,
  httpHeaders,
  callUrl,
  jsonObject,
  nameText,
  objectName,
  readOnlyField,
  readOnlyFields,
  slug,
} from './fields.js';

export const ENGINES = ['kubernetes', 'webservice', 'process'] as const;
export type Engine = (typeof ENGINES)[number];

/** The built-in generic web-service worker: its jobs set their own url. */
export const GENERIC_WEBSERVICE_WORKER = 'other_webservice';

/** The fields by which jobs change a worker's pods: fields of the job, and the same fields of a pod template; `http`: its calls. */
export const JOB_FIELDS = [
  'image',
  'command',
  'args',
  'env',
  'volumes',
  'containers',
  'dns',
  'http',
  'identity',
] as const;
export type JobField = (typeof JOB_FIELDS)[number];

const JOB_FIELD_FORMS = `must be one of ${JOB_FIELDS.join(', ')}, or env. and the name of a variable`;

const secretKey = z
  .string()
  .max(253)
  .regex(/^[-._a-zA-Z0-9]+$/, 'must be a key of a Kubernetes secret: letters, digits, "-", "_" and "."')
  .refine((key) => key !== '.' && key !== '..', 'must not be "." or ".."');

export const quantityMap = z.record(
  z.string(),
  z.string().regex(/^[0-9.]+([a-zA-Z]{0,2})$/, 'must be a Kubernetes quantity such as 100m or 128Mi'),
);
export const resources = z.strictObject({
  requests: quantityMap
    .optional()
    .meta({ description: 'Quantities that are reserved, by resource.', examples: [{ cpu: '100m', memory: '128Mi' }] }),
  limits: quantityMap.optional().describe('Quantities that may be used at most, by resource.'),
});
export const commandLine = z.array(z.string().max(32_768)).max(256);

const workerFields = {
  name: displayName.describe('The display name.'),
  description: z.string().max(4_000).optional().describe('A description of the worker, for people.'),
  engine: z
    .enum(ENGINES)
    .optional()
    .describe(
      "The engine that executes attempts: as pods, as calls of a web service, or as processes on the executor's host. Default: `kubernetes`.",
    ),
  image: nameText.min(1).max(512).optional().describe('Kubernetes: the container image.'),
  command: commandLine
    .optional()
    .describe('The program and its first arguments. Kubernetes: they replace the entry point of the image.'),
  args: commandLine.optional().describe('Arguments that follow the command.'),
  env: env.optional().describe('Environment variables.'),
  envFrom: z
    .array(
      z.strictObject({
        secret: objectName.describe('The name of the Kubernetes secret.'),
        key: secretKey.describe('The key in that secret.'),
        as: envName.describe('The name of the environment variable that holds the value.'),
      }),
    )
    .max(100)
    .optional()
    .describe('Kubernetes: environment variables whose values come from keys of secrets.'),
  resources: resources.optional().describe('Kubernetes: requests and limits of the container.'),
  podTemplate: jsonObject.optional().describe('Kubernetes: the PodTemplateSpec from which pods are created.'),
  allowRoot: z
    .boolean()
    .optional()
    .describe(
      'Kubernetes only: true lets the containers run as root, without capabilities and without privilege escalation. Only admins may change workers. The namespace must accept such pods; the Pod Security level `restricted` does not.',
    ),
  imagePullSecrets: z
    .array(objectName)
    .max(16)
    .optional()
    .describe('Kubernetes: the names of the secrets that are used to pull the image.'),
  serviceAccount: objectName.optional().describe('Kubernetes: the service account of the pods.'),
  jobFields: z
    .array(z.union([z.enum(JOB_FIELDS), z.string().regex(/^env\.[A-Za-z_][A-Za-z0-9_]*$/, JOB_FIELD_FORMS)]))
    .max(MAX_JOB_FIELDS)
    .optional()
    .describe(
      'Kubernetes: the fields that jobs may set if the worker has rights of its own (envFrom, serviceAccount, imagePullSecrets, references in its podTemplate); jobs of other workers may set every field. An editor who may set `image` or `command` thereby has all of these rights. `env` stands for every variable, `env.NAME` for one. Kubernetes and processes: `secretsFrom` of jobs may set these variables, also in place of those of the worker; `identity` lets jobs have one. Web services: `http` lets jobs set `answer`, `http` and `idempotentStart`; a worker without a `url` always does. Default: `args` if the command of the worker is not just a shell or interpreter, otherwise none.',
    ),
  url: callUrl.optional().describe('Web services: the address that is called to start an attempt.'),
  httpHeaders: httpHeaders
    .optional()
    .describe(
      'Web services: headers of the call. Values are stored encrypted and shown as `***`. If the header `webhook-signature` begins with `whsec_`, it is a secret with which the calls are signed.',
    ),
  cancelUrl: callUrl.optional().describe('Web services: the address that is called when an attempt has to end early.'),
  ...callFields,
  limits: z
    .strictObject({
      maxActive: z.int().positive().optional().describe('How many attempts may be live at once.'),
      maxPerSecond: z.number().positive().optional().describe('How many attempts are started in a second at most.'),
    })
    .optional()
    .describe(
      'The limits of attempts, for all executors together. If the tasks of a run have several workers, the limits of the worker of the job apply.',
    ),
  tenants: z.array(slug).max(1_000).optional().describe('The tenants that may use the worker. Default: all tenants.'),
  template: jsonObject.optional().describe('The fields with which a new job of this worker begins.'),
};

/** A worker without its id and its read-only fields. */
export const workerSpec = z.strictObject(workerFields).superRefine(checkEngineFields);
/** Body of `POST /workers`. */
export const newWorker = z
  .strictObject({ id: slug.describe('The id by which jobs refer to the worker.'), ...workerFields })
  .superRefine(checkEngineFields);
export type WorkerSpec = z.output<typeof workerSpec>;
export type NewWorker = z.output<typeof newWorker>;

/** A worker as it is read, changed and sent back; the mask in place of a secret leaves it as it is. */
export const workerReplacement = z
  .strictObject({
    ...workerFields,
    httpHeaders: z
      .union([z.literal(MASK), httpHeaders])
      .optional()
      .describe('Web services: headers of the call; `***` in place of a value leaves it as it is.'),
    ...readOnlyFields,
    warnings: readOnlyField(z.unknown()),
  })
  .superRefine(checkEngineFields);
export type WorkerReplacement = z.output<typeof workerReplacement>;

export const engineOf = (worker: Pick<WorkerSpec, 'engine'>): Engine => worker.engine ?? 'kubernetes';

interface CheckedWorker {
  engine?: Engine | undefined;
  image?: string | undefined;
  command?: string[] | undefined;
  allowRoot?: boolean | undefined;
  answer?: WorkerSpec['answer'];
  http?: HttpCallSpec | undefined;
  httpHeaders?: Readonly<Record<string, string>> | typeof MASK | undefined;
}

function checkEngineFields(worker: CheckedWorker, ctx: z.RefinementCtx): void {
  for (const { path, message } of [...engineProblems(worker), ...callProblems(worker), ...authProblems(worker)])
    ctx.addIssue({ code: 'custom', path: [...path], message });
}

const OF_ONE_ENGINE = [
  ['allowRoot', 'kubernetes'],
  ['answer', 'webservice'],
  ['http', 'webservice'],
] as const satisfies readonly (readonly [keyof CheckedWorker, Engine])[];

/** Fields that are only possible on one engine, and those that an engine requires. */
function engineProblems(worker: CheckedWorker): Problem[] {
  const engine = worker.engine ?? 'kubernetes';
  const problems: Problem[] = OF_ONE_ENGINE.filter(
    ([field, only]) => only !== engine && worker[field] !== undefined && worker[field] !== false,
  ).map(([field]) => ({ path: [field], message: `is not possible on the engine ${engine}` }));
  if (engine === 'kubernetes' && worker.image === undefined)
    problems.push({ path: ['image'], message: 'is required by the kubernetes engine, which is the default engine' });
  if (engine === 'process' && !worker.command?.[0])
    problems.push({ path: ['command'], message: 'is required by the process engine' });
  return problems;
}
