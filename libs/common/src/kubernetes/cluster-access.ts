/**
 * The address of the API server and our credentials. The client library reads kubeconfig files, mounted service accounts and
 * credential plugins; the connections are our own, because the library opens a new one for every request.
 */
import type { RequestOptions } from 'node:https';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import type { ClusterSettings } from './cluster-env.js';
import { clusterSource, type ClusterSource } from './cluster-source.js';

/** Credentials are read again after this time. */
const CREDENTIALS_MAX_AGE_MS = 10_000;
const TCP_KEEPALIVE_MS = 30_000;
const IDLE_CONNECTION_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_NAMESPACE = 'default';

type Tls = Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'servername'>;

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
}

interface Held extends Credentials {
  readonly tls: Tls;
  readonly readAt: number;
}

export class ClusterAccess {
  readonly server: string;
  /** The namespace in which workers run unless their tenant has one of its own. */
  readonly namespace: string;
  private held: Held | null = null;
  private reading: Promise<Held> | null = null;

  /** Reads the settings' kubeconfig, or host and token, or the mounted service account. Throws AppError naming what is wrong. */
  static async load(settings: ClusterSettings, clock: { monotonic(): number }): Promise<ClusterAccess> {
    return new ClusterAccess(await clusterSource(settings), settings.namespace, clock);
  }

  private constructor(
    private readonly source: ClusterSource,
    namespace: string | null,
    private readonly clock: { monotonic(): number },
  ) {
    this.server = source.server.replace(/\/+$/, '');
    this.namespace = namespace ?? source.namespace ?? DEFAULT_NAMESPACE;
  }

  /** Headers and connections for the next request. */
  async credentials(): Promise<Credentials> {
    if (this.held && this.clock.monotonic() - this.held.readAt < CREDENTIALS_MAX_AGE_MS) return this.held;
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** Records that the server rejected the credentials: they are read again. */
  forgetCredentials(): void {
    if (this.held) this.held = { ...this.held, readAt: -Infinity };
  }

  /** Closes all connections; requests under way fail. */
  async close(): Promise<void> {
    await this.held?.dispatcher.destroy();
  }

  private async read(): Promise<Held> {
    const options = await this.source.credentials();
    const tls = tlsOf(options);
    const headers = { ...plainHeaders(options.headers), ...basicAuth(options.auth) };
    const former = this.held;
    const isSame = former !== null && fingerprint(former.tls) === fingerprint(tls);
    const dispatcher = isSame ? former.dispatcher : this.connect(tls);
    if (former && !isSame) void former.dispatcher.close();
    this.held = { headers, tls, dispatcher, readAt: this.clock.monotonic() };
    return this.held;
  }

  /** Connections are not limited: requests are limited already, and watches and followed logs stay open for long. */
  private connect(tls: Tls): Dispatcher {
    const connect = { ...tls, timeout: CONNECT_TIMEOUT_MS, keepAlive: true, keepAliveInitialDelay: TCP_KEEPALIVE_MS };
    const options = { keepAliveTimeout: IDLE_CONNECTION_MS, connections: null };
    const { proxy } = this.source;
    if (proxy === null) return new Agent({ ...options, connect: connect as Agent.Options['connect'] & object });
    return new ProxyAgent({
      ...options,
      uri: proxy,
      requestTls: connect as NonNullable<ProxyAgent.Options['requestTls']>,
    });
  }
}

const tlsOf = ({ ca, cert, key, rejectUnauthorized, servername }: RequestOptions): Tls => ({
  ...(ca !== undefined && { ca }),
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
  ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
  ...(servername !== undefined && { servername }),
});

function plainHeaders(headers: RequestOptions['headers']): Record<string, string> {
  if (!headers || Array.isArray(headers)) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const basicAuth = (auth: string | null | undefined): Record<string, string> =>
  auth == null ? {} : { Authorization: `Basic ${Buffer.from(auth).toString('base64')}` };

const fingerprint = (tls: Tls): string =>
  JSON.stringify([tls.ca, tls.cert, tls.key, tls.rejectUnauthorized, tls.servername]);
