/** Failed runs, grouped by their reason and last lines; the server filters them. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { errorsList, type ErrorSort } from '../api/questions.js';
import { ERROR_SORTS, ERROR_STATES, errorsSearch, type ErrorsSearch } from '../app/search.js';
import { useFilters, useSetSearch } from '../app/set-search.js';
import { ChoiceFilter, OrderChoice, TextFilter } from '../parts/filters.js';
import { OwnerFilters } from '../parts/several-choices.js';
import { ErrorLink, JobLink, RunLink } from '../parts/links.js';
import { Card, Page } from '../parts/page.js';
import { type Column, Listing, plainColumn } from '../parts/table.js';
import { When } from '../parts/time.js';
import { ErrorState, reasonText } from './error-state.js';
import { TrendBars } from './trend-bars.js';

type Group = Schemas['ErrorGroup'];
const route = getRouteApi('/errors');

export function ErrorsPage(): ReactElement {
  const search = errorsSearch(route.useSearch());
  const { sort = '-lastSeen', ...filter } = search;
  const query = useInfiniteQuery(errorsList(filter, sort));
  const set = useSetSearch<ErrorsSearch>();
  const order = {
    by: sort,
    change: (by: string): void => {
      set({ sort: by === '-count' ? '-count' : undefined });
    },
  };
  return (
    <Page title="Errors">
      <Filters search={search} sort={sort} />
      <Card flush>
        <Listing
          query={query}
          lines={8}
          caption="Errors"
          columns={COLUMNS}
          keyOf={({ id }) => id}
          nameOf={({ lines, reason }) => lines.at(-1) ?? reason}
          empty={
            Object.keys(filter).length > 0
              ? 'No error matches the filter.'
              : 'No run has failed recently. Failures with the same reason and the same last lines are grouped into one error.'
          }
          order={order}
        />
      </Card>
    </Page>
  );
}

interface FiltersProps {
  readonly search: ErrorsSearch;
  readonly sort: ErrorSort;
}

function Filters({ search, sort }: FiltersProps): ReactElement {
  const filterBy = useFilters(search);
  return (
    <div className="filters" role="search">
      <TextFilter
        label="Text"

        placeholder="reason, line or job"
        width={200}
        {...filterBy('q')}
      />
      <ChoiceFilter
        label="State"

        choices={ERROR_STATES}
        {...filterBy('state')}
      />
      <OwnerFilters search={search} />
      <div className="narrow-only">
        <OrderChoice
          value={sort}
          choices={ERROR_SORTS.map((value) => ({
            value,
            label: value === '-count' ? 'most frequent first' : 'latest first',
          }))}
          onChange={filterBy('sort').onChange}
        />
      </div>
    </div>
  );
}

const COLUMNS: readonly Column<Group>[] = [
  {
    title: 'Error',
    look: 'main wrap',
    cell: (group) => (
      <div>
        <ErrorLink id={group.id}>{group.lines.at(-1) ?? group.reason}</ErrorLink>
        <div className="dim">{reasonText(group)}</div>
      </div>
    ),
  },
  { title: 'State', look: 'tight', cell: (group) => <ErrorState group={group} /> },
  { title: 'Failures', look: 'right num', sort: { down: '-count' }, cell: ({ count }) => count.toLocaleString('en') },
  { title: 'Last 24 hours', cell: ({ hours }) => <TrendBars buckets={hours} of="hour" isSmall /> },
  { title: 'Jobs', cell: jobsOf },
  { title: 'Last seen', sort: { down: '-lastSeen' }, cell: ({ last }) => <When at={last.at} /> },
  { title: 'Last run', cell: ({ last }) => <RunLink id={last.run} /> },
  plainColumn('Tenant', 'tenant'),
];

function jobsOf({ jobs, jobCount, moreJobs }: Group): ReactElement | string {
  const [first] = jobs;
  if (first === undefined || jobCount > 1) return `${jobCount}${moreJobs ? ' and more' : ''} jobs`;
  return <JobLink id={first.id}>{first.name}</JobLink>;
}
