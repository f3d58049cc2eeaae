/** Incidents and their notices in memory, as processes that may be killed see them. */
import type { Notice } from '#common/run/notice.js';
import type { Incident } from '#common/watch/incident.js';
import type { IncidentChanges } from '../../apps/executor/src/watch/incident-changes.js';
import type { IncidentOutbox } from '../../apps/executor/src/watch/incident-outbox.js';
import type { IncidentWatch } from '../../apps/executor/src/watch/incident-watch.js';
import type { Perform } from './killed-processes.js';

interface Stores {
  readonly incidents: ConstructorParameters<typeof IncidentChanges>[0] &
    ConstructorParameters<typeof IncidentWatch>[0]['incidents'];
  readonly notices: ConstructorParameters<typeof IncidentOutbox>[0];
}

export class MemoryIncidents {
  readonly notices = new Map<string, Notice>();
  readonly incidents = new Map<string, Incident>();

  constructor(private readonly now: () => number) {}

  storesOver(on: Perform): Stores {
    const { incidents, notices } = this;
    const isDue = ({ pending, wakeAt }: Incident): boolean =>
      pending.length > 0 || (wakeAt !== null && wakeAt <= this.now());
    return {
      incidents: {
        insert: async (incident) =>
          on(() => {
            if (!incidents.has(incident.id)) incidents.set(incident.id, incident);
          }),
        load: async (id) => on(() => incidents.get(id) ?? null),
        save: async (incident) => on(() => this.save(incident)),
        due: async () => on(() => [...incidents.values()].filter(isDue)),
        remove: async (id) =>
          on(() => {
            incidents.delete(id);
          }),
        removeOf: async () => on(() => undefined),
      },
      notices: {
        add: async (some) =>
          on(() => {
            for (const notice of some) if (!notices.has(notice.id)) notices.set(notice.id, notice);
          }),
      },
    };
  }

  private save(incident: Incident): Incident | null {
    if (this.incidents.get(incident.id)?.rev !== incident.rev) return null;
    const next = { ...incident, rev: incident.rev + 1 };
    this.incidents.set(incident.id, next);
    return next;
  }
}
