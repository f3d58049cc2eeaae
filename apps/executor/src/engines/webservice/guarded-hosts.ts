/** The hosts that no web service may be, whatever name it has: the database, NATS and the Kubernetes API. */
import { resolveSrv } from 'node:dns/promises';
import { lastKnown } from '#common/config/last-known.js';
import type { ExecutorConfig } from '../../config.js';
import { AddressGuard } from './address-guard.js';

type Addresses = Pick<ExecutorConfig, 'MONGODB_URI' | 'NATS_URL' | 'KUB_HOST' | 'KUBERNETES_SERVICE_HOST'>;

/** The guard of addresses that tenants choose: of workers, webhooks and channels. */
export const tenantGuard = (config: Addresses & Pick<ExecutorConfig, 'WEBSERVICE_ALLOW'>): AddressGuard =>
  new AddressGuard(config.WEBSERVICE_ALLOW, guardedHosts(config));

/** Gives them when it is called. The servers behind an SRV name may change; while it cannot be resolved, they are the last known ones. */
export function guardedHosts(config: Addresses, resolve = resolveSrv): () => Promise<readonly string[]> {
  const { MONGODB_URI, NATS_URL, KUB_HOST, KUBERNETES_SERVICE_HOST } = config;
  const [, srv, hosts = ''] = /^mongodb(\+srv)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(MONGODB_URI) ?? [];
  const cluster = [KUB_HOST, KUBERNETES_SERVICE_HOST].filter((host) => host !== undefined);
  const behindName = lastKnown(async () => (await resolve(`_mongodb._tcp.${hosts}`)).map(({ name }) => name), []);
  return async () => {
    const database = srv === undefined ? hosts.split(',') : await behindName();
    return [...database, ...NATS_URL.servers, ...cluster].map(hostOf);
  };
}

/** Of `host`, `host:port`, `[address]:port` or an address of the web. */
const hostOf = (text: string): string =>
  text
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([^:]*):\d+$/, '$1');
