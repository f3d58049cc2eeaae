/** The incidents of monitors and rules, newest first; people acknowledge and resolve them here. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRights, type Rights } from '../api/caller.js';
import { api, ofId, ok, type Schemas } from '../api/client.js';
import { incidentsList } from '../api/questions.js';
import { JobLink } from '../parts/links.js';
import { Card } from '../parts/page.js';
import { State, type Tone } from '../parts/state.js';
import { actionsColumn, type Column, Listing, plainColumn, timeColumn } from '../parts/table.js';
import { When } from '../parts/time.js';
import { announce, refused } from '../parts/toasts.js';
import { refresh } from '../api/cache.js';

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
  {
    title: 'Incident',
    look: 'main',
    cell: ({ source, monitor, message, jobs, jobCount }) => (
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
  },
  {
    title: 'State',
    cell: ({ state, acknowledgedBy, resolvedBy }) => (
      <State tone={INCIDENT_TONES[state]} title={resolvedBy ?? acknowledgedBy ?? undefined}>
        {state}
      </State>
    ),
  },
  timeColumn('Opened', 'openedAt'),
  { title: 'Resolved', cell: ({ resolvedAt }) => (resolvedAt === null ? '' : <When at={resolvedAt} />) },
  plainColumn('Tenant', 'tenant'),
  actionsColumn(
    (incident) =>
      incident.state !== 'resolved' && may('operator', incident.tenant) && <IncidentActions incident={incident} />,
  ),
];

function IncidentActions({ incident: { id, state } }: { readonly incident: Incident }): ReactElement {
  const act = async (change: Promise<unknown>, message: string): Promise<void> => {
    try {
      await change;
      announce(message);
    } catch (error) {
      refused(error);
    }
    await refresh('incidents');
  };
  return (
    <>
      {state === 'open' && (
        <Button
          onClick={() =>
            void act(
              ok(api.POST('/incidents/{id}/acknowledge', ofId(id))),
              'The incident is acknowledged: it is no longer escalated.',
            )
          }
        >
          Acknowledge
        </Button>
      )}
      <Button onClick={() => void act(ok(api.POST('/incidents/{id}/resolve', ofId(id))), 'The incident is resolved.')}>
        Resolve
      </Button>
    </>
  );
}
