/**
 * An incident: people are notified of it once when it begins, once more when it is not acknowledged, and once when it is over. Decided
 * purely; each step is saved with the incident before its notices, whose ids are made from both.
 */
import type { RunId, TenantId } from '../domain/ids.js';
import { INCIDENT_KEPT_MS, MAX_INCIDENT_NOTES } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { Zone } from '../schedule/zone.js';
import { DAY_SECONDS, weekdayOf } from '../schedule/civil.js';
import type { MonitorSpec, QuietHours } from '../spec/monitor.js';
import type { IncidentStep } from './incident-steps.js';
import { RULE_CONDITIONS } from '../spec/rule.js';
import { DOWN_REASONS } from './monitor.js';

/** The id of one of the numbered incidents of a monitor or a rule. */
export const incidentId = (uid: string, number: number): string => `${uid}-${number}`;
export const uidOfIncident = (incident: string): string => incident.slice(0, incident.lastIndexOf('-'));

export const INCIDENT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** Why an incident began: why a monitor is down, or the condition of a rule. */
export const INCIDENT_REASONS = [...new Set([...DOWN_REASONS, ...RULE_CONDITIONS])];
export type IncidentReason = (typeof INCIDENT_REASONS)[number];

/** The source of an incident. */
export const INCIDENT_SOURCES = ['monitor', 'rule'] as const;
export type IncidentSource = (typeof INCIDENT_SOURCES)[number];

/**
 * Why an incident ended by itself. `recovered`: the problem is over; `paused`: its monitor or rule was paused; `edited`: its rule was
 * changed; `unwatched`: the rule does not watch the jobs any more, or they were removed.
 */
export const END_CAUSES = ['recovered', 'paused', 'edited', 'unwatched'] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** A job for which the condition of a rule holds. */
export interface AffectedJob {
  readonly job: string;
  readonly name: string;
  /** A sentence about the problem. */
  readonly message: string;
  /** When it was found. */
  readonly since: Instant;
  /** The failed run by which it was found; absent where no failure is the problem. */
  readonly run?: RunId | undefined;
}

/** What a person has written about an incident, for those who read it later. */
export interface IncidentNote {
  readonly at: Instant;
  readonly by: string;
  readonly text: string;
}

/** The affected jobs of an incident of a rule. */
export interface IncidentJobs {
  /** The first ones, at most `MAX_INCIDENT_JOBS`. */
  readonly listed: readonly AffectedJob[];
  readonly count: number;
  /** The number of the change by which they were set. */
  readonly seq: number;
}

/** A decided step, with the channels that are notified of it. */
export interface StepToSend {
  readonly step: IncidentStep;
  readonly channels: readonly string[];
  readonly at: Instant;
}

export interface Incident {
  /** `<uid of its monitor or rule>-<number>`. */
  readonly id: string;
  /** If absent, a monitor has found it. */
  readonly source?: 'rule';
  readonly tenant: TenantId;
  readonly shard: number;
  readonly rev: number;
  /** The id of the monitor, or of the rule. */
  readonly monitor: string;
  /** Identifies the monitor or the rule: another one may be given its id later. */
  readonly uid: string;
  /** The name of the monitor or rule. */
  readonly monitorName: string;
  readonly reason: IncidentReason;
  /** Only for incidents of rules. */
  readonly jobs?: IncidentJobs;
  /** A sentence for people. */
  readonly message: string;
  readonly openedAt: Instant;
  readonly acknowledged: { readonly at: Instant; readonly by: string } | null;
  /** `by`: null where it has ended by itself; then `cause` is the reason, `recovered` if absent. `isPaused`: the former field. */
  readonly resolved: {
    readonly at: Instant;
    readonly by: string | null;
    readonly isPaused?: true;
    readonly cause?: Exclude<EndCause, 'recovered'>;
  } | null;
  /** Oldest first; absent: none. */
  readonly notes?: readonly IncidentNote[];
  /** When notices of each step were decided. */
  readonly steps: Readonly<Partial<Record<IncidentStep, Instant>>>;
  /** Channels that have been notified of it: the same are notified of its end. */
  readonly notified: readonly string[];
  /** Steps whose notices may not be saved yet. */
  readonly pending: readonly StepToSend[];
  /** When it is to be checked again; null where no further step follows by itself. */
  readonly wakeAt: Instant | null;
}

export type Alerting = Pick<MonitorSpec, 'channels' | 'escalation' | 'quietHours'>;

export const stateOfIncident = ({ resolved, acknowledged }: Incident): IncidentState =>
  resolved !== null ? 'resolved' : acknowledged !== null ? 'acknowledged' : 'open';

/** The incident after its due steps, which are its `pending`. A second call for the same instant adds no step. */
export function nextOfIncident(incident: Incident, alerting: Alerting, now: Instant): Incident {
  const quietUntil = alerting.quietHours === undefined ? null : endOfQuiet(alerting.quietHours, now);
  const due = dueStep(incident, alerting);
  if (due === null) return { ...incident, wakeAt: null };
  const at = Math.max(due.at, quietUntil ?? due.at);
  if (at > now) return { ...incident, wakeAt: at };
  const { step, channels } = due;
  const notified = step === 'resolved' ? incident.notified : [...new Set([...incident.notified, ...channels])];
  const next = {
    ...incident,
    notified,
    steps: { ...incident.steps, [step]: now },
    pending: [...incident.pending, { step, channels, at: now }],
  };
  return nextOfIncident(next, alerting, now);
}

/** The next step and its time; at most one lies ahead. */
function dueStep(
  { openedAt, acknowledged, resolved, steps, notified }: Incident,
  { channels = [], escalation }: Alerting,
): StepToSend | null {
  if (resolved !== null) {
    // If nobody was notified of the incident, nobody is notified of its end.
    const isSilent = steps.opened === undefined || steps.resolved !== undefined;
    return isSilent ? null : { step: 'resolved', channels: notified, at: resolved.at };
  }
  if (acknowledged !== null) return null;
  if (steps.opened === undefined) return { step: 'opened', channels, at: openedAt };
  if (escalation === undefined || steps.escalated !== undefined) return null;
  return {
    step: 'escalated',
    channels: escalation.channels,
    at: steps.opened + escalation.afterSeconds * 1_000,
  };
}

const BY_NUMBER = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** The end of the quiet hours that contain the instant; null if there are none. */
export function endOfQuiet({ timezone = 'UTC', days, from, to }: QuietHours, now: Instant): Instant | null {
  const zone = Zone.of(timezone);
  const seconds = Math.floor(now / 1_000);
  const wall = seconds + zone.stretchAt(seconds).offset;
  const day = Math.floor(wall / DAY_SECONDS);
  const start = secondsOf(from);
  const end = secondsOf(to);
  const length = end > start ? end - start : end - start + DAY_SECONDS;
  for (const firstDay of [day, day - 1]) {
    const begins = firstDay * DAY_SECONDS + start;
    const isDay = days === undefined || days.includes(BY_NUMBER[weekdayOf(firstDay)] ?? 'sun');
    if (isDay && wall >= begins && wall < begins + length) {
      const left = begins + length - wall;
      // The clock may change until then: the local time at the end decides.
      const change = zone.stretchAt(seconds + left).offset - zone.stretchAt(seconds).offset;
      return (seconds + Math.max(1, left - change)) * 1_000;
    }
  }
  return null;
}

function secondsOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return hours * 3_600 + minutes * 60;
}

/** Null if the incident is over already. */
export const resolvedIncident = (
  incident: Incident,
  at: Instant,
  resolved: Omit<NonNullable<Incident['resolved']>, 'at'>,
): Incident | null => (incident.resolved === null ? { ...incident, resolved: { at, ...resolved }, wakeAt: at } : null);

/** Null if the incident is over or was acknowledged before: the first acknowledgement counts. */
export const acknowledgedIncident = (incident: Incident, at: Instant, by: string): Incident | null =>
  incident.resolved === null && incident.acknowledged === null
    ? { ...incident, acknowledged: { at, by }, wakeAt: null }
    : null;

/** The incident with a further note, also after its end; null if it has as many as it may have. */
export const notedIncident = (incident: Incident, note: IncidentNote): Incident | null => {
  const { notes = [] } = incident;
  return notes.length < MAX_INCIDENT_NOTES ? { ...incident, notes: [...notes, note] } : null;
};

/** Why the incident ended by itself; null before its end, and where a person has ended it. */
export const endCauseOf = ({ resolved }: Pick<Incident, 'resolved'>): EndCause | null =>
  resolved?.by === null ? (resolved.cause ?? (resolved.isPaused === true ? 'paused' : 'recovered')) : null;

/** The incident with other jobs. Null when it is over, or when a later change has been stored: a process may have stood still. */
export const regroupedIncident = (incident: Incident, jobs: IncidentJobs, message: string): Incident | null =>
  incident.resolved === null && (incident.jobs?.seq ?? 0) < jobs.seq ? { ...incident, jobs, message } : null;

/** When the stored incident may be removed; null while it is open. */
export const endOfKeeping = ({ resolved }: Incident): Instant | null =>
  resolved === null ? null : resolved.at + INCIDENT_KEPT_MS;
