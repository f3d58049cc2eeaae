/** The metrics of requests to the Kubernetes API. */
import { ArchiveMetrics } from './archive-metrics.js';
import { SHORT_SECONDS } from './common-metrics.js';

const CLUSTER = ['executor', 'log-collector'] as const;

export class KubernetesMetrics extends ArchiveMetrics {
  readonly kubernetesRequests = this.counter(
    'carillon_k8s_requests_total',
    CLUSTER,
    'Requests to the Kubernetes API.',
    'verb',
    'code',
  );
  readonly kubernetesWait = this.histogram(
    'carillon_k8s_request_wait_seconds',
    CLUSTER,
    {
      help: 'Time for which requests to the Kubernetes API waited for the rate limit KUB_QPS, by lane.',
      buckets: SHORT_SECONDS,
    },
    'lane',
  );
  readonly kubernetesSeconds = this.histogram(
    'carillon_k8s_request_seconds',
    CLUSTER,
    { help: 'Time until the Kubernetes API answered, by verb.', buckets: SHORT_SECONDS },
    'verb',
  );
  readonly kubernetesWatchRestarts = this.counter(
    'carillon_k8s_watch_restarts_total',
    CLUSTER,
    'Watches of the Kubernetes API that were interrupted and opened again.',
  );
}
