/**
 * The configuration of access to a cluster: a kubeconfig file, the environment, or the folder that a cluster mounts into its
 * pods.
 */
import type { Cluster, KubeConfig as Config } from '@kubernetes/client-node';
import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { AppError, messageOf } from '../errors/app-error.js';
import { renewed, renewedFile, secretIn } from '../config/renewed-file.js';
import { clusterAddress, type ClusterSettings } from './cluster-env.js';

export interface ClusterSource {
  readonly server: string;
  readonly namespace: string | null;
  readonly proxy: string | null;
  /** The current headers and TLS options: tokens are renewed while the process runs. */
  credentials(): Promise<RequestOptions>;
}

/** Throws AppError that names what cannot be read. */
export async function clusterSource(settings: ClusterSettings): Promise<ClusterSource> {
  try {
    if (settings.kubeconfig === null && settings.host !== null) return hostSource(settings, settings.host);
    return await librarySource(settings.kubeconfig);
  } catch (error) {
    const message = `the configuration of the access to Kubernetes cannot be read: ${messageOf(error)}`;
    throw new AppError('VALIDATION_FAILED', message, { cause: error });
  }
}

function hostSource(settings: ClusterSettings, host: string): ClusterSource {
  const { ca, token, port } = settings;
  const options = renewed((): RequestOptions => ({
    ...(ca !== null && { ca: ca.includes('-----BEGIN') ? ca : readFileSync(ca) }),
    ...(token !== null && { headers: { Authorization: `Bearer ${secretIn(token)}` } }),
  }));
  return {
    server: clusterAddress(host, port),
    namespace: null,
    proxy: null,
    credentials: () => Promise.resolve(options()),
  };
}

async function librarySource(kubeconfig: string | null): Promise<ClusterSource> {
  // The library is loaded when needed: it takes 90 MB and half a second, and not every installation has a cluster.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const load = (): { readonly config: Config; readonly cluster: Cluster } => {
    const config = new KubeConfig();
    if (kubeconfig === null) config.loadFromCluster();
    else config.loadFromFile(kubeconfig);
    const cluster = config.getCurrentCluster();
    if (!cluster) throw new Error(`${kubeconfig ?? 'the service account'} has no current cluster`);
    return { config, cluster };
  };
  const atStart = load();
  // A configuration keeps what its credential plugin has answered: it is loaded again only if its file has another text.
  const present = kubeconfig === null ? (): typeof atStart => atStart : renewedFile(kubeconfig, load);
  const { config, cluster } = atStart;
  if (kubeconfig === null && cluster.server.includes('undefined'))
    throw new Error('set KUBECONFIG or KUB_HOST, or run the service in a cluster');
  return {
    server: cluster.server,
    namespace: config.getContextObject(config.getCurrentContext())?.namespace ?? null,
    proxy: cluster.proxyUrl ?? null,
    credentials: async () => {
      const options: RequestOptions = {};
      await present().config.applyToHTTPSOptions(options);
      return options;
    },
  };
}
