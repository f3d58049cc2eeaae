import type { ReactElement } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { RUN_STATES, runsSearch, TRIGGERS } from '../app/search.js';
import type { RunFilter } from '../api/questions.js';
import { ChoiceFilter, TextFilter } from '../parts/filters.js';
import { Card, Page } from '../parts/page.js';
import { TenantFilter } from '../parts/tenant-filter.js';
import { RunList } from './run-list.js';

const route = getRouteApi('/runs');

export function RunsPage(): ReactElement {
  const search = runsSearch(route.useSearch());
  const navigate = route.useNavigate();
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
        <TenantFilter
          value={search.tenant}
          onChange={(tenant) => {
            set({ tenant });
          }}
        />
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
