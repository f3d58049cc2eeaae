/** Changes of incidents: by their monitor or rule, which begins and ends them, and by people, who acknowledge or end them. */
import type { Clock } from '#common/clock/clock.js';
import { MAX_INCIDENT_NOTES } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import type { Instant } from '#common/run/run.js';
import type { IncidentsStore } from '#common/mongo/incidents.store.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import type { StoredRule } from '#common/mongo/rules.store.js';
import {
  acknowledgedIncident,
  incidentId,
  nextOfIncident,
  notedIncident,
  regroupedIncident,
  resolvedIncident,
  type Alerting,
  type EndCause,
  type Incident,
} from '#common/watch/incident.js';
import type { MonitorChange } from '#common/watch/monitor.js';
import type { RuleChange } from '#common/watch/rule.js';
import { groupOf, newIncident, newIncidentOfRule } from './core/incident-of.js';

export type IncidentReply = ReplyTo<'changeIncident'>;

/** Tries of a compare-and-set: a step may be due meanwhile. */
const MAX_SAVES = 5;
const CONTENDED = 'the incident is being changed by another request; try again';

export class IncidentChanges {
  constructor(
    private readonly incidents: Pick<IncidentsStore, 'insert' | 'load' | 'save' | 'removeOf'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Stores a decision about the monitor; a repeat changes nothing. Throws UNAVAILABLE while other writers keep changing the incident. */
  async store(monitor: StoredMonitor, change: MonitorChange): Promise<void> {
    if (change.type === 'opened') await this.incidents.insert(newIncident(monitor, change, this.clock.now()));
    else await this.end(monitor, { ...change, cause: change.by === 'pause' ? 'paused' : 'recovered' });
  }

  /** The same as `store`, for a rule. */
  async storeOfRule(rule: StoredRule, change: RuleChange): Promise<void> {
    if (change.type === 'ended') return this.end(rule, change);
    if (change.type === 'opened') return this.incidents.insert(newIncidentOfRule(rule, change, this.clock.now()));
    const { jobs, message } = groupOf(rule, change);
    return this.require(incidentId(rule.uid, change.number), (incident) => regroupedIncident(incident, jobs, message));
  }

  private async end(
    { uid, spec }: { readonly uid: string; readonly spec: Alerting },
    { number, at, cause }: { readonly number: number; readonly at: Instant; readonly cause: EndCause },
  ): Promise<void> {
    const now = this.clock.now();
    return this.require(incidentId(uid, number), (incident) => {
      const resolved = resolvedIncident(incident, at, { by: null, ...(cause !== 'recovered' && { cause }) });
      return resolved && nextOfIncident(resolved, spec, now);
    });
  }

  private async require(id: string, decide: (incident: Incident) => Incident | null): Promise<void> {
    if ((await this.change(id, decide)) === 'contended') throw new AppError('UNAVAILABLE', CONTENDED);
  }

  /** Refused with NOT_FOUND, and with CONFLICT if the incident has ended or was acknowledged before, or has too many notes. */
  async ask(request: Payload<'changeIncident'>): Promise<IncidentReply> {
    const { incident: id, action } = request;
    const outcome = await this.change(id, (incident) => changedBy(request, incident, this.clock.now()));
    if (outcome === 'saved') return { ok: true };
    if (outcome === 'missing') return refused('NOT_FOUND', `there is no incident ${id}`);
    if (outcome === 'contended') return refused('CONFLICT', CONTENDED);
    return refused('CONFLICT', `the incident ${action === 'note' ? TOO_MANY_NOTES : stateText(outcome)}`);
  }

  /** Removes all incidents of a monitor or a rule that does not exist any more. */
  async removeOf(uid: string): Promise<void> {
    await this.incidents.removeOf(uid);
  }

  /** Returns the unchanged incident if `decide` changes nothing. */
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

const TOO_MANY_NOTES = `has ${MAX_INCIDENT_NOTES} notes, more are not kept`;

/** Null where the request changes nothing. */
function changedBy(
  { action, actor: by, text = '' }: Payload<'changeIncident'>,
  incident: Incident,
  at: Instant,
): Incident | null {
  switch (action) {
    case 'acknowledge':
      return acknowledgedIncident(incident, at, by);
    case 'resolve':
      return resolvedIncident(incident, at, { by });
    case 'note':
      return notedIncident(incident, { at, by, text });
  }
}

function stateText({ resolved, acknowledged }: Incident): string {
  if (resolved !== null) return resolved.by === null ? 'is over' : `was resolved by ${resolved.by}`;
  return `was acknowledged by ${acknowledged?.by ?? ''}`;
}

const refused = (code: string, detail: string): IncidentReply => ({ ok: false, code, detail });
