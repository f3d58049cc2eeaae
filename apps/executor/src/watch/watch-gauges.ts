/** Counts the monitors and the open incidents of the shards of this replica. */
import type { Metrics } from '#common/metrics/catalogue.js';
import type { IncidentsStore } from '#common/mongo/incidents.store.js';
import type { MonitorStatesStore } from '#common/mongo/watch-states.store.js';
import { INCIDENT_REASONS } from '#common/watch/incident.js';
import { MONITOR_STATES } from '#common/watch/monitor.js';

export class WatchGauges {
  constructor(
    private readonly states: Pick<MonitorStatesStore, 'count' | 'isAny'>,
    private readonly incidents: Pick<IncidentsStore, 'countOpen' | 'isAnyOpen'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly metrics: Pick<Metrics, 'monitors' | 'incidents'>,
  ) {}

  async step(): Promise<void> {
    const shards = [...this.owned()];
    const anyMonitor = await this.states.isAny(shards);
    const anyIncident = await this.incidents.isAnyOpen(shards);
    for (const state of MONITOR_STATES)
      this.metrics.monitors.set({ state }, anyMonitor ? await this.states.count(shards, state) : 0);
    for (const reason of INCIDENT_REASONS)
      this.metrics.incidents.set({ reason }, anyIncident ? await this.incidents.countOpen(shards, reason) : 0);
  }
}
