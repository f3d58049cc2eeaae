/** Finds the pods of attempts that the watch does not know: by their labels, and by their names. */
import { parseAttemptId, runOfAttempt, type AttemptId } from '#common/domain/ids.js';
import { attemptOfAnnotations, attemptSelector, runsSelector } from '#common/run/pod-contract.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import { ApiError, isForbidden } from '#common/kubernetes/api-error.js';
import type { ObservedPod } from './core/observed-pod.js';
import type { PodApi } from './pod-api.js';
import type { PodTracker, TrackedPod } from './pod-tracker.js';

interface Sought {
  readonly attempt: AttemptId;
  /** The name of the attempt's pod, if it is known. */
  readonly name: string | null;
}

export interface FinderParts {
  readonly api: PodApi;
  readonly tracker: PodTracker;
  /** Reads `kind` in every namespace of ours, including new ones. Throws ApiError. */
  readonly inAllNamespaces: <T>(kind: string, read: (namespace: string) => Promise<readonly T[]>) => Promise<T[]>;
  /** Watches all namespaces, because only watched ones are searched. Throws AppError UNAVAILABLE. */
  readonly watchAll: () => Promise<void>;
}

/**
 * Every method throws AppError UNAVAILABLE if the cluster does not answer: an object that was not searched for does not count as gone.
 */
export class PodFinder {
  constructor(
    private readonly instance: string,
    private readonly parts: FinderParts,
  ) {}

  /** The attempt's pod: from the watch, else from the server. */
  async find(sought: Sought): Promise<TrackedPod | null> {
    const { tracker } = this.parts;
    const selector = this.selectorOf(sought.attempt);
    if (!tracker.find(sought.attempt) && selector !== null) await this.learn(selector);
    await this.learnByName(sought);
    return tracker.find(sought.attempt);
  }

  /** Finds the pods of many attempts. */
  async findAll(sought: readonly Sought[]): Promise<void> {
    const missing = sought.filter(({ attempt }) => !this.parts.tracker.find(attempt));
    if (missing.length === 0) return;
    await this.learn(
      runsSelector(
        this.instance,
        missing.map(({ attempt }) => runOfAttempt(attempt)),
      ),
    );
    await Promise.all(missing.map((each) => this.learnByName(each)));
  }

  private async learn(selector: string): Promise<void> {
    const { api } = this.parts;
    await this.parts.watchAll();
    await this.learnFrom((namespace) => api.list(namespace, selector));
  }

  /** Another client may have removed the pod's labels while no replica watched: then the pod is found only by its name. */
  private async learnByName({ attempt, name }: Sought): Promise<void> {
    const { api, tracker } = this.parts;
    if (name === null || tracker.find(attempt)) return;
    await this.learnFrom(async (namespace) => {
      const pod = await api.get(namespace, name, 'read');
      return pod && attemptOfAnnotations(pod.metadata.annotations) === attempt ? [pod] : [];
    });
  }

  private async learnFrom(read: (namespace: string) => Promise<readonly ObservedPod[]>): Promise<void> {
    try {
      for (const pod of await this.parts.inAllNamespaces('pods', read)) this.parts.tracker.learn(pod);
    } catch (error) {
      throw unavailable(error);
    }
  }

  private selectorOf(attempt: AttemptId): string | null {
    const key = parseAttemptId(attempt);
    return key && attemptSelector(this.instance, key);
  }
}

export function unavailable(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const code = error.isPassing || isForbidden(error) ? 'UNAVAILABLE' : 'INTERNAL';
  return new AppError(code, `Kubernetes: ${messageOf(error)}`, { cause: error });
}
