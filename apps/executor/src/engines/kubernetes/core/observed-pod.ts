/** A pod as it is read, parsed once. Times become epoch milliseconds; Kubernetes keeps whole seconds. */
import { z } from 'zod';
import { POD_ANNOTATIONS } from '#common/run/pod-contract.js';

const instant = z.string().transform((text) => Date.parse(text));
const optionalInstant = instant.nullish().transform((at) => at ?? null);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

const terminated = z.object({
  exitCode: z.number(),
  reason: text,
  message: text,
  startedAt: optionalInstant,
  finishedAt: optionalInstant,
});

const containerStatus = z.object({
  name: z.string(),
  containerID: text,
  restartCount: z.number().default(0),
  state: z
    .object({
      waiting: z.object({ reason: text, message: text }).nullish(),
      running: z.object({ startedAt: optionalInstant }).nullish(),
      terminated: terminated.nullish(),
    })
    .nullish(),
  lastState: z.object({ terminated: terminated.nullish() }).nullish(),
});

const list = <T extends z.ZodType>(element: T) =>
  z
    .array(element)
    .nullish()
    .transform((elements) => elements ?? []);

const stringMap = z
  .record(z.string(), z.string())
  .nullish()
  .transform((map) => map ?? {});

const { attempt, secret, stop, tenant, job, completionIndex } = POD_ANNOTATIONS;
const READ_ANNOTATIONS = [attempt, secret, stop, tenant, job, completionIndex];

const quantity = z.union([z.string(), z.number()]).optional();
const resources = z
  .object({
    limits: z.object({ memory: quantity }).nullish(),
    requests: z.object({ cpu: quantity, memory: quantity }).nullish(),
  })
  .nullish();
const container = z.object({ name: z.string(), restartPolicy: text, resources });

export const observedPod = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    creationTimestamp: instant,
    deletionTimestamp: optionalInstant,
    deletionGracePeriodSeconds: z
      .number()
      .nullish()
      .transform((seconds) => seconds ?? null),
    finalizers: list(z.string()),
    labels: stringMap,
    // Only our own annotations are kept; job storage is among them and may be large.
    annotations: z
      .object(Object.fromEntries(READ_ANNOTATIONS.map((key) => [key, z.string().optional()])))
      .nullish()
      .transform((map): Readonly<Record<string, string | undefined>> => map ?? {}),
  }),
  spec: z.object({
    nodeName: text,
    subdomain: text,
    terminationGracePeriodSeconds: z.number().default(30),
    restartPolicy: z.string().default('Always'),
    initContainers: list(container),
    containers: list(container),
    resources,
  }),
  status: z
    .object({
      phase: z.string().default('Pending'),
      reason: text,
      message: text,
      conditions: list(z.object({ type: z.string(), status: z.string(), reason: text, message: text })),
      initContainerStatuses: list(containerStatus),
      containerStatuses: list(containerStatus),
    })
    .prefault({}),
});

export type ObservedPod = z.output<typeof observedPod>;
export type ContainerStatus = z.output<typeof containerStatus>;
export type Termination = z.output<typeof terminated>;
