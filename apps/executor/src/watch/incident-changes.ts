/** Changes of incidents: by their monitor, which begins and ends them, and by people, who take them up or end them. */
import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import type { contracts } from '#common/messages/registry.js';
import type { IncidentsStore } from '#common/mongo/incidents.store.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import { acknowledgedIncident, nextOfIncident, resolvedIncident, type Incident } from '#common/watch/incident.js';
import type { MonitorChange } from '#common/watch/monitor.js';
import { incidentId, newIncident } from './core/incident-of.js';

export type IncidentReply = ReplyOf<typeof contracts.changeIncident>;

/** Tries of a compare-and-set: a step may be due meanwhile. */
const MAX_SAVES = 5;
const CONTENDED = 'the incident is being changed right now: ask again';

export class IncidentChanges {
  constructor(
    private readonly incidents: Pick<IncidentsStore, 'insert' | 'load' | 'save' | 'removeOf'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Stores what the monitor has decided; a repeat changes nothing. Throws UNAVAILABLE while others keep writing it. */
  async store(monitor: StoredMonitor, change: MonitorChange): Promise<void> {
    const now = this.clock.now();
    if (change.type === 'opened') {
      await this.incidents.insert(newIncident(monitor, change, now));
      return;
    }
    const decide = (incident: Incident): Incident | null => {
      const isPaused = change.by === 'pause' && ({ isPaused: true } as const);
      const resolved = resolvedIncident(incident, change.at, { by: null, ...isPaused });
      return resolved && nextOfIncident(resolved, monitor.spec, now);
    };
    if ((await this.change(incidentId(monitor.uid, change.number), decide)) === 'contended')
      throw new AppError('UNAVAILABLE', CONTENDED);
  }

  /** Refused with NOT_FOUND, and with CONFLICT where it is over, or was acknowledged before. */
  async ask({ incident: id, action, actor }: PayloadOf<typeof contracts.changeIncident>): Promise<IncidentReply> {
    const outcome = await this.change(id, (incident) =>
      action === 'acknowledge'
        ? acknowledgedIncident(incident, this.clock.now(), actor)
        : resolvedIncident(incident, this.clock.now(), { by: actor }),
    );
    if (outcome === 'saved') return { ok: true };
    if (outcome === 'missing') return refused('NOT_FOUND', `there is no incident ${id}`);
    return refused('CONFLICT', outcome === 'contended' ? CONTENDED : `the incident ${stateText(outcome)}`);
  }

  /** All of a monitor that is gone. */
  async removeOf(uid: string): Promise<void> {
    await this.incidents.removeOf(uid);
  }

  /** The incident where `decide` would have it stay as it is. */
  private async change(
    id: string,
    decide: (incident: Incident) => Incident | null,
  ): Promise<'saved' | 'missing' | 'contended' | Incident> {
    for (let save = 0; save < MAX_SAVES; save++) {
      const incident = await this.incidents.load(id);
      if (incident === null) return 'missing';
      const changed = decide(incident);
      if (changed === null) return incident;
      if ((await this.incidents.save(changed)) !== null) return 'saved';
    }
    return 'contended';
  }
}

function stateText({ resolved, acknowledged }: Incident): string {
  if (resolved !== null) return resolved.by === null ? 'is over' : `was resolved by ${resolved.by}`;
  return `was acknowledged by ${acknowledged?.by ?? ''}`;
}

const refused = (code: string, detail: string): IncidentReply => ({ ok: false, code, detail });
