/** The incidents of monitors and rules in a list, and what people do with an incident. */
import type { ReactElement } from 'react';
import { Link } from '@tanstack/react-router';
import { api, ofId, ok, refresh, type Schemas, useRights, type Rights } from '../api/client.js';
import { ActionButton } from '../parts/action-button.js';
import { JobLink, State, type Tone } from '../parts/objects.js';
import { actionsColumn, column, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { Lasting } from '../parts/time.js';

export type Incident = Schemas['Incident'];

const TONES: Readonly<Record<Incident['state'], Tone>> = { open: 'bad', acknowledged: 'warn', resolved: 'off' };

/** The words for states, as in the table of the glossary. */
export const INCIDENT_TEXTS: Readonly<Record<Incident['state'], string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
};

export const IncidentState = ({ incident: { state, acknowledgedBy, resolvedBy } }: IncidentOf): ReactElement => (
  <State tone={TONES[state]} title={resolvedBy ?? acknowledgedBy ?? undefined}>
    {INCIDENT_TEXTS[state]}
  </State>
);

interface IncidentOf {
  readonly incident: Incident;
}

export const IncidentLink = ({ incident: { id, message } }: IncidentOf): ReactElement => (
  <Link to="/incidents/$id" params={{ id }}>
    {message}
  </Link>
);

export const incidentColumns = (may: Rights['may']): readonly Column<Incident>[] => [
  column(
    'Incident',
    (incident) => (
      <div>
        <IncidentLink incident={incident} /> <AffectedJobs incident={incident} />
      </div>
    ),
    'main',
  ),
  column('State', (incident) => <IncidentState incident={incident} />, 'tight'),
  timeColumn('Opened', 'openedAt'),
  column('Duration', ({ openedAt, resolvedAt }) => <Lasting from={openedAt} to={resolvedAt} />, 'right'),
  column('Found by', ({ source, monitorName }) => `${source} ${monitorName}`, 'dim'),
  plainColumn('Tenant', 'tenant', 'dim'),
  actionsColumn((incident) => may('operator', incident.tenant) && <IncidentActions incident={incident} />),
];

function AffectedJobs({ incident: { jobs, jobCount } }: IncidentOf): ReactElement | null {
  const [first] = jobs;
  if (first === undefined) return null;
  return (
    <div className="dim">
      <JobLink id={first.id}>{first.name}</JobLink>
      {jobCount > 1 && ` and ${jobCount - 1} more`}
    </div>
  );
}

/** The buttons for an operator, as long as the incident has not ended. */
export function IncidentActions({ incident: { id, state, tenant } }: IncidentOf): ReactElement | null {
  const { may } = useRights();
  if (state === 'resolved' || !may('operator', tenant)) return null;
  return (
    <>
      {state === 'open' && <ActionButton act={() => acknowledge(id)}>Acknowledge</ActionButton>}
      <ActionButton act={() => resolve(id)}>Resolve</ActionButton>
    </>
  );
}

/** Reads the incidents again after the change, which may have been refused because of another one. */
export async function changed(change: Promise<unknown>, message: string): Promise<string> {
  try {
    await change;
    return message;
  } finally {
    await refresh('incidents');
  }
}

const acknowledge = (id: string): Promise<string> =>
  changed(
    ok(api.POST('/incidents/{id}/acknowledge', ofId(id))),
    'The incident is acknowledged: it is no longer escalated.',
  );

const resolve = (id: string): Promise<string> =>
  changed(ok(api.POST('/incidents/{id}/resolve', ofId(id))), 'The incident is resolved.');
