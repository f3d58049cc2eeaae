/** The parts of a pod that are needed to follow its log, and the state of its worker's log. */
import { z } from 'zod';
import { MAIN_CONTAINER, POD_ANNOTATIONS } from '#common/run/pod-contract.js';

/** Only its presence matters. */
const presence = z.object({}).nullish();

const containerStatus = z.object({
  name: z.string(),
  restartCount: z.number().default(0),
  state: z.object({ running: presence, terminated: presence }).nullish(),
  lastState: z.object({ terminated: presence }).nullish(),
});

export const followedPod = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    annotations: z
      .object({ [POD_ANNOTATIONS.attempt]: z.string().optional() })
      .nullish()
      .transform((map): Readonly<Record<string, string | undefined>> => map ?? {}),
  }),
  spec: z.object({ restartPolicy: z.string().default('Always'), nodeName: z.string().default('') }),
  status: z
    .object({
      phase: z.string().default('Pending'),
      containerStatuses: z
        .array(containerStatus)
        .nullish()
        .transform((statuses) => statuses ?? []),
    })
    .prefault({}),
});
type ContainerStatus = z.output<typeof containerStatus>;
export type FollowedPod = z.output<typeof followedPod>;

/** The state of the output of a pod's worker. */
export interface PodLogState {
  /** The newest start (round) of the container that has a log; null before the first. */
  readonly round: number | null;
  /** The newest round has ended. */
  readonly isRoundOver: boolean;
  /** The log of the round before the newest can still be read. */
  readonly hasFormer: boolean;
  /** No further round will come. */
  readonly isLast: boolean;
}

const NOT_BEGUN: PodLogState = { round: null, isRoundOver: false, hasFormer: false, isLast: false };

export function logStateOf(pod: FollowedPod): PodLogState {
  const { phase, containerStatuses } = pod.status;
  const isPodOver = phase === 'Succeeded' || phase === 'Failed';
  const main = containerStatuses.find(({ name }) => name === MAIN_CONTAINER);
  const standing = main ? standingOf(main) : 'waits';
  if (!main || standing === 'waits') return { ...NOT_BEGUN, isLast: isPodOver };
  return {
    round: main.restartCount,
    isRoundOver: standing !== 'runs' || isPodOver,
    hasFormer: standing !== 'waitsAgain' && main.restartCount > 0,
    isLast: isPodOver || pod.spec.restartPolicy === 'Never',
  };
}

/** A container that waits for its restart shows the round before as its last state. */
function standingOf({ state, lastState }: ContainerStatus): 'waits' | 'runs' | 'hasEnded' | 'waitsAgain' {
  if (state?.running) return 'runs';
  if (state?.terminated) return 'hasEnded';
  return lastState?.terminated ? 'waitsAgain' : 'waits';
}
