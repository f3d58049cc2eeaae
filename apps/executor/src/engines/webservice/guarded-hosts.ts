/** The hosts that no web service may be, whatever name it has: the database, NATS and the Kubernetes API. */
import type { SrvRecord } from 'node:dns';
import { resolveSrv } from 'node:dns/promises';
import type { ExecutorConfig } from '../../config.js';

type Addresses = Pick<ExecutorConfig, 'MONGODB_URI' | 'NATS_URL' | 'KUB_HOST' | 'KUBERNETES_SERVICE_HOST'>;

export async function guardedHosts(config: Addresses): Promise<readonly string[]> {
  const { MONGODB_URI, NATS_URL, KUB_HOST, KUBERNETES_SERVICE_HOST } = config;
  const [, srv, hosts = ''] = /^mongodb(\+srv)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(MONGODB_URI) ?? [];
  const database = srv === undefined ? hosts.split(',') : (await serversOf(hosts)).map(({ name }) => name);
  const cluster = [KUB_HOST, KUBERNETES_SERVICE_HOST].filter((host) => host !== undefined);
  return [...database, ...NATS_URL.servers, ...cluster].map(hostOf);
}

/** None while the name cannot be resolved: the other hosts are guarded nevertheless. */
const serversOf = async (host: string): Promise<SrvRecord[]> => resolveSrv(`_mongodb._tcp.${host}`).catch(() => []);

/** Of `host`, `host:port`, `[address]:port` or an address of the web. */
const hostOf = (text: string): string =>
  text
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([^:]*):\d+$/, '$1');
