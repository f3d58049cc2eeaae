/** All incidents, newest first; the server filters them. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRights } from '../api/client.js';
import { incidentsList } from '../api/questions.js';
import { INCIDENT_STATES, incidentsSearch, useFilters, type IncidentsSearch } from '../app/search.js';
import { ChoiceFilter, TenantFilter } from '../parts/choices.js';
import { ListPage } from '../parts/list-page.js';
import { INCIDENT_TEXTS, incidentColumns } from './incident-list.js';

const route = getRouteApi('/incidents');

const CHOICES = INCIDENT_STATES.map((value) => ({ value, label: INCIDENT_TEXTS[value] }));

export function IncidentsPage(): ReactElement {
  const search = incidentsSearch(route.useSearch());
  const filterBy = useFilters<IncidentsSearch>(search);
  const { may } = useRights();
  return (
    <ListPage
      title="Incidents"
      filters={
        <>
          <ChoiceFilter label="State" choices={CHOICES} {...filterBy('state')} />
          <TenantFilter {...filterBy('tenant')} />
        </>
      }
      query={useInfiniteQuery(incidentsList(search))}
      columns={incidentColumns(may)}
      keyOf={({ id }) => id}
      nameOf={({ message }) => message}
      empty={
        Object.keys(search).length > 0
          ? 'No incident matches the filter.'
          : 'No incidents. Rules and monitors open one when something is wrong, and end it when that is over.'
      }
    />
  );
}
