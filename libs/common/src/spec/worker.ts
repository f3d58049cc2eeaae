/** The public shape of a worker: an application that can do a kind of work. */
import { z } from 'zod';
import { MAX_JOB_FIELDS } from '../domain/limits.js';
import {
  displayName,
  env,
  envName,
  httpHeaders,
  callUrl,
  jsonObject,
  MASK,
  nameText,
  objectName,
  slug,
} from './fields.js';

export const ENGINES = ['kubernetes', 'webservice', 'process'] as const;
export type Engine = (typeof ENGINES)[number];

/** The generic web-service worker that is built in: its jobs bring their own url. */
export const GENERIC_WEBSERVICE_WORKER = 'other_webservice';

/** What jobs say of a worker's pods: the fields of a job, and what a pod template holds of the same. */
export const JOB_FIELDS = ['image', 'command', 'args', 'env', 'volumes', 'containers', 'dns'] as const;
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
export const resources = z.strictObject({ requests: quantityMap.optional(), limits: quantityMap.optional() });
export const commandLine = z.array(z.string().max(32_768)).max(256);

const workerFields = {
  name: displayName,
  description: z.string().max(4_000).optional(),
  engine: z.enum(ENGINES).optional(),
  image: nameText.min(1).max(512).optional(),
  command: commandLine.optional(),
  args: commandLine.optional(),
  env: env.optional(),
  envFrom: z
    .array(z.strictObject({ secret: objectName, key: secretKey, as: envName }))
    .max(100)
    .optional(),
  resources: resources.optional(),
  podTemplate: jsonObject.optional(),
  allowRoot: z.boolean().optional().meta({
    description:
      'Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not.',
  }),
  imagePullSecrets: z.array(objectName).max(16).optional(),
  serviceAccount: objectName.optional(),
  jobFields: z
    .array(z.union([z.enum(JOB_FIELDS), z.string().regex(/^env\.[A-Za-z_][A-Za-z0-9_]*$/, JOB_FIELD_FORMS)]))
    .max(MAX_JOB_FIELDS)
    .optional()
    .meta({
      description:
        'Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. Whoever sets `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter.',
    }),
  url: callUrl.optional(),
  httpHeaders: httpHeaders.optional(),
  cancelUrl: callUrl.optional(),
  idempotentStart: z.boolean().optional(),
  limits: z
    .strictObject({ maxActive: z.int().positive().optional(), maxPerSecond: z.number().positive().optional() })
    .optional()
    .meta({
      description:
        'Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job.',
    }),
  tenants: z.array(slug).max(1_000).optional(),
  template: jsonObject.optional(),
};

/** A worker without its id and without what is only shown. */
export const workerSpec = z.strictObject(workerFields).superRefine(checkEngineFields);
/** Body of `POST /workers`. */
export const newWorker = z.strictObject({ id: slug, ...workerFields }).superRefine(checkEngineFields);
export type WorkerSpec = z.output<typeof workerSpec>;
export type NewWorker = z.output<typeof newWorker>;

/** A worker as it is read, changed and sent back; the mask in place of a secret leaves it as it is. */
export const workerReplacement = z
  .strictObject({
    ...workerFields,
    httpHeaders: z.union([z.literal(MASK), httpHeaders]).optional(),
    id: z.string().optional(),
    version: z.number().optional(),
    createdAt: z.string().optional(),
    updatedAt: z.string().optional(),
    updatedBy: z.string().optional(),
    warnings: z.unknown().optional(),
  })
  .superRefine(checkEngineFields);
export type WorkerReplacement = z.output<typeof workerReplacement>;

export const engineOf = (worker: Pick<WorkerSpec, 'engine'>): Engine => worker.engine ?? 'kubernetes';

function checkEngineFields(
  worker: {
    engine?: Engine | undefined;
    image?: string | undefined;
    command?: string[] | undefined;
    allowRoot?: boolean | undefined;
  },
  ctx: z.RefinementCtx,
): void {
  const engine = worker.engine ?? 'kubernetes';
  if (engine !== 'kubernetes' && worker.allowRoot === true) {
    ctx.addIssue({ code: 'custom', path: ['allowRoot'], message: `is not possible on the engine ${engine}` });
  }
  if (engine === 'kubernetes' && worker.image === undefined) {
    ctx.addIssue({
      code: 'custom',
      path: ['image'],
      message: 'is needed by the kubernetes engine (the default engine)',
    });
  }
  if (engine === 'process' && !worker.command?.[0]) {
    ctx.addIssue({ code: 'custom', path: ['command'], message: 'is needed by the process engine' });
  }
}
