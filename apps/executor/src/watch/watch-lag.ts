/** How late monitors, pings and rules of this replica's shards are evaluated. */
import type { Clock } from '#common/clock/clock.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { MonitorWatch } from './monitor-watch.js';
import type { RuleWatch } from './rule-watch.js';

export class WatchLag {
  constructor(
    private readonly monitors: Pick<MonitorWatch, 'longestWaiting'>,
    private readonly rules: Pick<RuleWatch, 'oldestLook'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly metrics: Pick<Metrics, 'watchLag'>,
  ) {}

  async step(): Promise<void> {
    const since = { ...(await this.monitors.longestWaiting()), rule: this.rules.oldestLook };
    const now = this.clock.now();
    for (const [kind, at] of Object.entries(since))
      this.metrics.watchLag.set({ kind }, Math.max(0, now - (at ?? now)) / 1_000);
  }
}
