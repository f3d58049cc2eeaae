/** Why a pod exists but does not run yet. */
import type { AttemptResult } from '#common/run/run.js';
import { type ContainerStatus, type ObservedPod, describeExit, terminationOf } from './observed-pod.js';

export interface PodWait {
  readonly reason: string;
  readonly message: string;
  /** The result of the attempt if the wait never ends; null for waits that end by themselves. */
  readonly result: Extract<AttemptResult, 'imagePull' | 'unschedulable' | 'startRefused'> | null;
  /** True if the wait certainly never ends: waiting for the start deadline is useless. */
  readonly isFinal: boolean;
}

interface FinalWait {
  readonly of: string;
  /** A text that the node's message contains; absent: any message. */
  readonly text?: RegExp;
  readonly reason: string;
  /** The problem and its solution; absent: the node's own message states them. */
  readonly advice?: string;
}

const OR_ALLOW = 'set securityContext.runAsUser in a podTemplate, or let an admin set allowRoot of the worker';

/**
 * Problems of the image or the pod itself, which do not change while it waits. Other missing objects (a secret, a volume claim, an image
 * in a registry) may still appear.
 */
const FINAL_WAITS: readonly FinalWait[] = [
  {
    of: 'CreateContainerConfigError',
    text: /image will run as root/,
    reason: 'ImageRunsAsRoot',
    advice: `the image runs as root, which is not allowed in pods: set a numeric USER in the image, ${OR_ALLOW}`,
  },
  {
    of: 'CreateContainerConfigError',
    text: /non-numeric user/,
    reason: 'ImageUserUnclear',
    advice: `the image gives its USER as a name, which may stand for root: set a numeric USER in the image, ${OR_ALLOW}`,
  },
  {
    of: 'CreateContainerConfigError',
    text: /runAsUser breaks non-root policy/,
    reason: 'RunsAsRoot',
    advice: 'the podTemplate sets runAsUser 0, but pods may run as root only if an admin sets allowRoot of the worker',
  },
  {
    of: 'CreateContainerError',
    text: /no command specified/,
    reason: 'NoCommand',
    advice: 'neither the image nor the worker nor the job has a command: set a command in one of them',
  },
  { of: 'InvalidImageName', reason: 'InvalidImageName' },
];

const RESULTS: Readonly<Record<string, NonNullable<PodWait['result']>>> = {
  ErrImagePull: 'imagePull',
  ImagePullBackOff: 'imagePull',
  ErrImageNeverPull: 'imagePull',
  InvalidImageName: 'imagePull',
  ImageInspectError: 'imagePull',
  RegistryUnavailable: 'imagePull',
  SignatureValidationFailed: 'imagePull',
  ImageVolumeMountFailed: 'imagePull',
  CreateContainerConfigError: 'startRefused',
  CreateContainerError: 'startRefused',
  RunContainerError: 'startRefused',
  PreCreateHookError: 'startRefused',
  PreStartHookError: 'startRefused',
  PostStartHookError: 'startRefused',
};

const PREPARING: PodWait = {
  reason: 'Starting',
  message: 'the node is preparing the pod',
  result: null,
  isFinal: false,
};

/** Waits that every pod goes through. */
const PASSING = new Set(['', 'ContainerCreating', 'PodInitializing']);

interface Waiting {
  readonly reason: string;
  readonly message: string;
}

interface FormerWait extends Waiting {
  /** The last error of the registry: during the back-off the status reports only the back-off. */
  readonly pullError: string;
}

/** The last trouble of each container, by its name. A node that is told to remove the pod no longer reports it. */
export type FormerWaits = Readonly<Record<string, FormerWait>>;

/** `former` with the present troubles. */
export function withWaits(former: FormerWaits, pod: ObservedPod): FormerWaits {
  const present = statusesOf(pod).flatMap(({ name, state }) => {
    const waiting = state?.waiting;
    if (!waiting || PASSING.has(waiting.reason)) return [];
    const { reason, message } = waiting;
    const pullError = reason === 'ErrImagePull' ? message : (former[name]?.pullError ?? '');
    return [[name, { reason, message, pullError }] as const];
  });
  return { ...former, ...Object.fromEntries(present) };
}

const statusesOf = ({ status }: ObservedPod): readonly ContainerStatus[] => [
  ...status.initContainerStatuses,
  ...status.containerStatuses,
];

/** To be asked of a pod of which no own container has started. */
export function waitOf(pod: ObservedPod, former: FormerWaits = {}): PodWait {
  if (pod.spec.nodeName === '') return unscheduled(pod);
  const waits = statusesOf(pod).flatMap((status) => waitOfContainer(status, former[status.name]));
  const troubled = waits.find(({ result, reason }) => result !== null || !PASSING.has(reason));
  return waits.find(({ isFinal }) => isFinal) ?? troubled ?? ofWholePod(pod) ?? waits[0] ?? PREPARING;
}

/** Virtual nodes (`ProviderFailed`) tell of the pod alone. */
function ofWholePod({ status: { phase, reason, message } }: ObservedPod): PodWait | null {
  return phase !== 'Pending' || reason === '' ? null : { reason, message, result: 'startRefused', isFinal: false };
}

function waitOfContainer(status: ContainerStatus, former?: FormerWait): PodWait[] {
  const { name, lastState } = status;
  const waiting = waitingOf(status, former);
  if (!waiting) return [];
  const final = finalWait(name, waiting);
  if (final) return [final];
  const { reason, message } = waiting;
  const pullError = reason === 'ImagePullBackOff' ? (former?.pullError ?? '') : '';
  const more = message.includes(pullError) ? '' : pullError;
  const lastExit = lastState?.terminated ? describeExit({ name, ...lastState.terminated }) : '';
  const text = [message === '' ? `container ${name} waits` : message, more, lastExit].filter(Boolean).join(': ');
  const word = reason === '' ? 'ContainerCreating' : reason;
  return [{ reason: word, message: text, result: RESULTS[reason] ?? null, isFinal: false }];
}

/** Its former trouble holds while it has neither started nor another trouble. */
function waitingOf(status: ContainerStatus, former: Waiting | undefined): Waiting | null {
  const present = status.state?.waiting ?? null;
  const isTelling = present !== null && !PASSING.has(present.reason);
  const hasStarted = Boolean(status.state?.running) || terminationOf(status) !== null;
  return isTelling || hasStarted ? present : (former ?? present);
}

function finalWait(name: string, { reason, message }: Waiting): PodWait | null {
  const rule = FINAL_WAITS.find(({ of, text }) => of === reason && (text?.test(message) ?? true));
  if (!rule) return null;
  const words = rule.advice ?? message;
  return {
    reason: rule.reason,
    message: `container ${name}: ${words}`,
    result: RESULTS[reason] ?? 'startRefused',
    isFinal: true,
  };
}

function unscheduled(pod: ObservedPod): PodWait {
  const condition = pod.status.conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
  if (!condition) return { ...PREPARING, reason: 'Scheduling', message: 'the pod waits for the Kubernetes scheduler' };
  const reason = condition.reason === '' ? 'Unschedulable' : condition.reason;
  const result = reason === 'Unschedulable' ? 'unschedulable' : null;
  return { reason, message: condition.message, result, isFinal: false };
}

/** Returns the same value for waits that alternate while nothing changes, so that a different wording does not count as a change. */
export const waitKind = ({ reason }: PodWait): string =>
  reason === 'ErrImagePull' || reason === 'ImagePullBackOff' ? 'ImagePull' : reason;
