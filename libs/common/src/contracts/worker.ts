/** The public shape of a worker: an application that can do a kind of work. */
import { z } from 'zod';
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
} from './common.js';

export const ENGINES = ['kubernetes', 'webservice', 'process'] as const;
export type Engine = (typeof ENGINES)[number];

/** The generic web-service worker that is built in: its jobs bring their own url. */
export const GENERIC_WEBSERVICE_WORKER = 'other_webservice';

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
