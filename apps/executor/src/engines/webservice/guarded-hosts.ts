/** The hosts that no web service may be, whatever name it has: the database, NATS and the Kubernetes API. */
import { resolveSrv } from 'node:dns/promises';
import type { ExecutorConfig } from '../../config.js';

type Addresses = Pick<ExecutorConfig, 'MONGODB_URI' | 'NATS_URL' | 'KUB_HOST' | 'KUBERNETES_SERVICE_HOST'>;

/** Gives them when it is called. The servers behind an SRV name may change; while it cannot be resolved, they are the last known ones. */
export function guardedHosts(config: Addresses, resolve = resolveSrv): () => Promise<readonly string[]> {
  const { MONGODB_URI, NATS_URL, KUB_HOST, KUBERNETES_SERVICE_HOST } = config;
  const [, srv, hosts = ''] = /^mongodb(\+srv)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(MONGODB_URI) ?? [];
  const cluster = [KUB_HOST, KUBERNETES_SERVICE_HOST].filter((host) => host !== undefined);
  let database = srv === undefined ? hosts.split(',') : [];
  return async () => {
    if (srv !== undefined) {
      const found = await resolve(`_mongodb._tcp.${hosts}`).catch(() => null);
      if (found !== null) database = found.map(({ name }) => name);
    }
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
