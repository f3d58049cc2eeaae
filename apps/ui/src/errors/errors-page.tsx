/** Failed runs, grouped by their reason and last lines; the server filters them. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ErrorGroup, Schemas } from '../api/client.js';
import { errorsList, type ErrorSort } from '../api/questions.js';
import { ERROR_SORTS, ERROR_STATES, errorsSearch, useFilters, useSetSearch, type ErrorsSearch } from '../app/search.js';
import { ChoiceFilter, OrderChoice, TextFilter } from '../parts/choices.js';
import { ListPage } from '../parts/list-page.js';
import { ErrorLink, JobLink, RunLink, State, type Tone } from '../parts/objects.js';
import { OwnerFilters } from '../parts/several-choices.js';
import { column, plainColumn, type Column } from '../parts/table.js';
import { dayText, numberText, shortText } from '../parts/time-text.js';
import { useZone, When } from '../parts/time.js';
import './errors.css';

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
    <ListPage
      title="Errors"
      filters={<Filters search={search} sort={sort} />}
      query={query}
      lines={8}
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
  );
}

interface FiltersProps {
  readonly search: ErrorsSearch;
  readonly sort: ErrorSort;
}

function Filters({ search, sort }: FiltersProps): ReactElement {
  const filterBy = useFilters(search);
  return (
    <>
      <TextFilter label="Text" placeholder="reason, line or job" width={200} {...filterBy('q')} />
      <ChoiceFilter label="State" choices={ERROR_STATES} {...filterBy('state')} />
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
    </>
  );
}

const COLUMNS: readonly Column<ErrorGroup>[] = [
  column(
    'Error',
    (group) => (
      <div>
        <ErrorLink id={group.id}>{group.lines.at(-1) ?? group.reason}</ErrorLink>
        <div className="dim">{groupText(group)}</div>
      </div>
    ),
    'main',
  ),
  column('State', (group) => <ErrorState group={group} />, 'tight'),
  { title: 'Failures', look: 'right num', sort: { down: '-count' }, cell: ({ count }) => numberText(count) },
  column('Last 24 hours', ({ hours }) => <TrendBars buckets={hours} of="hour" isSmall />),
  column('Jobs', jobsOf),
  { title: 'Last seen', sort: { down: '-lastSeen' }, cell: ({ last }) => <When at={last.at} /> },
  column('Last run', ({ last }) => <RunLink id={last.run} />),
  plainColumn('Tenant', 'tenant'),
];

function jobsOf({ jobs, jobCount, moreJobs }: ErrorGroup): ReactElement | string {
  const [first] = jobs;
  if (first === undefined || jobCount > 1) return `${jobCount}${moreJobs ? ' and more' : ''} jobs`;
  return <JobLink id={first.id}>{first.name}</JobLink>;
}

const TONES: Readonly<Record<ErrorGroup['state'], Tone>> = { open: 'bad', muted: 'off', quiet: 'off' };

export const ErrorState = ({ group: { state, mute } }: { readonly group: ErrorGroup }): ReactElement => (
  <State tone={TONES[state]} title={mute === null ? undefined : `by ${mute.by}${mute.why && `: ${mute.why}`}`}>
    {state}
  </State>
);

export function groupText({ reason, exitCode, httpStatus }: ErrorGroup): string {
  if (httpStatus !== null) return `HTTP ${httpStatus}`;
  return exitCode === null ? reason : `${reason}, exit code ${exitCode}`;
}

interface TrendBarsProps {
  readonly buckets: Schemas['ErrorGroup']['hours'];
  readonly of: 'hour' | 'day';
  readonly isSmall?: boolean;
}

export function TrendBars({ buckets, of, isSmall = false }: TrendBarsProps): ReactElement {
  const zone = useZone();
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const sum = buckets.reduce((total, { count }) => total + count, 0);
  const textOf = (at: string): string =>
    of === 'day' ? dayText(Date.parse(at), 'UTC') : shortText(Date.parse(at), zone);
  return (
    <div
      className="trend-bars"
      data-small={isSmall}
      role="img"
      aria-label={`${sum} failures in the last ${buckets.length} ${of}s`}
    >
      {buckets.map(({ at, count }) => (
        <i key={at} title={`${textOf(at)}: ${count}`} style={{ height: `${(100 * count) / most}%` }} />
      ))}
    </div>
  );
}
