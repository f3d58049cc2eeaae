/**
 * The proxy for requests to the outside: that of `HTTPS_PROXY` or `HTTP_PROXY`, except for hosts in `NO_PROXY`. They count where
 * `NODE_USE_ENV_PROXY` is 1, the switch of the runtime, by which its own requests (`fetch`) obey them.
 */
import { getProxyForUrl } from 'proxy-from-env';
import { Agent, EnvHttpProxyAgent, type buildConnector, type Dispatcher } from 'undici';

const isOn = (): boolean => process.env['NODE_USE_ENV_PROXY'] === '1';

/** Null for a direct connection. */
export function proxyOf({ protocol, host }: Pick<URL, 'protocol' | 'host'>): URL | null {
  const proxy = isOn() ? getProxyForUrl(`${protocol}//${host}`) : '';
  return proxy === '' ? null : new URL(proxy);
}

/** Connections that go through the proxy where there is one; `connect` holds for hosts, not for the proxy. */
export const outgoingAgent = (options: Agent.Options, connect: buildConnector.BuildOptions = {}): Dispatcher =>
  isOn()
    ? new EnvHttpProxyAgent({ ...options, connect, requestTls: connect, proxyTunnel: true })
    : new Agent({ ...options, connect });
