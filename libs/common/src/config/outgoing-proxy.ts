/**
 * The proxy for requests to the outside: that of `HTTPS_PROXY` or `HTTP_PROXY`, except for hosts in `NO_PROXY`. They count where
 * `NODE_USE_ENV_PROXY` is 1, the switch of the runtime, by which its own requests (`fetch`) obey them.
 */
import { isIP } from 'node:net';
import { getProxyForUrl } from 'proxy-from-env';
import { Agent, EnvHttpProxyAgent, type buildConnector, type Dispatcher } from 'undici';
import { allowsAddress, parseNetwork } from '../domain/call-ranges.js';
import { serverName } from '../domain/server-name.js';
import { directHosts } from './direct-hosts.js';

const isOn = (): boolean => process.env['NODE_USE_ENV_PROXY'] === '1';

/**
 * Null for a direct connection: `NO_PROXY` names hosts and domains (`.svc`), each with its subdomains as curl and Go read it, addresses, and
 * ranges of these (`10.0.0.0/8`).
 */
export function proxyOf({ protocol, host }: Pick<URL, 'protocol' | 'host'>): URL | null {
  if (!isOn()) return null;
  const { hostname, port } = new URL(`${protocol}//${host}`);
  const name = serverName(hostname);
  const proxy = isInRange(name) || isBelow(name) ? '' : getProxyForUrl(`${protocol}//${name}${port && `:${port}`}`);
  return proxy === '' ? null : new URL(proxy);
}

const isBelow = (hostname: string): boolean =>
  directHosts(process.env).some((entry) => hostname.endsWith(`.${entry.toLowerCase()}`));

function isInRange(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return false;
  const networks = directHosts(process.env)
    .map((entry) => parseNetwork(entry))
    .filter((network) => network !== null);
  return allowsAddress({ isPublic: false, networks, names: [] }, address);
}

/** Connections to this address, through the proxy where it needs one; `connect` holds for hosts, not for the proxy. */
export const outgoingAgent = (
  address: string,
  options: Agent.Options,
  connect: buildConnector.BuildOptions = {},
): Dispatcher =>
  proxyOf(new URL(address)) === null
    ? new Agent({ ...options, connect })
    : new EnvHttpProxyAgent({ ...options, connect, requestTls: connect, proxyTunnel: true });
