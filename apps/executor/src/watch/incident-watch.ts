/**
 * Sends the due steps of incidents, each once: first the step is saved with the incident, then its notices under ids made of both, then
 * the fact that the notices are stored. If a process dies or is paused in between, the next one repeats the rest with the same ids.
 */
import type { Clock } from '#common/clock/clock.js';
import type { IncidentSources } from '#common/mongo/incident-sources.js';
import type { IncidentsStore } from '#common/mongo/incidents.store.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import { nextOfIncident, type Incident } from '#common/watch/incident.js';
import type { IncidentOutbox } from './incident-outbox.js';

const AT_ONCE = 500;

export class IncidentWatch {
  constructor(
    private readonly stores: {
      readonly incidents: Pick<IncidentsStore, 'due' | 'save' | 'remove'>;
      readonly sources: Pick<IncidentSources, 'alertingOf'>;
    },
    private readonly outbox: Pick<IncidentOutbox, 'add'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Returns how many were due. */
  async step(): Promise<number> {
    const shards = [...this.owned()];
    if (shards.length === 0) return 0;
    const due = await this.stores.incidents.due(shards, this.clock.now(), AT_ONCE);
    await forEachContinuing(due, (incident) => this.lookAt(incident));
    return due.length;
  }

  private async lookAt(incident: Incident): Promise<void> {
    const alerting = await this.stores.sources.alertingOf(incident);
    if (alerting === null) {
      await this.stores.incidents.remove(incident.id);
      return;
    }
    const saved = await this.stores.incidents.save(nextOfIncident(incident, alerting, this.clock.now()));
    if (saved === null || saved.pending.length === 0) return;
    await this.outbox.add(saved);
    await this.stores.incidents.save({ ...saved, pending: [] });
  }
}
