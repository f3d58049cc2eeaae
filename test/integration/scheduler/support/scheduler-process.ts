import { freePort } from '#embedded-servers';
import { freeze, type Frozen } from '#testing/freeze.js';
import { TEST_SECRET_KEYS } from '#testing/recorded-run.js';
import { until } from '#testing/until.js';
import { startProgram } from '../../../../tools/quickstart/src/program.js';
import { untilReady } from '../../../../tools/quickstart/src/readiness.js';

const START_LIMIT_MS = 60_000;
const PATIENCE_MS = 60_000;

/** The built scheduler in a process of its own, which can be killed and stopped. */
export class SchedulerProcess {
  private constructor(
    private readonly pid: number,
    private readonly metricsUrl: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(servers: { readonly mongoUri: string; readonly natsUrl: string }): Promise<SchedulerProcess> {
    const metricsUrl = `http://127.0.0.1:${await freePort()}`;
    const part = await startProgram({
      root: process.cwd(),
      cacheDir: process.env['NODE_COMPILE_CACHE'] ?? '',
      args: ['dist/apps/scheduler/src/main.js'],
      env: {
        MONGODB_URI: servers.mongoUri,
        NATS_URL: servers.natsUrl,
        METRICS_PORT: new URL(metricsUrl).port,
        SECRET_KEYS: TEST_SECRET_KEYS,
        LOG_LEVEL: 'warn',
      },
      onLine: () => undefined,
    });
    await untilReady('scheduler', `${metricsUrl}/readyz`, { limitMs: START_LIMIT_MS, ended: part.ended });
    return new SchedulerProcess(part.pids[0] ?? 0, metricsUrl, () => part.stop());
  }

  kill(): void {
    process.kill(this.pid, 'SIGKILL');
  }

  async freeze(): Promise<Frozen> {
    return freeze(() => [this.pid]);
  }

  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.metricsUrl}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  }

  async owns(shards: number): Promise<void> {
    const owned = async (): Promise<boolean> => (await this.metric('carillon_shards_owned')) === shards;
    await until(`a scheduler to own ${shards} shards`, owned, PATIENCE_MS);
  }
}
