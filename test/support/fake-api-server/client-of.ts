import { systemClock } from '#common/clock/clock.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { FakeApiServer } from './fake-api-server.js';

/** A client of the simulated server, without a limit of requests, for a caller that opens and closes it. */
export function unopenedClientOf(api: FakeApiServer): ApiClient {
  const settings = { kubeconfig: null, host: api.url, port: 443, token: 't', ca: null, namespace: 'workers' };
  const limits = { requestsPerSecond: 0, instance: 'carillon', nodeLostMs: 1_000 };
  const tools = { clock: systemClock, metrics: new Metrics('executor', '0'), random: () => 0 };
  return new ApiClient({ ...settings, ...limits }, tools);
}

/** An open client; the caller closes it. */
export async function clientOf(api: FakeApiServer): Promise<ApiClient> {
  const client = unopenedClientOf(api);
  await client.open();
  return client;
}
