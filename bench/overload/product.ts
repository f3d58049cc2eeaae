/** The whole product for this benchmark, its parts that can be frozen, and the worker. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { ownTreesOf } from '#testing/product/process-tree.js';
import { WorkerProcess, type Work } from '#testing/product/worker-process.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { SERVICES } from '#common/domain/service-name.js';
import type { ProbeTarget } from './probes.js';
import type { Door } from './storm.js';
import type { WatchedProcess } from './usage-watch.js';

const service = z.object({ pid: z.number(), metricsUrl: z.url() });
const stateSchema = z.object({
  apiUrl: z.url(),
  token: z.string(),
  mongoUri: z.string(),
  services: z.object({ api: service, scheduler: service, executor: service, 'log-collector': service }),
});

const DATABASE = /gateway\/main\.js|\bmongod\b/;
const NATS = /^\S*nats-server /;

export const FREEZABLE = ['collector', 'database', 'nats'] as const;
export type Freezable = (typeof FREEZABLE)[number];

/** The work of every run of the benchmark. */
export const WORK: Work = { logCalls: 5, linesPerCall: 10, saves: true };
/** Nothing is removed before it has been checked. */
const RETENTION = { successful: 100_000, failed: 100_000 } as const;
const JOBS = 20;

export class Product {
  readonly jobs = Array.from({ length: JOBS }, (_, number) => `overload-${number}`);

  readonly api: ApiClient;

  private constructor(
    private readonly folder: string,
    private readonly quickstart: Quickstart,
    readonly mongo: Mongo,
    readonly worker: WorkerProcess,
  ) {
    const { apiUrl, token } = stateIn(folder);
    this.api = new ApiClient(apiUrl, token);
  }

  static async start(root: string): Promise<Product> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
    const options = { port: 0, dataDir: folder, withExamples: false, restart: false };
    const quickstart = new Quickstart(root, options, (line) => process.stderr.write(`${line}\n`));
    await quickstart.start();
    const { mongoUri } = stateIn(folder);
    const mongo = await Mongo.connect(mongoUri, createLogger('bench', 'error'));
    const product = new Product(folder, quickstart, mongo, await WorkerProcess.start(root));
    await product.define();
    return product;
  }

  get door(): Door {
    const { apiUrl, token } = stateIn(this.folder);
    return { apiUrl, token };
  }

  get probeTargets(): ProbeTarget[] {
    const { services } = stateIn(this.folder);
    return SERVICES.map((name) => ({ service: name, origin: new URL(services[name].metricsUrl).origin }));
  }

  get services(): WatchedProcess[] {
    return SERVICES.map((name) => ({ name, pids: () => [stateIn(this.folder).services[name].pid] }));
  }

  /** The servers beside the services; their processes come and go. */
  get servers(): WatchedProcess[] {
    return (['database', 'nats'] as const).map((name) => ({ name, pids: () => this.pidsOf(name) }));
  }

  /** The present processes of the part to freeze. */
  pidsOf(what: Freezable): number[] {
    if (what === 'collector') return [stateIn(this.folder).services['log-collector'].pid];
    return ownTreesOf(what === 'database' ? DATABASE : NATS).map(({ pid }) => pid);
  }

  async stop(): Promise<void> {
    this.worker.stop();
    await this.mongo.close();
    await this.quickstart.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async define(): Promise<void> {
    const { api, worker } = this;
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    const reporter = { id: 'reporter', name: 'Reporter', engine: 'webservice', url: worker.url };
    await api.expect([201], 'POST', '/workers', { body: reporter });
    for (const id of this.jobs) {
      const body = {
        id,
        tenant: 'bench',
        name: id,
        worker: 'reporter',
        parameters: { work: WORK },
        retention: RETENTION,
      };
      await api.expect([201], 'POST', '/jobs', { body });
    }
  }
}

const stateIn = (folder: string): z.output<typeof stateSchema> =>
  stateSchema.parse(JSON.parse(readFileSync(join(folder, 'quickstart.json'), 'utf8')));
