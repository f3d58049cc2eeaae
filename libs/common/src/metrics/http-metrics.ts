/** The metrics of requests to the API. */
import { KubernetesMetrics } from './kubernetes-metrics.js';

export const HTTP_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5];

const API = ['api'] as const;

export class HttpMetrics extends KubernetesMetrics {
  readonly httpRequestDuration = this.histogram(
    'carillon_http_request_duration_seconds',
    API,
    { help: 'Time to answer an HTTP request.', buckets: HTTP_SECONDS },
    'route',
    'method',
    'status',
  );
  readonly httpRequestsActive = this.gauge(
    'carillon_http_requests_active',
    API,
    'HTTP requests to this replica, by kind (callback, change, read) and state: being served or waiting.',
    'kind',
    'state',
  );
  readonly authenticationFailures = this.counter(
    'carillon_authentication_failures_total',
    API,
    'Requests that were refused because of their credentials, by cause; signIn: a failed sign-in at the OIDC issuer.',
    'cause',
  );
}
