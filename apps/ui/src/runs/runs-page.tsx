/** Runs, filtered by the server. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { runsTotal } from '../api/questions.js';
import {
  OPEN_PHASES,
  RUN_SORTS,
  RUN_STATES,
  runsSearch,
  TRIGGERS,
  useFilters,
  useSetSearch,
  type RunsSearch,
} from '../app/search.js';
import { ChoiceFilter, OrderChoice } from '../parts/choices.js';
import { RUN_TEXTS } from '../parts/objects.js';
import { Card, Page } from '../parts/page.js';
import { OwnerFilters } from '../parts/several-choices.js';
import { TotalLabel } from '../parts/table.js';
import { shortText } from '../parts/time-text.js';
import { useZone } from '../parts/time.js';
import { RunList } from './run-list.js';

const route = getRouteApi('/runs');

/** All that counts as failures: runs that failed, and those of web services that fell silent. */
const FAILURES = 'failures';
/** The phases of runs under way are below their state. */
const STATE_CHOICES = RUN_STATES.flatMap((value) => [
  { value, label: RUN_TEXTS[value] },
  ...(value === 'FAILED' ? [{ value: FAILURES, label: '· or silent' }] : []),
  ...(value === 'RUNNING' ? OPEN_PHASES.map((phase) => ({ value: phase, label: `· ${phase}` })) : []),
]);

export function RunsPage(): ReactElement {
  const search = runsSearch(route.useSearch());
  const { sort = '-createdAt', ...filter } = search;
  const total = useQuery(runsTotal(filter)).data ?? undefined;
  const set = useSetSearch<RunsSearch>();
  const filterBy = useFilters<RunsSearch>(search);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title="Runs" beside={<TotalLabel total={total} one="run" many="runs" />}>
      <div className="filters" role="search">
        <ChoiceFilter
          label="State"
          value={search.failed === undefined ? (search.phase ?? search.state) : FAILURES}
          choices={STATE_CHOICES}
          width={150}
          onChange={(chosen) => {
            set({
              state: RUN_STATES.find((each) => each === chosen),
              phase: OPEN_PHASES.find((each) => each === chosen),
              failed: chosen === FAILURES ? 'true' : undefined,
            });
          }}
        />
        <ChoiceFilter label="Started by" choices={TRIGGERS} {...filterBy('trigger')} />
        <OwnerFilters search={search} />
        {search.errorGroup !== undefined && (
          <Button
            onClick={() => {
              set({ errorGroup: undefined });
            }}
          >
            Runs of one error ✕
          </Button>
        )}
        {search.archived !== undefined && (
          <Button
            onClick={() => {
              set({ archived: undefined });
            }}
          >
            {search.archived === 'true' ? 'Only archived runs ✕' : 'Without archived runs ✕'}
          </Button>
        )}
        {(search.from ?? search.to) !== undefined && (
          <RecordedFilter
            search={search}
            clear={() => {
              set({ from: undefined, to: undefined });
            }}
          />
        )}
        <div className="narrow-only">
          <OrderChoice
            value={sort}
            choices={RUN_SORTS.map((value) => ({
              value,
              label: value === 'createdAt' ? 'oldest first' : 'newest first',
            }))}
            onChange={filterBy('sort').onChange}
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
          empty={isFiltered ? 'No run matches the filter.' : 'No runs yet. Run a job, or wait for its next slot.'}
        />
      </Card>
    </Page>
  );
}

interface Recorded {
  readonly search: RunsSearch;
  readonly clear: () => void;
}

/** The filter by time, which a link to this page has set. */
function RecordedFilter({ search: { from, to }, clear }: Recorded): ReactElement {
  const zone = useZone();
  const text = (at: string): string => shortText(Date.parse(at), zone);
  const says = [from && `from ${text(from)}`, to && `to ${text(to)}`].filter(Boolean).join(' ');
  return (
    <Button variant="light" onClick={clear} aria-label={`Recorded ${says}: clear this filter`}>
      Recorded {says} ×
    </Button>
  );
}
