/** What an incident of a monitor is when it begins, and the notices of its steps. */
import type { TenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';
import type { MonitorSpec } from '#common/spec/monitor.js';
import { nextOfIncident, type Incident, type StepToSend } from '#common/watch/incident.js';
import type { MonitorChange } from '#common/watch/monitor.js';

type Opened = Extract<MonitorChange, { readonly type: 'opened' }>;

export const incidentId = (uid: string, number: number): string => `${uid}-${number}`;

/** The monitor that an incident is of. */
interface IncidentSource {
  readonly uid: string;
  readonly id: string;
  readonly tenant: TenantId;
  readonly shard: number;
  readonly spec: MonitorSpec;
}

/** With its first step, unless that has to wait. */
export function newIncident(monitor: IncidentSource, change: Opened, now: Instant): Incident {
  const { uid, id, tenant, shard, spec } = monitor;
  const monitorName = spec.name ?? id;
  const incident: Incident = {
    ...{ id: incidentId(uid, change.number), tenant, shard, rev: 1, monitor: id, uid, monitorName },
    ...{ reason: change.reason, message: `${monitorName}: ${messageOf(change)}`, openedAt: change.at },
    ...{ acknowledged: null, resolved: null, steps: {}, notified: [], pending: [], wakeAt: now },
  };
  return nextOfIncident(incident, spec, now);
}

function messageOf({ reason, exitCode }: Opened): string {
  switch (reason) {
    case 'failed':
      return exitCode === null ? 'it said that it failed' : `it failed with exit code ${exitCode}`;
    case 'missed':
      return 'it did not say in time that it succeeded';
    case 'long':
      return 'it has started, and did not say in time that it succeeded';
  }
}

export interface Addressing {
  /** The encrypted address of a channel. */
  readonly sealed: (address: string) => string;
  /** What stands for an encrypted address of the tenant in ids. */
  readonly digest: (address: string, tenant: string) => string;
}

/** The notices of the steps that are to be sent. The same incident and step give the same ids, however often, and by which replica, they are made. */
export const noticesOf = (incident: Incident, { sealed, digest }: Addressing): Notice[] =>
  incident.pending.flatMap((step) =>
    step.channels.map((channel) => {
      const webhook = sealed(`channel:${channel}`);
      return noticeOf(incident, step, { webhook, to: digest(webhook, incident.tenant) });
    }),
  );

function noticeOf(incident: Incident, { step, at }: StepToSend, address: { webhook: string; to: string }): Notice {
  const { id: about, tenant, shard, monitor, monitorName, reason, openedAt, acknowledged, resolved } = incident;
  const id = `incident/${about}/${step}/${address.to}`;
  return {
    ...{ id, tenant, job: null, incident: about, shard, on: step, ...address, run: null },
    body: {
      ...{ id, on: step, at: timeText(at), tenant, job: monitor, jobName: monitorName, run: null, missed: null },
      message: sentenceOf(incident, step),
      incident: {
        ...{ id: about, monitor, reason, openedAt: timeText(openedAt) },
        acknowledgedBy: acknowledged?.by ?? null,
        resolvedAt: resolved === null ? null : timeText(resolved.at),
      },
    },
    ...{ decidedAt: at, tries: 0, nextTryAt: at, outcome: null, lastError: null },
  };
}

function sentenceOf({ message, monitorName, resolved }: Incident, step: StepToSend['step']): string {
  switch (step) {
    case 'opened':
      return message;
    case 'escalated':
      return `${message}; nobody has acknowledged it`;
    case 'resolved':
      return `${monitorName}: ${endOf(resolved)}`;
  }
}

/** A pause proves nothing about the work: no notice may say that it recovered. */
function endOf(resolved: Incident['resolved']): string {
  if (resolved?.by != null) return `resolved by ${resolved.by}`;
  return resolved?.isPaused === true ? 'is paused, nobody watches it any more' : 'recovered';
}

const timeText = (at: Instant): string => new Date(at).toISOString();
