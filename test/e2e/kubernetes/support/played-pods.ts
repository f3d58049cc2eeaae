/**
 * The services' pods on a node that only plays them: each tells the metrics of its service, with the figures that a test gives, and a
 * real Prometheus reads them under the labels that a PodMonitor would add.
 */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { delay } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { type RunningServer, startPrometheus } from '#embedded-servers';
import type { ScaledPod } from './metrics-apis.js';
import type { Testbed } from './testbed.js';

/** The metrics of a service as a test gives them: its pods share work evenly, and are late together. */
export interface Load {
  /** Thousandths of a processor. */
  readonly cpu: number;
  readonly queued: number;
  readonly lateSeconds: number;
  readonly logLagSeconds: number;
}

const LOOK_MS = 1_000;
const SLOTS_PER_LOOK = 10;
const SOME_RUN = 'run' as RunId;
const podList = z.object({
  items: z.array(
    z.object({
      metadata: z.object({
        name: z.string(),
        deletionTimestamp: z.string().optional(),
        labels: z.object({ 'app.kubernetes.io/name': z.enum(SERVICES) }).catchall(z.string()),
      }),
    }),
  ),
});
const vector = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.object({ pod: z.string() }), value: z.tuple([z.number(), z.string()]) })),
  }),
});

export class PlayedPods {
  readonly loads = Object.fromEntries(
    SERVICES.map((service) => [service, { cpu: 0, queued: 0, lateSeconds: 0, logLagSeconds: 0 }]),
  ) as Record<ServiceName, Load>;
  private readonly stopping = new AbortController();
  private readonly metrics = new Map<string, Metrics>();
  private readonly server: Server;
  private prometheus: RunningServer | null = null;
  private looking: Promise<void> = Promise.resolve();
  private seen: readonly ScaledPod[] = [];

  private constructor(
    private readonly testbed: Testbed,
    private readonly folder: string,
  ) {
    this.server = createServer((request, response) => {
      void this.answer(request.url ?? '').then(
        ([type, text]) => response.setHeader('content-type', type).end(text),
        (error: unknown) => response.writeHead(404).end(String(error)),
      );
    });
  }

  static async start(testbed: Testbed, folder: string): Promise<PlayedPods> {
    const pods = new PlayedPods(testbed, folder);
    await new Promise<void>((done) => pods.server.listen(0, '127.0.0.1', done));
    const config = join(folder, 'prometheus.yml');
    const url = `http://${pods.address}/targets`;
    const scrape = { job_name: 'pods', http_sd_configs: [{ url, refresh_interval: '1s' }] };
    const global = { scrape_interval: '1s', scrape_timeout: '1s' };
    writeFileSync(config, stringify({ global, scrape_configs: [scrape] }));
    pods.prometheus = await startPrometheus({ dataDir: folder, config, env: process.env, log: () => undefined });
    pods.looking = pods.look();
    return pods;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking;
    await this.prometheus?.stop();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  get all(): readonly ScaledPod[] {
    return this.seen;
  }

  /** Thousandths of a processor that a pod uses. */
  cpuOf({ service }: ScaledPod): number {
    return this.shareOf(service as ServiceName, 'cpu');
  }

  /** One figure for each pod that Prometheus knows of. */
  async ask(query: string): Promise<{ pod: string; figure: number }[]> {
    const body = new URLSearchParams({ query });
    const answer = await fetch(`${this.prometheus?.url ?? ''}/api/v1/query`, { method: 'POST', body });
    const { result } = vector.parse(await answer.json()).data;
    return result.map(({ metric, value: [, figure] }) => ({ pod: metric.pod, figure: Number(figure) }));
  }

  private get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private shareOf(service: ServiceName, what: 'cpu' | 'queued'): number {
    return this.loads[service][what] / Math.max(1, this.seen.filter((pod) => pod.service === service).length);
  }

  private async look(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const text = await this.testbed.kubectl('-n', 'carillon', 'get', 'pods', '-o', 'json').catch(() => null);
      if (text !== null)
        this.seen = podList
          .parse(JSON.parse(text))
          .items.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
          .map(({ metadata: { name, labels } }) => ({ name, labels, service: labels['app.kubernetes.io/name'] }));
      await delay(LOOK_MS, signal).catch(() => undefined);
    }
  }

  private async answer(path: string): Promise<[type: string, text: string]> {
    if (path === '/targets') return ['application/json', JSON.stringify(this.targets())];
    const pod = this.seen.find(({ name }) => path === `/${name}/metrics`);
    if (!pod) throw new Error(`there is no ${path}`);
    const metrics = this.metricsOf(pod);
    return [metrics.contentType, await metrics.text()];
  }

  private targets(): object[] {
    return this.seen.map(({ name }) => ({
      targets: [this.address],
      labels: { __metrics_path__: `/${name}/metrics`, namespace: 'carillon', pod: name },
    }));
  }

  private metricsOf({ name, service }: ScaledPod): Metrics {
    const metrics = this.metrics.get(name) ?? new Metrics(service as ServiceName, '0');
    this.metrics.set(name, metrics);
    const { lateSeconds, logLagSeconds } = this.loads[service as ServiceName];
    metrics.queueDepth.set({ queue: 'starts' }, this.shareOf(service as ServiceName, 'queued'));
    metrics.schedulesOverdue.set(0);
    metrics.logLag.set(logLagSeconds);
    for (let slot = 0; slot < SLOTS_PER_LOOK; slot += 1) metrics.scheduleLateness.observe(lateSeconds, SOME_RUN);
    return metrics;
  }
}
