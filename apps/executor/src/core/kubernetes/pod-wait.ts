/** Why a pod exists and does not run yet. */
import type { AttemptResult } from '#common/domain/run.js';
import { describeExit } from './container-exit.js';
import type { ContainerStatus, ObservedPod } from './observed-pod.js';

export interface PodWait {
  readonly reason: string;
  readonly message: string;
  /** What the attempt has come to if it never gets further; null for what passes by itself. */
  readonly result: Extract<AttemptResult, 'imagePull' | 'unschedulable' | 'startRefused'> | null;
}

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

/** What every pod goes through. */
const PASSING = new Set(['', 'ContainerCreating', 'PodInitializing']);

/** What a registry last said, by container: while it is left in peace only that is told. */
export type PullErrors = Readonly<Record<string, string>>;

/** What the registries say now. */
export const pullErrorsOf = ({ status }: ObservedPod): PullErrors =>
  Object.fromEntries(
    [...status.initContainerStatuses, ...status.containerStatuses].flatMap(({ name, state }) =>
      state?.waiting?.reason === 'ErrImagePull' ? [[name, state.waiting.message]] : [],
    ),
  );

/** Null once a container of its own has begun, or nothing is known. `pullErrors`: of earlier, too. */
export function waitOf(pod: ObservedPod, pullErrors: PullErrors = {}): PodWait | null {
  if (pod.spec.nodeName === '') return unscheduled(pod);
  const { initContainerStatuses, containerStatuses } = pod.status;
  const waits = [...initContainerStatuses, ...containerStatuses].flatMap((status) =>
    waitOfContainer(status, pullErrors),
  );
  const troubled = waits.find(({ result, reason }) => result !== null || !PASSING.has(reason));
  return troubled ?? waits[0] ?? { reason: 'Starting', message: 'its node is preparing it', result: null };
}

function waitOfContainer({ name, state, lastState }: ContainerStatus, pullErrors: PullErrors): PodWait[] {
  const waiting = state?.waiting;
  if (!waiting) return [];
  const { reason, message } = waiting;
  const pullError = reason === 'ImagePullBackOff' ? (pullErrors[name] ?? '') : '';
  const more = message.includes(pullError) ? '' : pullError;
  const former = lastState?.terminated ? describeExit({ name, ...lastState.terminated }) : '';
  const text = [message === '' ? `container ${name} waits` : message, more, former].filter(Boolean).join(': ');
  return [{ reason: reason === '' ? 'ContainerCreating' : reason, message: text, result: RESULTS[reason] ?? null }];
}

function unscheduled(pod: ObservedPod): PodWait {
  const condition = pod.status.conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
  if (!condition) return { reason: 'Scheduling', message: 'it waits for the scheduler', result: null };
  const reason = condition.reason === '' ? 'Unschedulable' : condition.reason;
  return { reason, message: condition.message, result: reason === 'Unschedulable' ? 'unschedulable' : null };
}

/** The same for waits that alternate while nothing changes, so that a change of words is not taken for news. */
export const waitKind = ({ reason }: PodWait): string =>
  reason === 'ErrImagePull' || reason === 'ImagePullBackOff' ? 'ImagePull' : reason;
