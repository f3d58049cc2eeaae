/** A pod as it is read, parsed once. Times become epoch milliseconds; Kubernetes keeps whole seconds. */
import { z } from 'zod';
import { POD_ANNOTATIONS } from '#common/run/pod-contract.js';
import { quantityOf } from '#common/spec/quantity.js';
import type { Requested } from '#common/usage/usage.js';
import type { Placement } from '../../engine.js';

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

/* The exit of a container, and its text for operators. */

export interface Exit extends Termination {
  readonly name: string;
}

/** Longer messages are cut at their beginning, because the error is at the end of a log. */
const MAX_LAST_WORDS = 1_000;

/** The exit code of shells and runtimes for a signal: 128 and its number. */
const SIGNALS: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  131: 'SIGQUIT',
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  141: 'SIGPIPE',
  143: 'SIGTERM',
};

/**
 * How a container ended last; null if it runs or never ran. Nodes (seen with 1.36) report a container that they do not find as ended with 137, even
 * if it never started: then nothing has exited.
 */
export function terminationOf({ containerID, state, lastState }: ContainerStatus): Termination | null {
  const own = state?.terminated;
  const isFound = own?.reason !== 'ContainerStatusUnknown' || own.startedAt !== null || containerID !== '';
  if (own && isFound) return own;
  return state?.running ? null : (lastState?.terminated ?? null);
}

export function describeExit({ name, exitCode, message }: Pick<Exit, 'name' | 'exitCode' | 'message'>): string {
  const signal = SIGNALS[exitCode];
  const what = `container ${name} exited with ${exitCode}${signal === undefined ? '' : ` (${signal})`}`;
  const words = message.trim();
  if (words === '') return what;
  return `${what}: ${words.length > MAX_LAST_WORDS ? `…${words.slice(-MAX_LAST_WORDS)}` : words}`;
}

/* Where a pod runs, and what it requests of its node. */

type Requests = ObservedPod['spec']['containers'][number]['resources'];

export function placementOf(pod: ObservedPod): Placement {
  const { nodeName } = pod.spec;
  const requested = requestedBy(pod);
  return {
    node: nodeName === '' ? null : nodeName,
    name: pod.metadata.name,
    ...(requested !== null && { requested }),
  };
}

/**
 * Null: nothing. As the scheduler of Kubernetes counts it (KEP-2837, KEP-753): the pod's own requests where it has them, otherwise those of its
 * containers and native sidecars together. Init containers that may need more before these start are left out.
 */
function requestedBy({ spec }: ObservedPod): Requested | null {
  const sidecars = spec.initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const parts = [...spec.containers, ...sidecars].map(({ resources }) => resources);
  const sum = (of: 'cpu' | 'memory'): number =>
    requestOf(spec.resources, of) ?? parts.reduce((all, each) => all + (requestOf(each, of) ?? 0), 0);
  const requested = { milliCpu: Math.round(sum('cpu') * 1_000), memoryMib: Math.round(sum('memory') / 2 ** 20) };
  return requested.milliCpu === 0 && requested.memoryMib === 0 ? null : requested;
}

function requestOf(resources: Requests, of: 'cpu' | 'memory'): number | null {
  const value = resources?.requests?.[of];
  return value === undefined ? null : quantityOf(value);
}
