/** Asks the cluster why it deleted a pod, if the pod itself does not say so. A missing answer explains nothing. */
import type { AttemptEnd } from '#common/run/run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { explainedEnd, isUnexplained } from './core/deletion-cause.js';
import type { PodApi, PodRef } from './pod-api.js';

export class EndExplainer {
  constructor(
    private readonly api: PodApi,
    private readonly log: Logger,
  ) {}

  /** Never fails. */
  async explain(pod: PodRef, end: AttemptEnd): Promise<AttemptEnd> {
    if (!isUnexplained(end)) return end;
    try {
      return explainedEnd(end, await this.api.eventsOf(pod));
    } catch (error) {
      this.log.warn(
        { pod: pod.name, error: messageOf(error) },
        'the events that say why a pod was deleted cannot be read',
      );
      return end;
    }
  }
}
