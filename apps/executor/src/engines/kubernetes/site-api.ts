/** The requests for the objects of sites, each with its lane of the shared rate limit. */
import { z } from 'zod';
import type { JsonObject } from '#common/spec/pod-template.js';
import type { JsonValue } from '#common/spec/fields.js';
import { type ApiClient, ApiError, ignoreNotFound, nullIfNotFound } from '#common/kubernetes/api-client.js';
import { listPages, METADATA, METADATA_LIST } from '#common/kubernetes/requests.js';
import type { SiteKind } from './core/site-manifests.js';

/** Exactly this object, and not a later one of the same name. */
export interface ObjectRef {
  readonly kind: SiteKind;
  readonly namespace: string;
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const JSON_PATCH = 'application/json-patch+json';

const partialObject = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
});

const withData = z.object({ data: z.record(z.string(), z.string()).default({}) });

export class SiteApi {
  constructor(private readonly client: ApiClient) {}

  /** Throws ApiError 409 `AlreadyExists` if the name is taken, 404 that names the missing installation if the kind is unknown. */
  async create(
    { kind, namespace }: { readonly kind: SiteKind; readonly namespace: string },
    manifest: JsonObject,
    stillWanted: () => boolean,
  ): Promise<void> {
    const path = pathOf(kind, namespace);
    try {
      await this.client.call({ verb: 'create', path, lane: 'start', body: manifest, accept: METADATA, stillWanted });
    } catch (error) {
      throw isUnknownKind(error) ? kindMissing(kind, error) : error;
    }
  }

  /** Sets fields by their JSON pointers, if another field still has its value: else ApiError 422. */
  async set(
    { kind, namespace, name }: Omit<ObjectRef, 'annotations'>,
    fields: Readonly<Record<string, JsonValue>>,
    only: { readonly pointer: string; readonly is: string },
  ): Promise<void> {
    const path = `${pathOf(kind, namespace)}/${name}`;
    const changes = Object.entries(fields).map(([pointer, value]) => ({ op: 'replace', path: pointer, value }));
    const body = [{ op: 'test', path: only.pointer, value: only.is }, ...changes];
    await this.client.call({ verb: 'patch', path, lane: 'start', body, contentType: JSON_PATCH, accept: METADATA });
  }

  /** Empty if the cluster does not know the kind. */
  async list(kind: SiteKind, namespace: string, labelSelector: string): Promise<ObjectRef[]> {
    const listed = { path: pathOf(kind, namespace), labelSelector, accept: METADATA_LIST };
    const list = await listPages(this.client, listed).catch(nullIfNotFound);
    return (list?.items ?? []).map((item) => {
      const { metadata } = partialObject.parse(item);
      return { kind, namespace, name: metadata.name, annotations: metadata.annotations };
    });
  }

  /** Null if there is none of this name. */
  async get({ kind, namespace, name }: Omit<ObjectRef, 'annotations'>): Promise<ObjectRef | null> {
    const there = await this.read({ kind, namespace, name }, METADATA);
    return there === null
      ? null
      : { kind, namespace, name, annotations: partialObject.parse(there).metadata.annotations };
  }

  /** The data of the Secret, base64; null if it does not exist. */
  async dataOf(namespace: string, name: string): Promise<Readonly<Record<string, string>> | null> {
    const secret = await this.read({ kind: 'secrets', namespace, name }, 'application/json');
    return secret === null ? null : withData.parse(secret).data;
  }

  private async read({ kind, namespace, name }: Omit<ObjectRef, 'annotations'>, accept: string): Promise<unknown> {
    const path = `${pathOf(kind, namespace)}/${name}`;
    return this.client.call({ verb: 'get', path, lane: 'start', accept }).catch(nullIfNotFound);
  }

  /** Has no effect if the object is gone. */
  async delete({ kind, namespace, name }: Omit<ObjectRef, 'annotations'>): Promise<void> {
    const path = `${pathOf(kind, namespace)}/${name}`;
    await this.client.call({ verb: 'delete', path, lane: 'cleanUp', body: {}, accept: METADATA }).catch(ignoreNotFound);
  }
}

interface ApiGroup {
  readonly name: string;
  readonly version: string;
  /** The software that adds the kind to a cluster, and why it is needed; absent if every cluster has it. */
  readonly comesWith?: string;
}

const GROUPS: Readonly<Partial<Record<SiteKind, ApiGroup>>> = {
  networkpolicies: { name: 'networking.k8s.io', version: 'v1' },
  podgroups: {
    name: 'scheduling.volcano.sh',
    version: 'v1beta1',
    comesWith: 'install Volcano, or remove schedulerName volcano from the job',
  },
};

/** An unknown group is answered in plain text, an unknown kind of a known group with a status. */
const isUnknownKind = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status === 404 &&
  /page not found|could not find the requested resource/.test(error.message);

function kindMissing(kind: SiteKind, cause: ApiError): ApiError {
  const { name, version, comesWith } = GROUPS[kind] ?? { name: 'core', version: 'v1' };
  const what = `the cluster has no ${kind}.${name} (${version})`;
  const todo = comesWith === undefined ? '' : `: its CustomResourceDefinition is not installed; ${comesWith}`;
  return new ApiError(404, 'KindMissing', `${what}${todo}`, { cause });
}

function pathOf(kind: SiteKind, namespace: string): string {
  const group = GROUPS[kind];
  const root = group === undefined ? '/api/v1' : `/apis/${group.name}/${group.version}`;
  return `${root}/namespaces/${namespace}/${kind}`;
}
