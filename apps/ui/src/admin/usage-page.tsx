/** What was used in a month, by tenant, by job or by day: for bills, and to find who needs how much. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { usageList, type Usage, type UsagePage as Answer } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { USAGE_BY, usageSearch, useFilters, type UsageSearch } from '../app/search.js';
import { ChoiceFilter, TenantFilter } from '../parts/choices.js';
import { ListPage } from '../parts/list-page.js';
import { JobLink } from '../parts/objects.js';
import { column, plainColumn, type Column } from '../parts/table.js';
import { Exact } from '../parts/time.js';

const route = getRouteApi('/usage');
const HOUR_SECONDS = 3_600;
const KIB = 1_024;
const MIB = KIB * KIB;
/** Usage is kept for longer; older months are read by the API and the command line. */
const MONTHS_OFFERED = 13;

/** Short runs are seen, too. */
const amountText = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2 });
const amount = (title: string, of: (usage: Usage) => number): Column<Usage> => ({
  title,
  look: 'right num',
  cell: (usage) => amountText(of(usage)),
});

const AMOUNTS: readonly Column<Usage>[] = [
  amount('Runs', ({ runs }) => runs.finished + runs.failed + runs.aborted),
  amount('Failed', ({ runs }) => runs.failed),
  amount('Aborted', ({ runs }) => runs.aborted),
  amount('Attempts', ({ attempts }) => attempts),
  amount('Run hours', ({ runSeconds }) => runSeconds / HOUR_SECONDS),
  amount('CPU hours', ({ cpuSeconds }) => cpuSeconds / HOUR_SECONDS),
  amount('GiB hours', ({ memoryGibSeconds }) => memoryGibSeconds / HOUR_SECONDS),
  amount('Log MiB', ({ logBytes }) => logBytes / MIB),
  amount('Storage KiB', ({ storageBytes }) => storageBytes / KIB),
];
const tenant: Column<Usage> = column('Tenant', (usage) => usage.tenant, 'main');
const COLUMNS: Readonly<Record<'tenant' | 'job' | 'day', readonly Column<Usage>[]>> = {
  tenant: [tenant, ...AMOUNTS],
  // The job may have been removed: its page says so.
  job: [column('Job', ({ job }) => <JobLink id={job ?? ''} />, 'main'), { ...tenant, look: 'dim' }, ...AMOUNTS],
  day: [plainColumn('Day (UTC)', 'day', 'main num'), ...AMOUNTS],
};

/** The present month and those before it, in UTC. */
function monthsUntil(now: Date): string[] {
  const at = (back: number): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => at(back).toISOString().slice(0, '2026-11'.length));
}

export function UsagePage(): ReactElement {
  const search = usageSearch(route.useSearch());
  const { by = 'tenant' } = search;
  const query = useInfiniteQuery(usageList({ ...search, by }));
  return (
    <ListPage
      title="Usage"
      above={<Counted answer={query.data?.pages[0]} />}
      filters={<Filters search={search} />}
      query={query}
      lines={10}
      caption={`Usage by ${by}`}
      columns={COLUMNS[by]}
      keyOf={({ tenant: ofTenant, job, day }) => day ?? job ?? ofTenant ?? ''}
      empty="No run ended in this month, or none is counted yet, and no job storage was measured."
    />
  );
}

/** How complete the numbers are. */
function Counted({ answer }: { readonly answer: Answer | undefined }): ReactElement {
  return (
    <p className="dim">
      <CountedText answer={answer} />
    </p>
  );
}

function CountedText({ answer }: { readonly answer: Answer | undefined }): ReactElement {
  if (answer === undefined) return <>The usage is being read.</>;
  const { since, countedUntil } = answer;
  if (since === null || countedUntil === null)
    return <>No run is counted yet: a run is counted about two minutes after its end.</>;
  return (
    <>
      Counts runs that ended from <Exact at={since} /> until <Exact at={countedUntil} />. CPU and memory are what pods
      requested; job storage is the most that was measured.
    </>
  );
}

function Filters({ search }: { readonly search: UsageSearch }): ReactElement {
  const filterBy = useFilters<UsageSearch>(search);
  const months = monthsUntil(new Date(serverNow()));
  return (
    <>
      <ChoiceFilter label="By" placeholder="tenant" choices={USAGE_BY} {...filterBy('by')} />
      <ChoiceFilter label="Month" placeholder={months[0] ?? ''} choices={months.slice(1)} {...filterBy('month')} />
      <TenantFilter {...filterBy('tenant')} />
    </>
  );
}
