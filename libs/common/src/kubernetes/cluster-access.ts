/**
 * Where the API server is and who we are to it. The client library reads kubeconfig files, mounted service accounts and
 * credential plugins; the connections are our own, because the library opens a new one for every request.
 */
import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { AppError, messageOf } from '../errors/app-error.js';
import type { ClusterSettings } from './cluster-env.js';

/** Credentials are read again after this time: tokens are renewed while we run. */
const CREDENTIALS_MAX_AGE_MS = 10_000;
const MAX_CONNECTIONS = 64;
const TCP_KEEPALIVE_MS = 30_000;
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
  /** Where workers run unless their tenant has a namespace of its own. */
  readonly namespace: string;
  private held: Held | null = null;
  private reading: Promise<Held> | null = null;

  /** Reads the settings' kubeconfig, or host and token, or the mounted service account. Throws AppError naming what is wrong. */
  static load(settings: ClusterSettings, clock: { monotonic(): number }): ClusterAccess {
    return new ClusterAccess(loadConfig(settings), settings.namespace, clock);
  }

  private constructor(
    private readonly config: KubeConfig,
    namespace: string | null,
    private readonly clock: { monotonic(): number },
  ) {
    const cluster = config.getCurrentCluster();
    if (!cluster) throw new AppError('VALIDATION_FAILED', 'KUBECONFIG names no current cluster');
    this.server = cluster.server.replace(/\/+$/, '');
    const context = config.getContextObject(config.getCurrentContext());
    this.namespace = namespace ?? context?.namespace ?? DEFAULT_NAMESPACE;
  }

  /** Headers and connections for the next request. */
  async credentials(): Promise<Credentials> {
    if (this.held && this.clock.monotonic() - this.held.readAt < CREDENTIALS_MAX_AGE_MS) return this.held;
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** The server did not accept them: they are read again. */
  forgetCredentials(): void {
    if (this.held) this.held = { ...this.held, readAt: -Infinity };
  }

  async close(): Promise<void> {
    await this.held?.dispatcher.destroy();
  }

  private async read(): Promise<Held> {
    const options: RequestOptions = {};
    await this.config.applyToHTTPSOptions(options);
    const { ca, cert, key, rejectUnauthorized, servername } = options;
    const tls: Tls = {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
      ...(servername !== undefined && { servername }),
    };
    const headers = { ...plainHeaders(options.headers), ...basicAuth(options.auth) };
    const former = this.held;
    const isSame = former !== null && fingerprint(former.tls) === fingerprint(tls);
    const dispatcher = isSame ? former.dispatcher : this.connect(tls);
    if (former && !isSame) void former.dispatcher.close();
    this.held = { headers, tls, dispatcher, readAt: this.clock.monotonic() };
    return this.held;
  }

  private connect(tls: Tls): Dispatcher {
    // Watches and followed logs stand open for long; the pool is for the rest, and each of them takes a connection as well.
    const options = { keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0 };
    const connect = { ...tls, timeout: CONNECT_TIMEOUT_MS, keepAlive: true, keepAliveInitialDelay: TCP_KEEPALIVE_MS };
    const proxy = this.config.getCurrentCluster()?.proxyUrl;
    return proxy === undefined
      ? new Agent({ ...options, connect, connections: null })
      : new ProxyAgent({
          ...options,
          uri: proxy,
          requestTls: connect as NonNullable<ProxyAgent.Options['requestTls']>,
        });
  }
}

/** Requests of our own at once; more wait in the queue of the rate limit, where the urgent ones go first. */
export const MAX_REQUESTS_AT_ONCE = MAX_CONNECTIONS;

function loadConfig(settings: ClusterSettings): KubeConfig {
  const config = new KubeConfig();
  try {
    if (settings.kubeconfig !== null) config.loadFromFile(settings.kubeconfig);
    else if (settings.host !== null) loadFromHost(config, settings, settings.host);
    else config.loadFromCluster();
  } catch (error) {
    throw new AppError('VALIDATION_FAILED', `the way to Kubernetes cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (config.getCurrentCluster()?.server.includes('undefined') === true)
    throw new AppError('VALIDATION_FAILED', 'Kubernetes: give KUBECONFIG or KUB_HOST, or run in a cluster');
  return config;
}

function loadFromHost(config: KubeConfig, settings: ClusterSettings, host: string): void {
  const isUrl = /^https?:\/\//.test(host);
  const server = isUrl ? host : `https://${host}:${settings.port}`;
  const caData = settings.ca === null ? undefined : Buffer.from(pemOf(settings.ca)).toString('base64');
  config.loadFromClusterAndUser(
    // Without TLS there is nothing to verify; with it, a certificate is always checked.
    { name: 'cluster', server, skipTLSVerify: server.startsWith('http:'), ...(caData !== undefined && { caData }) },
    { name: 'user', ...(settings.token !== null && { token: settings.token }) },
  );
}

const pemOf = (ca: string): string => (ca.includes('-----BEGIN') ? ca : readFileSync(ca, 'utf8'));

function plainHeaders(headers: RequestOptions['headers']): Record<string, string> {
  if (!headers || Array.isArray(headers)) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const basicAuth = (auth: string | null | undefined): Record<string, string> =>
  auth == null ? {} : { Authorization: `Basic ${Buffer.from(auth).toString('base64')}` };

const fingerprint = (tls: Tls): string =>
  JSON.stringify([tls.ca, tls.cert, tls.key, tls.rejectUnauthorized, tls.servername]);
