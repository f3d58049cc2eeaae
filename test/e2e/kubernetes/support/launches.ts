/** Attempts to be run as pods by the images that the test cluster has. */
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import type { ContainerLaunch } from '../../../../apps/executor/src/engines/engine.js';

/** The images run as root by default, which the restricted level refuses. */
const SOME_USER = { spec: { securityContext: { runAsUser: 1000 } } };

/** Time for a pod to start on a busy machine. */
const START_LIMIT_MS = 600_000;

export const aLaunch = (over: Partial<ContainerLaunch> = {}): ContainerLaunch =>
  aContainerLaunch({ startBy: Date.now() + START_LIMIT_MS, podTemplates: [SOME_USER], ...over });

/** A shell in busybox. */
export const shell = (script: string, over: Partial<ContainerLaunch> = {}): ContainerLaunch =>
  aLaunch({ command: ['sh', '-c', script], ...over });

/** A pod that the instant node plays: `run-ms`, `exit-code`, `waiting` and more, as its annotations say. */
export const played = (script: Readonly<Record<string, string>>): ContainerLaunch =>
  aLaunch({
    podTemplates: [
      {
        metadata: {
          annotations: Object.fromEntries(Object.entries(script).map(([key, value]) => [`instant-node/${key}`, value])),
        },
      },
    ],
  });
