import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { IncidentWatch } from './incident-watch.js';
import type { MonitorWatch } from './monitor-watch.js';
import type { WatchGauges } from './watch-gauges.js';

const MONITOR_SWEEP_MS = 10_000;

/** The loops of monitors and incidents. */
export class WatchLoops implements Startable {
  private readonly loops: readonly SweepLoop[];

  constructor(monitors: MonitorWatch, incidents: IncidentWatch, gauges: WatchGauges, log: Logger) {
    this.loops = [
      new SweepLoop('monitors', () => monitors.step(), SWEEP_INTERVAL_MS, { log }),
      new SweepLoop('all monitors', () => monitors.sweep(), MONITOR_SWEEP_MS, { log }),
      new SweepLoop('incidents', () => incidents.step(), SWEEP_INTERVAL_MS, { log }),
      new SweepLoop('counts of monitors', () => gauges.step(), MONITOR_SWEEP_MS, { log }),
    ];
  }

  async start(): Promise<void> {
    for (const loop of this.loops) loop.start();
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
