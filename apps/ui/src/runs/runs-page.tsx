import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { RUN_SORTS, RUN_STATES, runsSearch, TRIGGERS, type RunsSearch } from '../app/search.js';
import { runsTotal } from '../api/questions.js';
import { ChoiceFilter, OrderChoice, TextFilter } from '../parts/filters.js';
import { Card, Page } from '../parts/page.js';
import { TenantFilter } from '../parts/tenant-filter.js';
import { TotalLabel } from '../parts/table.js';
import { RunList } from './run-list.js';

const route = getRouteApi('/runs');

export function RunsPage(): ReactElement {
  const search = runsSearch(route.useSearch());
  const { sort = '-createdAt', ...filter } = search;
  const total = useQuery(runsTotal(filter)).data ?? undefined;
  const navigate = route.useNavigate();
  const set = (change: Partial<RunsSearch>): void => {
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title="Runs" beside={<TotalLabel total={total} one="run" many="runs" />}>
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
        <div className="narrow-only">
          <OrderChoice
            value={sort}
            choices={RUN_SORTS.map((value) => ({
              value,
              label: value === 'createdAt' ? 'oldest first' : 'newest first',
            }))}
            onChange={(next) => {
              set({ sort: next });
            }}
          />
        </div>
      </div>
      <Card flush>
        <RunList
          filter={filter}
          order={{
            by: sort,
            change: (next) => {
              set({ sort: RUN_SORTS.find((each) => each === next) });
            },
          }}
          empty={isFiltered ? 'No run is like that.' : 'No runs yet: start a job, or wait for its slot.'}
        />
      </Card>
    </Page>
  );
}
