/**
 * Stands before an API server that is older than the manifests, for kubectl and Helm alone: it serves `policy/v1`, `autoscaling/v2` and the
 * CronJobs of `batch/v1` by the groups that the server has, whose objects are the same, says that it is the oldest version which the manifests
 * are for, and passes everything else as it comes. It acts with the rights of its kubeconfig, and listens on this machine only.
 */
import { readFileSync } from 'node:fs';
import {
  createServer,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { z } from 'zod';

interface Translated {
  /** The minor version whose servers have the group themselves. */
  readonly since: number;
  readonly now: string;
  readonly before: string;
  /** The only resource of the group that the server has elsewhere; by default it has none of the group. */
  readonly resource?: string;
}

const TRANSLATED: readonly Translated[] = [
  { since: 21, now: 'policy/v1', before: 'policy/v1beta1' },
  { since: 21, now: 'batch/v1', before: 'batch/v1beta1', resource: 'cronjobs' },
  { since: 23, now: 'autoscaling/v2', before: 'autoscaling/v2beta2' },
];
/** The oldest version that the chart accepts. */
const NAMED_MINOR = 27;
/** Of servers since 1.27; older ones refuse it. */
const NEW_FIELD = /,"unhealthyPodEvictionPolicy":"\w+"|"unhealthyPodEvictionPolicy":"\w+",?/g;

const config = z.object({
  clusters: z.tuple([z.object({ cluster: z.object({ server: z.url(), 'certificate-authority-data': z.base64() }) })]),
  users: z.tuple([
    z.object({ user: z.object({ 'client-certificate-data': z.base64(), 'client-key-data': z.base64() }) }),
  ]),
});
const groupList = z.looseObject({
  groups: z.array(z.looseObject({ name: z.string(), versions: z.array(z.unknown()) })),
});

export class ApiFront {
  private readonly translated: readonly Translated[];
  private readonly joined = new Set<Duplex>();

  private constructor(
    private readonly server: Server,
    private readonly upstream: RequestOptions,
    minor: number,
  ) {
    this.translated = TRANSLATED.filter(({ since }) => minor < since);
  }

  /** True if a server of this minor version is older than the manifests. */
  static isNeeded(minor: number): boolean {
    return TRANSLATED.some(({ since }) => minor < since);
  }

  static async start(kubeconfig: string, minor: number): Promise<ApiFront> {
    const { clusters, users } = config.parse(parse(readFileSync(kubeconfig, 'utf8')));
    const { cluster } = clusters[0];
    const { user } = users[0];
    const pem = (data: string): Buffer => Buffer.from(data, 'base64');
    const { hostname, port } = new URL(cluster.server);
    const ca = pem(cluster['certificate-authority-data']);
    const own = { cert: pem(user['client-certificate-data']), key: pem(user['client-key-data']) };
    const server = createServer();
    const front = new ApiFront(server, { hostname, port, ca, ...own }, minor);
    server.on('request', (request, response) => {
      front.pass(request, response);
    });
    server.on('upgrade', (request, socket, head) => {
      front.join(request, socket, head);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return front;
  }

  /** The configuration of whoever asks it. */
  get kubeconfig(): string {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'front',
      clusters: [{ name: 'front', cluster: { server: url } }],
      contexts: [{ name: 'front', context: { cluster: 'front', user: '' } }],
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    // The server no longer knows them.
    for (const socket of this.joined) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/' } = request;
    const translation = this.translated.find((each) => isAbout(each, url));
    const rewrite = translation ? null : this.rewriteOf(url);
    const { accept = '' } = request.headers;
    // Forms that cannot be read here, such as Protobuf, are not asked for.
    const plain = accept.includes('as=Table') ? 'application/json;as=Table;v=v1;g=meta.k8s.io' : 'application/json';
    const headers = translation || rewrite ? { ...readable(request.headers), accept: plain } : request.headers;
    const upstream = this.ask(request, url.replace(translation?.now ?? '', translation?.before ?? ''), headers);
    upstream.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      answer.on('error', () => response.destroy());
      if (!translation && !rewrite) {
        answer.pipe(response.writeHead(status, answer.headers));
        // Whoever watches begins when the headers are there, and there may be no event for long.
        response.flushHeaders();
        return;
      }
      response.writeHead(status, readable(answer.headers)).flushHeaders();
      // Each event of a watch is a line; every other answer is one.
      createInterface({ input: answer })
        .on('line', (line) => response.write(`${translation ? back(line, translation) : (rewrite?.(line) ?? line)}\n`))
        .on('close', () => response.end());
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    if (!translation) request.pipe(upstream);
    else
      void text(request).then((body) => {
        const changed = forth(body, translation);
        // For DELETE the client would send a body without its length, and the server would read it as the next request.
        upstream.setHeader('content-length', Buffer.byteLength(changed));
        upstream.end(changed);
      });
  }

  /** What the server says of itself, as one of today would; null for every other answer. */
  private rewriteOf(url: string): ((answer: string) => string) | null {
    const [path = ''] = url.split('?');
    if (path === '/apis') return (answer) => this.listed(answer);
    if (path === '/version') return named;
    const isPart = this.translated.some(({ now, resource }) => resource !== undefined && path === `/apis/${now}`);
    return isPart ? withCronJobs : null;
  }

  /** A command in a container, or a port: both ends speak to each other. */
  private join(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const upstream = this.ask(request, request.url ?? '/', request.headers);
    this.joined.add(socket);
    socket.on('close', () => {
      this.joined.delete(socket);
      upstream.destroy();
    });
    const say = ({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): void => {
      const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? `${name}: ${headers[i + 1] ?? ''}` : []));
      socket.write([`HTTP/1.1 ${statusCode ?? 502} ${statusMessage ?? ''}`, ...pairs, '', ''].join('\r\n'));
    };
    upstream.on('upgrade', (answer, other, rest) => {
      say(answer, answer.rawHeaders);
      socket.write(rest);
      other.write(head);
      socket.pipe(other).pipe(socket);
      for (const [one, another] of [
        [socket, other],
        [other, socket],
      ] as const) {
        one.on('error', () => another.destroy());
        one.on('close', () => another.destroy());
      }
    });
    upstream.on('response', (answer) => {
      // The other end refuses: its answer ends with the connection.
      say(answer, ['connection', 'close']);
      answer.pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    upstream.end();
  }

  private ask({ method = 'GET' }: IncomingMessage, path: string, headers: OutgoingHttpHeaders): ClientRequest {
    return httpsRequest({ ...this.upstream, method, path, headers });
  }

  /** The groups of the server, with the newer versions before their own. */
  private listed(answer: string): string {
    const { groups, ...rest } = groupList.parse(JSON.parse(answer));
    const widened = groups.map((group) => {
      const mine = this.translated.find(
        ({ now, resource }) => resource === undefined && now.startsWith(`${group.name}/`),
      );
      if (!mine) return group;
      const version = { groupVersion: mine.now, version: mine.now.slice(group.name.length + 1) };
      return { ...group, versions: [version, ...group.versions], preferredVersion: version };
    });
    return JSON.stringify({ ...rest, groups: widened });
  }
}

const isAbout = ({ now, resource }: Translated, url: string): boolean =>
  new RegExp(
    resource === undefined ? `^/apis/${now}(?:[/?]|$)` : `^/apis/${now}/(?:namespaces/[^/?]+/)?${resource}(?:[/?]|$)`,
  ).test(url);

const named = (line: string): string =>
  line
    .replace(/"minor":\s*"\d+\+?"/, `"minor": "${NAMED_MINOR}"`)
    .replace(/"gitVersion":\s*"[^"]*"/, `"gitVersion": "v1.${NAMED_MINOR}.0"`);

const CRON_JOBS = {
  name: 'cronjobs',
  singularName: 'cronjob',
  namespaced: true,
  kind: 'CronJob',
  shortNames: ['cj'],
  verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
};
const withCronJobs = (line: string): string =>
  line.replace('"resources":[', `"resources":[${JSON.stringify(CRON_JOBS)},`);

/** Without what no longer fits a changed body. */
const readable = ({
  'content-length': _length,
  'accept-encoding': _encoding,
  ...headers
}: IncomingHttpHeaders): OutgoingHttpHeaders => headers;

const forth = (body: string, { now, before }: Translated): string =>
  body.replaceAll(`"apiVersion":"${now}"`, `"apiVersion":"${before}"`).replaceAll(NEW_FIELD, '');

const back = (body: string, { now, before }: Translated): string =>
  body
    .replaceAll(`"apiVersion":"${before}"`, `"apiVersion":"${now}"`)
    .replace(`"groupVersion":"${before}"`, `"groupVersion":"${now}"`);
