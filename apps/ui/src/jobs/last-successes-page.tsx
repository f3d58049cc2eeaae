/** Jobs by the age of their last success: first the jobs that have never succeeded, then the oldest success. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { lastSuccesses, type SuccessFilter } from '../api/questions.js';
import { labelsOf, SUCCESS_AGES, successSearch, useFilters, type SuccessSearch } from '../app/search.js';
import { ChoiceFilter, TenantFilter, TextFilter } from '../parts/choices.js';
import { ListPage } from '../parts/list-page.js';
import { JobLink } from '../parts/objects.js';
import { column, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { Lasting } from '../parts/time.js';

type LastSuccess = Schemas['ListLastSuccessesAnswer']['items'][number];
type Age = (typeof SUCCESS_AGES)[number];
const route = getRouteApi('/last-successes');

const AGES: Readonly<Record<Age, string>> = {
  3600: 'an hour',
  21600: '6 hours',
  86400: 'a day',
  604800: 'a week',
  2592000: '30 days',
};

const filterOf = ({ tenant, label, age }: SuccessSearch): SuccessFilter => ({
  ...(tenant !== undefined && { tenant }),
  ...(label !== undefined && { label: labelsOf(label) }),
  ...(age !== undefined && { olderThanSeconds: Number(age) }),
});

const COLUMNS: readonly Column<LastSuccess>[] = [
  column('Job', ({ job, jobName }) => <JobLink id={job}>{jobName}</JobLink>, 'main'),
  column(
    'Without a success for',
    ({ lastSuccessAt }) =>
      lastSuccessAt === null ? <strong>never succeeded</strong> : <Lasting from={lastSuccessAt} to={null} />,
    'right',
  ),
  timeColumn('Last success', 'lastSuccessAt'),
  plainColumn('Tenant', 'tenant', 'dim'),
];

export function LastSuccessesPage(): ReactElement {
  const search = successSearch(route.useSearch());
  const query = useInfiniteQuery(lastSuccesses(filterOf(search)));
  return (
    <ListPage
      title="Last successes"
      above={
        <p className="dim">
          Jobs that should run: they are enabled, are not paused, and have a schedule or run after other jobs.
        </p>
      }
      filters={<Filters search={search} />}
      query={query}
      lines={10}
      caption="Last successes of jobs"
      columns={COLUMNS}
      keyOf={({ job }) => job}
      nameOf={({ jobName }) => jobName}
      empty={Object.keys(search).length > 0 ? 'No job matches the filter.' : 'There is no job that should run.'}
    />
  );
}

function Filters({ search }: { readonly search: SuccessSearch }): ReactElement {
  const filterBy = useFilters<SuccessSearch>(search);
  return (
    <>
      <ChoiceFilter
        label="Without a success for"
        width={170}
        placeholder="any time"
        choices={SUCCESS_AGES.map((value) => ({ value, label: AGES[value] }))}
        {...filterBy('age')}
      />
      <TextFilter label="Label" placeholder="name=value" {...filterBy('label')} />
      <TenantFilter {...filterBy('tenant')} />
    </>
  );
}
