/** Why a pod exists but does not run yet. */
import type { AttemptResult } from '#common/run/run.js';
import { describeExit } from './container-exit.js';
import type { ContainerStatus, ObservedPod } from './observed-pod.js';

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
  CreateContainerConfigError: 'startRefused',
  CreateContainerError: 'startRefused',
  RunContainerError: 'startRefused',
};

const PREPARING: PodWait = {
  reason: 'Starting',
  message: 'the node is preparing the pod',
  result: null,
  isFinal: false,
};

/** Waits that every pod goes through. */
const PASSING = new Set(['', 'ContainerCreating', 'PodInitializing']);

/** The last error of a registry, by container: during the back-off the status reports only the back-off. */
export type PullErrors = Readonly<Record<string, string>>;

/** The current errors of registries. */
export const pullErrorsOf = ({ status }: ObservedPod): PullErrors =>
  Object.fromEntries(
    [...status.initContainerStatuses, ...status.containerStatuses].flatMap(({ name, state }) =>
      state?.waiting?.reason === 'ErrImagePull' ? [[name, state.waiting.message]] : [],
    ),
  );

/** Null once one of its own containers has started, or if nothing is known. `pullErrors`: including earlier ones. */
export function waitOf(pod: ObservedPod, pullErrors: PullErrors = {}): PodWait | null {
  if (pod.spec.nodeName === '') return unscheduled(pod);
  const { initContainerStatuses, containerStatuses } = pod.status;
  const waits = [...initContainerStatuses, ...containerStatuses].flatMap((status) =>
    waitOfContainer(status, pullErrors),
  );
  const troubled = waits.find(({ result, reason }) => result !== null || !PASSING.has(reason));
  return waits.find(({ isFinal }) => isFinal) ?? troubled ?? waits[0] ?? PREPARING;
}

function waitOfContainer({ name, state, lastState }: ContainerStatus, pullErrors: PullErrors): PodWait[] {
  const waiting = state?.waiting;
  if (!waiting) return [];
  const final = finalWait(name, waiting);
  if (final) return [final];
  const { reason, message } = waiting;
  const pullError = reason === 'ImagePullBackOff' ? (pullErrors[name] ?? '') : '';
  const more = message.includes(pullError) ? '' : pullError;
  const former = lastState?.terminated ? describeExit({ name, ...lastState.terminated }) : '';
  const text = [message === '' ? `container ${name} waits` : message, more, former].filter(Boolean).join(': ');
  const word = reason === '' ? 'ContainerCreating' : reason;
  return [{ reason: word, message: text, result: RESULTS[reason] ?? null, isFinal: false }];
}

function finalWait(name: string, { reason, message }: { reason: string; message: string }): PodWait | null {
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
