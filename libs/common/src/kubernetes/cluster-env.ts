/** The configuration of a cluster, from the environment. Shared by the services that use Kubernetes. */
import { z } from 'zod';

const DEFAULT_QPS = 100;
const DEFAULT_NODE_LOST_SECONDS = 300;
const DEFAULT_API_PORT = 443;
const MAX_QPS = 10_000;

/** The address of an API server of which a host, or its address, is named. */
export const clusterAddress = (host: string, port: number): string =>
  /^https?:\/\//.test(host) ? host : `https://${host}:${port}`;

function isClusterHost(host: string): boolean {
  const address = clusterAddress(host, DEFAULT_API_PORT);
  return URL.canParse(address) && (address === host || new URL(address).pathname === '/');
}

/** Part of the schema of a service that uses Kubernetes. */
export const clusterEnv = z.object({
  KUBECONFIG: z.string().min(1).optional(),
  KUB_HOST: z.string().refine(isClusterHost, 'must be the name of a host, or an https:// address').optional(),
  KUB_PORT: z.coerce.number().int().min(1).max(65_535).default(DEFAULT_API_PORT),
  KUB_TOKEN: z.string().min(1).optional(),
  /** The path of a file, or the certificates themselves as PEM. */
  KUB_CA: z.string().min(1).optional(),
  KUB_NAMESPACE: z.string().min(1).max(63).optional(),
  /** Requests a second of this process; 0 is no limit. */
  KUB_QPS: z.coerce.number().min(0).max(MAX_QPS).default(DEFAULT_QPS),
  /** Distinguishes installations that share a namespace. */
  KUB_INSTANCE: z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/, 'must be a label value')
    .default('carillon'),
  /** How long a deleted pod's node may be silent before the pod counts as lost. */
  KUB_NODE_LOST_SECONDS: z.coerce.number().min(1).max(86_400).default(DEFAULT_NODE_LOST_SECONDS),
  /** Set by the cluster in every pod: the mounted service account is used where nothing else is configured. */
  KUBERNETES_SERVICE_HOST: z.string().optional(),
});

/** The missing settings of the cluster; null if none is missing. */
export function clusterProblem(env: z.output<typeof clusterEnv>): string | null {
  const isGiven =
    env.KUBECONFIG !== undefined || env.KUB_HOST !== undefined || env.KUBERNETES_SERVICE_HOST !== undefined;
  return isGiven
    ? null
    : 'the kubernetes engine needs KUBECONFIG, or KUB_HOST and KUB_TOKEN, or has to run in a cluster';
}

export interface ClusterSettings {
  readonly kubeconfig: string | null;
  readonly host: string | null;
  readonly port: number;
  readonly token: string | null;
  readonly ca: string | null;
  readonly namespace: string | null;
  readonly requestsPerSecond: number;
  readonly instance: string;
  readonly nodeLostMs: number;
}

export function clusterSettings(env: z.output<typeof clusterEnv>): ClusterSettings {
  return {
    kubeconfig: env.KUBECONFIG ?? null,
    host: env.KUB_HOST ?? null,
    port: env.KUB_PORT,
    token: env.KUB_TOKEN ?? null,
    ca: env.KUB_CA ?? null,
    namespace: env.KUB_NAMESPACE ?? null,
    requestsPerSecond: env.KUB_QPS,
    instance: env.KUB_INSTANCE,
    nodeLostMs: env.KUB_NODE_LOST_SECONDS * 1_000,
  };
}
