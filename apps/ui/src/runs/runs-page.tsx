import type { ReactElement } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { RUN_STATES, runsSearch, TRIGGERS } from '../app/search.js';
import { tenantsList, type RunFilter } from '../api/questions.js';
import { ChoiceFilter, TextFilter } from '../parts/filters.js';
import { Card, Page } from '../parts/page.js';
import { RunList } from './run-list.js';

const route = getRouteApi('/runs');

export function RunsPage(): ReactElement {
  const search = runsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { data: tenants } = useQuery(tenantsList());
  const set = (change: Partial<RunFilter>): void => {
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  };
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page title="Runs">
      <div className="filters" role="search">
        <ChoiceFilter
          label="State"
          value={search.state}
          choices={RUN_STATES}
          onChange={(state) => {
            set({ state });
          }}
        />
        <ChoiceFilter
          label="Started by"
          value={search.trigger}
          choices={TRIGGERS}
          onChange={(trigger) => {
            set({ trigger });
          }}
        />
        {(tenants?.items.length ?? 0) > 1 && (
          <ChoiceFilter
            label="Tenant"
            value={search.tenant}
            choices={tenants?.items.map(({ id }) => ({ value: id, label: id })) ?? []}
            searchable
            onChange={(tenant) => {
              set({ tenant });
            }}
          />
        )}
        <TextFilter
          label="Job id"
          value={search.job}
          onChange={(job) => {
            set({ job });
          }}
        />
      </div>
      <Card flush>
        <RunList
          filter={search}
          empty={isFiltered ? 'No run is like that.' : 'No runs yet: start a job, or wait for its slot.'}
        />
      </Card>
    </Page>
  );
}
