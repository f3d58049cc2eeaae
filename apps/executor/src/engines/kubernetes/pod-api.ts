/** The requests of the engine for pods, each with its lane of the shared rate limit. */
import { z } from 'zod';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { JsonObject } from '#common/spec/pod-template.js';
import { POD_ANNOTATIONS, POD_LABELS, RESULT_FINALIZER } from '#common/run/pod-contract.js';
import type { ReferenceKind } from '#common/spec/pods/cluster-access.js';
import {
  type ApiClient,
  ApiError,
  ignoreNotFound,
  isForbidden,
  nullIfNotFound,
} from '#common/kubernetes/api-client.js';
import { listPages, METADATA, METADATA_LIST, podPath, podsPath } from '#common/kubernetes/requests.js';
import type { Lane } from '#common/kubernetes/request-limiter.js';
import type { PodEvent } from './core/deletion-cause.js';
import { observedPod, type ObservedPod } from './core/observed-pod.js';
import type { LostMarks } from './core/pod-marks.js';

/** Exactly this pod, and not a later one of the same name. */
export interface PodRef {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

const STRATEGIC_MERGE = 'application/strategic-merge-patch+json';
const labelled = z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }) });

const created = z.object({ metadata: z.unknown() });

/** The most events of one pod. */
const MAX_EVENTS = 500;
const eventList = z.object({
  items: z
    .array(
      z.object({
        reason: z.string().nullish(),
        message: z.string().nullish(),
        involvedObject: z.object({ uid: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

export class PodApi {
  constructor(private readonly client: ApiClient) {}

  /** The namespace for pods of tenants without one of their own. */
  get commonNamespace(): string {
    return this.client.namespace;
  }

  /** Throws ApiError 409 `AlreadyExists` if the name is taken. */
  async create(namespace: string, pod: JsonObject, stillWanted: () => boolean): Promise<ObservedPod> {
    const path = podsPath(namespace);
    const request = { verb: 'create', path, lane: 'start', body: pod, accept: METADATA, stillWanted } as const;
    const answer = created.parse(await this.client.call(request));
    // The answer is cut to the metadata: the rest is our own manifest, and the watch reports additions of the cluster.
    return observedPod.parse({ spec: pod['spec'], ...answer });
  }

  async createSecret(namespace: string, secret: JsonObject, stillWanted: () => boolean): Promise<void> {
    const path = secretsPath(namespace);
    await this.client.call({ verb: 'create', path, lane: 'start', body: secret, accept: METADATA, stillWanted });
  }

  async get(namespace: string, name: string, lane: Lane): Promise<ObservedPod | null> {
    const path = podPath({ namespace, name });
    return observedPod.nullable().parse(await this.client.call({ verb: 'get', path, lane }).catch(nullIfNotFound));
  }

  /** The current state, read from the server's store itself. */
  async list(namespace: string, labelSelector: string): Promise<ObservedPod[]> {
    const list = await listPages(this.client, { path: podsPath(namespace), labelSelector });
    return (list?.items ?? []).map((item) => observedPod.parse(item));
  }

  /** Recent events of a pod; if there are many, the first of them. Some sources know only the pod's name. */
  async eventsOf({ namespace, name, uid }: PodRef): Promise<PodEvent[]> {
    const path = `/api/v1/namespaces/${namespace}/events`;
    const query = { fieldSelector: `involvedObject.kind=Pod,involvedObject.name=${name}`, limit: String(MAX_EVENTS) };
    const { items } = eventList.parse(await this.client.call({ verb: 'list', path, lane: 'read', query, maxTries: 2 }));
    return (items ?? [])
      .filter(({ involvedObject }) => [uid, '', null, undefined].includes(involvedObject?.uid))
      .map(({ reason, message }) => ({ reason: reason ?? '', message: message ?? '' }));
  }

  /** An object that a pod may refer to; null if it does not exist. */
  async labelsOf(
    kind: ReferenceKind,
    namespace: string,
    name: string,
  ): Promise<Readonly<Record<string, string>> | null> {
    const path = `${collectionOf(kind, namespace)}/${encodeURIComponent(name)}`;
    const request = { verb: 'get', path, lane: 'start', accept: METADATA } as const;
    return labelled.nullable().parse(await this.client.call(request).catch(nullIfNotFound))?.metadata.labels ?? null;
  }

  /**
   * Ends a pod that has a node by letting its deadline pass: its containers get their grace, and the pod stays, with its log,
   * until both are stored. (The log of a deleted pod disappears with its containers.)
   */
  async letDeadlinePass(pod: PodRef, reason: string): Promise<void> {
    await this.patch(pod, 'stop', {
      metadata: { uid: pod.uid, annotations: { [POD_ANNOTATIONS.stop]: reason } },
      spec: { activeDeadlineSeconds: 1 },
    });
  }

  /**
   * Removes our finalizer and marks the pod as released. The managed fields are cleared, which saves the server most of the cost
   * of this request and halves what watches receive.
   */
  async release(pod: PodRef): Promise<void> {
    await this.patch(pod, 'cleanUp', {
      metadata: {
        uid: pod.uid,
        labels: { [POD_LABELS.released]: 'true' },
        managedFields: [{}],
        '$deleteFromPrimitiveList/finalizers': [RESULT_FINALIZER],
      },
    });
  }

  /** Restores marks that another client removed. Throws ApiError 409 if another pod has the name. */
  async mend(pod: PodRef, lost: LostMarks): Promise<void> {
    await this.patch(pod, 'finish', { metadata: { uid: pod.uid, ...lost } });
  }

  async delete(pod: PodRef, graceSeconds: number, lane: Lane): Promise<void> {
    const body = { gracePeriodSeconds: graceSeconds, preconditions: { uid: pod.uid } };
    await this.client.call({ verb: 'delete', path: podPath(pod), lane, body, accept: METADATA });
  }

  /** Removes every pod that matches, in one request. */
  async deleteAll(namespace: string, labelSelector: string): Promise<void> {
    const query = { labelSelector };
    const path = podsPath(namespace);
    const body = { gracePeriodSeconds: 0 };
    await this.client.call({ verb: 'deletecollection', path, lane: 'cleanUp', query, body, accept: METADATA_LIST });
  }

  async deleteSecret(namespace: string, name: string): Promise<void> {
    const path = `${secretsPath(namespace)}/${name}`;
    await this.client.call({ verb: 'delete', path, lane: 'cleanUp', body: {}, accept: METADATA }).catch(ignoreNotFound);
  }

  private async patch(pod: PodRef, lane: Lane, body: unknown): Promise<void> {
    await this.client.call({
      verb: 'patch',
      path: podPath(pod),
      lane,
      body,
      contentType: STRATEGIC_MERGE,
      accept: METADATA,
    });
  }
}

function collectionOf(kind: ReferenceKind, namespace: string): string {
  if (kind === 'priorityClasses') return '/apis/scheduling.k8s.io/v1/priorityclasses';
  if (kind === 'persistentVolumes') return '/api/v1/persistentvolumes';
  return `/api/v1/namespaces/${namespace}/${kind.toLowerCase()}`;
}
const secretsPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/secrets`;

/** An error of the API server as callers of the engine know it. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const code = error.isPassing || isForbidden(error) ? 'UNAVAILABLE' : 'INTERNAL';
  return new AppError(code, `Kubernetes: ${messageOf(error)}`, { cause: error });
}
