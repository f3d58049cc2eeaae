/**
 * Reports to an external monitor, at equal intervals, that Carillon works: when the pings stop, the monitor raises the alarm, even if
 * everything here is down. One executor pings, the owner of the first shard, and only while it finds no problem.
 */
import { AppError } from '#common/errors/app-error.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { Monitor } from './monitor.js';
import type { VitalSigns } from './vital-signs.js';

const PINGING_SHARD = 0;

export class DeadManPing implements Startable {
  private readonly loop: SweepLoop | null;

  /** Without a `monitor` no ping is sent. */
  constructor(
    private readonly owned: () => ReadonlySet<number>,
    private readonly signs: Pick<VitalSigns, 'problems'>,
    private readonly monitor: Pick<Monitor, 'ping' | 'close' | 'intervalMs'> | null,
    private readonly tools: { readonly metrics: Pick<Metrics, 'deadManPings'>; readonly log: Logger },
  ) {
    this.loop = monitor && new SweepLoop('dead-man ping', () => this.step(), monitor.intervalMs, { log: tools.log });
  }

  start(): void {
    this.loop?.start();
  }

  async stop(): Promise<void> {
    await this.loop?.stop();
    await this.monitor?.close();
  }

  /**
   * Pings, unless something does not work or another replica pings. Throws AppError UNAVAILABLE if the monitor did not accept the ping.
   */
  async step(): Promise<void> {
    const { metrics, log } = this.tools;
    if (this.monitor === null || !this.owned().has(PINGING_SHARD)) return;
    const problems = await this.signs.problems();
    if (problems.length > 0) {
      metrics.deadManPings.inc({ result: 'withheld' });
      log.error({ problems }, 'the dead-man ping is not sent, because the installation has problems');
      return;
    }
    const problem = await this.monitor.ping();
    metrics.deadManPings.inc({ result: problem === null ? 'sent' : 'failed' });
    if (problem !== null) throw new AppError('UNAVAILABLE', `the monitor did not accept the dead-man ping: ${problem}`);
  }
}
