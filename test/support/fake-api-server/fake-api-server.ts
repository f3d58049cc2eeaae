/**
 * A stand-in for a Kubernetes API server: pods, their logs, and plain objects, with the semantics that the engine rests on
 * (names that exist once, finalizers, grace periods, versions, watches with bookmarks, 410) and faults on demand. The end-to-end
 * suite runs the same cases against a real one; where the two differ, this one is wrong.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { schemaProblems } from '#testing/kubernetes-api/api-schemas.js';
import { FaultPlan, type Fault } from './fault-plan.js';
import { jsonPatched, patched, type Json, type KubeObject, type PatchStep } from './kube-object.js';
import { ObjectStore, seconds, type EventType, type WatchScope } from './object-store.js';
import { PodLogs } from './pod-logs.js';

interface Route {
  readonly resource: string;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly subresource: string | null;
}

interface Call extends Route {
  readonly verb: string;
  readonly query: URLSearchParams;
  readonly body: Json;
  /** Only the metadata of an object are requested. */
  readonly wantsMetadata: boolean;
}

export interface SeenRequest {
  readonly verb: string;
  readonly resource: string;
  readonly code: number;
  /** When it came, on the clock of `performance.now()`. */
  readonly at: number;
}

/** The answer of an admission controller for a pod. */
export interface Veto {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

const DEFAULT_GRACE_SECONDS = 30;

/** The answer to a query of one's own rights. */
const EVERYTHING_ALLOWED = {
  metadata: {},
  status: { resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }], incomplete: false },
} as unknown as KubeObject;

export class FakeApiServer {
  readonly store = new ObjectStore();
  readonly faults = new FaultPlan();
  readonly logs = new PodLogs();
  readonly requests: SeenRequest[] = [];
  /** Each event is sent this often. */
  copiesOfEvents = 1;
  /** After each event the object is sent once more in its former state, as a replica of the server that lags behind does. */
  repeatsFormer = false;
  /** The next event is cut in its middle, and the connection with it. */
  cutsNextEvent = false;
  bookmarkMs = 1_000;
  /** Bookmarks sent on all watches. */
  bookmarks = 0;
  /** Namespaces that exist; everything else is not found. */
  readonly namespaces = new Set(['default', 'workers']);
  /** Namespaces that no request may use. */
  readonly closedNamespaces = new Set<string>();
  /** Most pods of a namespace; more are refused as a quota does. */
  podQuota = Infinity;
  /** Asked about every pod that is to be made; null lets it pass. */
  admission: (pod: KubeObject) => Veto | null = () => null;
  /** Objects as they are written in answers and events. */
  written: (object: KubeObject) => KubeObject = (object) => object;
  private readonly streams = new Set<ServerResponse>();

  private constructor(private readonly server: Server) {}

  static async start(port = 0): Promise<FakeApiServer> {
    const server = createServer();
    const fake = new FakeApiServer(server);
    server.on('request', (request, response) => {
      void fake.serve(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return fake;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Requests by verb and resource, such as `create pods`. */
  countOf(kind: string): number {
    return this.requests.filter(({ verb, resource }) => `${verb} ${resource}` === kind).length;
  }

  pods(namespace = 'workers'): KubeObject[] {
    return this.store.list({ resource: 'pods', namespace, labelSelector: '' });
  }

  /** A part of the cluster reports an event of a pod. */
  tellOf({ metadata: { namespace, name, uid } }: KubeObject, reason: string, message: string, hasUid = true): void {
    const event = {
      metadata: { name: `${name}.${this.store.currentVersion}` },
      involvedObject: { kind: 'Pod', name, ...(hasUid && { uid }) },
      reason,
      message,
    };
    this.store.create('events', namespace, event as unknown as KubeObject);
  }

  get watchCount(): number {
    return this.streams.size;
  }

  /** Cuts every watch and followed log. */
  dropStreams(): void {
    for (const response of this.streams) response.destroy();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await callOf(request);
    const fault = this.faults.take(call);
    const at = performance.now();
    const done = (code: number): void => {
      this.requests.push({ verb: call.verb, resource: call.resource, code, at });
    };
    try {
      if (fault) await meet(fault, response);
      if (response.destroyed) return;
      await this.admit(call);
      if (call.verb === 'watch') this.watch(call, response);
      else if (call.verb === 'log') this.log(call, response, fault?.type === 'cutWithin' ? fault.afterBytes : Infinity);
      else {
        const { code, body } = this.answer(call);
        if (fault?.type === 'cutAfter') response.destroy();
        else reply(response, code, asWanted(call, this.asWritten(body)));
        done(code);
        return;
      }
      done(200);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const retryAfter = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) };
      reply(response, error.status, statusOf(error), retryAfter);
      done(error.status);
    }
  }

  private asWritten(body: unknown): unknown {
    const { metadata, items } = body as { readonly metadata?: object; readonly items?: readonly KubeObject[] };
    if (items) return { ...(body as object), items: items.map((each) => this.written(each)) };
    return metadata && 'uid' in metadata ? this.written(body as KubeObject) : body;
  }

  /** Rights come first; then the fields of the object, by the schemas of a current server. */
  private async admit({ verb, resource, namespace, query, body }: Call): Promise<void> {
    if (namespace !== null && this.closedNamespaces.has(namespace)) {
      const message = `User "x" cannot ${verb} resource "${resource}" in the namespace "${namespace}"`;
      throw new Refusal(403, 'Forbidden', message);
    }
    const problems = query.get('fieldValidation') === 'Strict' ? await schemaProblems(body) : [];
    if (problems.length > 0) throw new Refusal(400, 'BadRequest', `strict decoding error: ${problems.join(', ')}`);
  }

  private answer(call: Call): { code: number; body: unknown } {
    switch (call.verb) {
      case 'create':
        return { code: 201, body: this.create(call) };
      case 'get':
        return { code: 200, body: this.existing(call) };
      case 'list':
        return { code: 200, body: this.list(call) };
      case 'patch':
        return { code: 200, body: this.patch(call) };
      case 'delete':
        return { code: 200, body: this.remove(call.resource, this.existing(call), call.body) };
      case 'deletecollection':
        for (const object of this.store.list(scopeOf(call))) this.remove(call.resource, object, call.body);
        return { code: 200, body: { kind: 'Status', status: 'Success' } };
      default:
        throw new Refusal(405, 'MethodNotAllowed', `no ${call.verb}`);
    }
  }

  private create(call: Call): KubeObject {
    if (call.resource === 'selfsubjectrulesreviews') return EVERYTHING_ALLOWED;
    const namespace = call.namespace ?? 'default';
    if (!this.namespaces.has(namespace)) throw new Refusal(404, 'NotFound', `namespaces "${namespace}" not found`);
    const object = call.body as unknown as KubeObject;
    const { name } = object.metadata;
    if (this.store.get(call.resource, namespace, name))
      throw new Refusal(409, 'AlreadyExists', `${call.resource} "${name}" already exists`);
    if (call.resource !== 'pods') return this.store.create(call.resource, namespace, object);
    const veto = this.admission(object);
    if (veto) throw new Refusal(veto.status, veto.reason, veto.message);
    const used = this.pods(namespace).filter(({ status }) => !isTerminal(status)).length;
    if (used >= this.podQuota) throw new Refusal(403, 'Forbidden', `pods "${name}" is forbidden: exceeded quota: pods`);
    return this.store.create('pods', namespace, { ...object, status: { phase: 'Pending' } });
  }

  private existing({ resource, namespace, name }: Route): KubeObject {
    const object = this.store.get(resource, namespace ?? '', name ?? '');
    if (!object) throw new Refusal(404, 'NotFound', `${resource} "${name ?? ''}" not found`);
    return object;
  }

  private list(call: Call): unknown {
    const all = this.store.list(scopeOf(call));
    const from = Number(call.query.get('continue') ?? 0);
    const limit = Number(call.query.get('limit') ?? all.length) || all.length;
    const rest = all.length - from - limit;
    return {
      kind: 'List',
      metadata: {
        resourceVersion: String(this.store.currentVersion),
        ...(rest > 0 && { continue: String(from + limit) }),
      },
      items: all.slice(from, from + limit),
    };
  }

  private patch(call: Call): KubeObject {
    const object = this.existing(call);
    const next = this.changed(object, call.body);
    const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds = 0 } = next.metadata;
    const isLetGo = finalizers.length === 0 && deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0;
    return isLetGo ? this.store.remove(call.resource, next) : this.store.update(call.resource, next);
  }

  private changed(object: KubeObject, patch: Json): KubeObject {
    if (!Array.isArray(patch)) {
      checkPatch(object, patch);
      return patched(object as unknown as Json, patch) as unknown as KubeObject;
    }
    const next = jsonPatched(object as unknown as Json, patch as unknown as PatchStep[]);
    if (next === null)
      throw new Refusal(422, 'Invalid', 'the server rejected our request due to an error in our request');
    return next as unknown as KubeObject;
  }

  /** Deletion as the API server does it: at once, or marked and left to the node or to the owner of a finalizer. */
  remove(resource: string, object: KubeObject, body: Json): KubeObject {
    const options = (body ?? {}) as DeleteOptions;
    checkUid(object, options.preconditions?.uid);
    const { metadata } = object;
    const grace = resource === 'pods' ? graceOf(object, options.gracePeriodSeconds) : 0;
    if (grace === 0 && (metadata.finalizers ?? []).length === 0) return this.store.remove(resource, object);
    const before = metadata.deletionGracePeriodSeconds;
    if (before !== undefined && before <= grace) return object;
    const askedAt = askedAtOf(metadata) ?? Date.now();
    const deletion = { deletionTimestamp: seconds(askedAt + grace * 1_000), deletionGracePeriodSeconds: grace };
    return this.store.update(resource, { ...object, metadata: { ...metadata, ...deletion } });
  }

  private watch(call: Call, response: ServerResponse): void {
    const send = (type: string, object: unknown): void => {
      response.write(`${JSON.stringify({ type, object })}\n`);
    };
    const version = Number(call.query.get('resourceVersion') ?? 0);
    const onEvent = (type: EventType, object: KubeObject, before: KubeObject | null): void => {
      if (this.cutsNextEvent) {
        this.cutsNextEvent = false;
        response.write(JSON.stringify({ type, object }).slice(0, 50), () => response.destroy());
        return;
      }
      for (let i = 0; i < this.copiesOfEvents; i++) send(type, this.written(object));
      if (this.repeatsFormer && before && type === 'MODIFIED') send(type, this.written(before));
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    const leave = this.store.watch({ ...scopeOf(call), send: onEvent }, version);
    if (!leave) {
      send('ERROR', statusOf(new Refusal(410, 'Expired', 'too old resource version')));
      response.end();
      return;
    }
    response.flushHeaders();
    const bookmark = setInterval(() => {
      if (call.query.get('allowWatchBookmarks') !== 'true') return;
      send('BOOKMARK', { metadata: { resourceVersion: String(this.store.currentVersion) } });
      this.bookmarks++;
    }, this.bookmarkMs);
    this.keepOpen(response, () => {
      clearInterval(bookmark);
      leave();
    });
  }

  private log(call: Call, response: ServerResponse, cutAfterBytes: number): void {
    const pod = this.existing(call);
    const played = this.logs.played(pod.metadata.uid, call.query);
    if (played !== null) {
      // A client that reads slowly is written to slowly.
      Readable.from(played).pipe(response);
      return;
    }
    const stream = this.logs.open(pod.metadata.uid, call.query);
    if (typeof stream === 'string') throw new Refusal(400, 'BadRequest', stream);
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.flushHeaders();
    this.keepOpen(response, stream.stop);
    let left = cutAfterBytes;
    let isCut = false;
    stream.start(
      (text) => {
        const bytes = Buffer.from(text);
        isCut ||= bytes.length > left;
        response.write(bytes.subarray(0, left), () => {
          if (isCut) response.destroy();
        });
        left = Math.max(0, left - bytes.length);
      },
      () => {
        if (!isCut) response.end();
      },
    );
  }

  private keepOpen(response: ServerResponse, whenClosed: () => void): void {
    this.streams.add(response);
    response.on('close', () => {
      this.streams.delete(response);
      whenClosed();
    });
  }
}

const isTerminal = (status: KubeObject['status']): boolean =>
  status?.['phase'] === 'Succeeded' || status?.['phase'] === 'Failed';

function graceOf(pod: KubeObject, asked: number | undefined): number {
  if (!pod.spec?.['nodeName'] || isTerminal(pod.status)) return 0;
  const own = pod.spec['terminationGracePeriodSeconds'];
  return asked ?? (typeof own === 'number' ? own : DEFAULT_GRACE_SECONDS);
}

interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string };
}

/** When the deletion was first requested: a shorter grace period counts from there. */
function askedAtOf({ deletionTimestamp, deletionGracePeriodSeconds = 0 }: KubeObject['metadata']): number | null {
  return deletionTimestamp === undefined ? null : Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1_000;
}

function checkUid({ metadata }: KubeObject, uid: string | undefined): void {
  if (uid !== undefined && uid !== metadata.uid) throw new Refusal(409, 'Conflict', 'the uid differs');
}

function checkPatch(object: KubeObject, body: Json): void {
  const patch = body as { metadata?: { uid?: string; resourceVersion?: string }; spec?: Record<string, Json> };
  checkUid(object, patch.metadata?.uid);
  const version = patch.metadata?.resourceVersion;
  if (version !== undefined && version !== object.metadata.resourceVersion)
    throw new Refusal(409, 'Conflict', 'the object has been modified');
  const fixed = Object.keys(patch.spec ?? {}).find((field) => field !== 'activeDeadlineSeconds');
  if (fixed !== undefined) throw new Refusal(422, 'Invalid', `spec.${fixed}: may not be changed`);
}

const scopeOf = (call: Call): WatchScope => ({
  resource: call.resource,
  namespace: call.namespace,
  labelSelector: call.query.get('labelSelector') ?? '',
  fieldSelector: call.query.get('fieldSelector') ?? '',
});

const asWanted = ({ wantsMetadata }: Call, body: unknown): unknown =>
  wantsMetadata ? { kind: 'PartialObjectMetadata', metadata: (body as KubeObject).metadata } : body;

const statusOf = ({ status, reason, message }: Refusal): object => ({
  kind: 'Status',
  status: 'Failure',
  code: status,
  reason,
  message,
});

async function meet(fault: Fault, response: ServerResponse): Promise<void> {
  switch (fault.type) {
    case 'answer':
      throw new Refusal(fault.status, fault.reason ?? '', fault.message ?? 'as planned', fault.retryAfter);
    case 'cutBefore':
      response.destroy();
      return;
    case 'late':
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      return;
    case 'cutAfter':
    case 'cutWithin':
      return;
  }
}

function reply(response: ServerResponse, code: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const url = new URL(request.url ?? '/', 'http://fake');
  const route = routeOf(url.pathname);
  return {
    ...route,
    verb: verbOf(request, route, url.searchParams),
    query: url.searchParams,
    body: text === '' ? null : (JSON.parse(text) as Json),
    wantsMetadata: (request.headers.accept ?? '').includes('as=PartialObjectMetadata;'),
  };
}

/** `/api/v1[/namespaces/<ns>]/<resource>[/<name>[/<subresource>]]`, and the same in groups below `/apis`. */
function routeOf(path: string): Route {
  const match =
    /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path);
  const [, namespace, resource, name, subresource] = match ?? [];
  return {
    resource: resource ?? '',
    namespace: namespace ?? null,
    name: name ?? null,
    subresource: subresource ?? null,
  };
}

function verbOf({ method }: IncomingMessage, { name, subresource }: Route, query: URLSearchParams): string {
  if (subresource === 'log') return 'log';
  if (method === 'POST') return 'create';
  if (method === 'PATCH') return 'patch';
  if (method === 'DELETE') return name === null ? 'deletecollection' : 'delete';
  if (query.get('watch') === 'true') return 'watch';
  return name === null ? 'list' : 'get';
}
