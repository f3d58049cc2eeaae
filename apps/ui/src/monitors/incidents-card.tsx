/** The incidents of monitors and rules, newest first; people acknowledge and resolve them here. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, ofId, ok, refresh, type Schemas, useRights, type Rights } from '../api/client.js';
import { incidentsList } from '../api/questions.js';
import { ActionButton } from '../parts/action-button.js';
import { JobLink, State, type Tone } from '../parts/objects.js';
import { Card } from '../parts/page.js';
import { actionsColumn, column, Listing, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';

type Incident = Schemas['Incident'];

const INCIDENT_TONES: Readonly<Record<Incident['state'], Tone>> = {
  open: 'bad',
  acknowledged: 'warn',
  resolved: 'off',
};

export function IncidentsCard(): ReactElement {
  const incidents = useQuery(incidentsList());
  const { may } = useRights();
  return (
    <Card flush title="Incidents">
      <Listing
        caption="Incidents"
        query={incidents}
        columns={incidentColumns(may)}
        keyOf={({ id }) => id}
        nameOf={({ monitorName }) => monitorName}
        empty="No incidents."
      />
    </Card>
  );
}

const incidentColumns = (may: Rights['may']): readonly Column<Incident>[] => [
  column(
    'Incident',
    ({ source, monitor, message, jobs, jobCount }) => (
      <div>
        {message}{' '}
        <code className="dim">
          {source}/{monitor}
        </code>
        {jobCount > 1 && (
          <details>
            <summary>{jobCount} jobs</summary>
            <ul>
              {jobs.map((job) => (
                <li key={job.id}>
                  <JobLink id={job.id}>{job.name}</JobLink>: {job.message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    ),
    'main',
  ),
  column('State', ({ state, acknowledgedBy, resolvedBy }) => (
    <State tone={INCIDENT_TONES[state]} title={resolvedBy ?? acknowledgedBy ?? undefined}>
      {state}
    </State>
  )),
  timeColumn('Opened', 'openedAt'),
  column('Resolved', ({ resolvedAt }) => (resolvedAt === null ? '' : <When at={resolvedAt} />)),
  plainColumn('Tenant', 'tenant'),
  actionsColumn(
    ({ id, state, tenant }) =>
      state !== 'resolved' &&
      may('operator', tenant) && (
        <>
          {state === 'open' && <ActionButton act={() => acknowledge(id)}>Acknowledge</ActionButton>}
          <ActionButton act={() => resolve(id)}>Resolve</ActionButton>
        </>
      ),
  ),
];

/** Reads the incidents again after the change, which may have been refused because of another one. */
async function changed(change: Promise<unknown>, message: string): Promise<string> {
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
