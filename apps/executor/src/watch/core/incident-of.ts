/** Builds a new incident of a monitor or a rule, and the notices of its steps. */
import type { TenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';
import type { NoticeBody } from '#common/spec/notify.js';
import {
  endCauseOf,
  incidentId,
  nextOfIncident,
  type AffectedJob,
  type Alerting,
  type EndCause,
  type Incident,
  type IncidentJobs,
  type StepToSend,
} from '#common/watch/incident.js';
import type { MonitorChange } from '#common/watch/monitor.js';
import type { RuleChange } from '#common/watch/rule.js';

type Opened = Extract<MonitorChange, { readonly type: 'opened' }>;

/** The monitor or the rule that has the incident. */
interface IncidentOwner {
  readonly uid: string;
  readonly id: string;
  readonly tenant: TenantId;
  readonly shard: number;
  readonly spec: Alerting & { readonly name?: string | undefined };
}

/** A new incident with its first step, unless the step has to wait. */
export function newIncident(monitor: IncidentOwner, change: Opened, now: Instant): Incident {
  const message = `${nameOf(monitor)}: ${messageOf(change)}`;
  return openIncident(monitor, { ...change, message }, now);
}

type Grouped = Extract<RuleChange, { readonly type: 'opened' | 'changed' }>;

/** The same as `newIncident`, for a rule. */
export function newIncidentOfRule(rule: IncidentOwner, change: Grouped, now: Instant): Incident {
  const { jobs, message } = groupOf(rule, change);
  return openIncident(rule, { ...change, message, source: 'rule', jobs }, now);
}

/** The jobs that an incident of a rule names. */
export function groupOf(
  rule: Pick<IncidentOwner, 'id' | 'spec'>,
  { jobs: listed, count, seq }: Grouped,
): { readonly jobs: IncidentJobs; readonly message: string } {
  const [first] = listed;
  const others = count > 1 ? `, and ${count - 1} more` : '';
  const what = first ? `${first.name}: ${first.message}${others}` : `${count} jobs are affected`;
  return { jobs: { listed, count, seq }, message: `${nameOf(rule)}: ${what}` };
}

const nameOf = ({ id, spec }: Pick<IncidentOwner, 'id' | 'spec'>): string => spec.name ?? id;

function openIncident(
  owner: IncidentOwner,
  begin: Pick<Incident, 'reason' | 'message' | 'source' | 'jobs'> & { readonly number: number; readonly at: Instant },
  now: Instant,
): Incident {
  const { uid, id, tenant, shard, spec } = owner;
  const { number, reason, message, at, source, jobs } = begin;
  const incident: Incident = {
    id: incidentId(uid, number),
    tenant,
    shard,
    rev: 1,
    monitor: id,
    uid,
    monitorName: nameOf(owner),
    ...(source && { source }),
    ...(jobs && { jobs }),
    reason,
    message,
    openedAt: at,
    acknowledged: null,
    resolved: null,
    steps: {},
    notified: [],
    pending: [],
    wakeAt: now,
  };
  return nextOfIncident(incident, spec, now);
}

function messageOf({ reason, exitCode }: Opened): string {
  switch (reason) {
    case 'failed':
      return exitCode === null ? 'a failure was reported' : `the work failed with exit code ${exitCode}`;
    case 'missed':
      return 'no success was reported in time';
    case 'long':
      return 'no success was reported in time after a start';
  }
}

export interface Addressing {
  /** The encrypted address of a channel. */
  readonly sealed: (address: string) => string;
  /** The digest that represents an encrypted address of the tenant in ids. */
  readonly digest: (address: string, tenant: string) => string;
  /** The address of the web UI. */
  readonly uiBase: string;
}

/** The notices of the steps that are to be sent. The same incident and step always give the same ids, in every replica. */
export const noticesOf = (incident: Incident, { sealed, digest, uiBase }: Addressing): Notice[] =>
  incident.pending.flatMap((step) =>
    step.channels.map((channel) => {
      const webhook = sealed(`channel:${channel}`);
      return noticeOf(incident, step, { webhook, to: digest(webhook, incident.tenant) }, uiBase);
    }),
  );

function noticeOf(
  incident: Incident,
  { step, at }: StepToSend,
  address: { webhook: string; to: string },
  uiBase: string,
): Notice {
  const { id: about, tenant, shard, monitor, monitorName, source = 'monitor', reason } = incident;
  const { openedAt, acknowledged, resolved, jobs } = incident;
  const id = `incident/${about}/${step}/${address.to}`;
  return {
    id,
    tenant,
    job: null,
    incident: about,
    shard,
    on: step,
    ...address,
    run: null,
    body: {
      id,
      on: step,
      at: timeText(at),
      tenant,
      job: monitor,
      jobName: monitorName,
      run: null,
      missed: null,
      message: sentenceOf(incident, step),
      incident: {
        id: about,
        source,
        monitor,
        reason,
        openedAt: timeText(openedAt),
        url: `${uiBase}/#/incidents/${encodeURIComponent(about)}`,
        ...(jobs && { jobs: jobs.listed.map((each) => jobOf(each, uiBase)) }),
        ...(jobs && { jobCount: jobs.count }),
        acknowledgedBy: acknowledged?.by ?? null,
        resolvedAt: resolved === null ? null : timeText(resolved.at),
      },
    },
    decidedAt: at,
    tries: 0,
    nextTryAt: at,
    outcome: null,
    lastError: null,
  };
}

const jobOf = (
  { job, name, message, run }: AffectedJob,
  uiBase: string,
): NonNullable<NonNullable<NoticeBody['incident']>['jobs']>[number] => ({
  id: job,
  name,
  message,
  ...(run && { errorUrl: `${uiBase}/#/runs/${encodeURIComponent(run)}?at=error` }),
});

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

/** Only a recovery is called a recovery: a pause or an edit proves nothing about the work. */
const ENDS: Readonly<Record<EndCause, string>> = {
  recovered: 'recovered',
  paused: 'is paused, so it is not watched any more',
  edited: 'was changed, so the earlier problem is not watched any more',
  unwatched: 'does not watch the affected jobs any more',
};

function endOf(resolved: Incident['resolved']): string {
  if (resolved?.by != null) return `resolved by ${resolved.by}`;
  return ENDS[endCauseOf({ resolved }) ?? 'recovered'];
}

const timeText = (at: Instant): string => new Date(at).toISOString();
