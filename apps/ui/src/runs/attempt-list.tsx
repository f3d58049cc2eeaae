/** Attempts of a run and its transitions, as lists. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { attemptsOf, eventsOf } from '../api/questions.js';
import { PartState } from '../parts/state.js';
import { type Column, Listing, plainColumn, timeColumn } from '../parts/table.js';
import { Clock, Lasting } from '../parts/time.js';

type Attempt = Schemas['Attempt'];
type Transition = Schemas['RunTransition'];

const columns = (run: string): readonly Column<Attempt>[] => [
  {
    title: 'Attempt',
    look: 'mono',
    cell: ({ task, index, attempt }) => (
      <Link
        to="/runs/$id"
        params={{ id: run }}
        search={{ tab: 'log', task, index: String(index), attempt: String(attempt) }}
        title="Show its log"
      >
        {task}/{index}.{attempt}
      </Link>
    ),
  },
  { title: 'State', cell: ({ state, result }) => <PartState state={state} says={result} /> },
  timeColumn('Started', 'started'),
  { title: 'Duration', look: 'right', cell: ({ started, finished }) => <Lasting from={started} to={finished} /> },
  { title: 'Exit code', look: 'right num', cell: ({ exitCode }) => exitCode ?? '' },
  { title: 'Reason', look: 'wrap', cell: ({ reason, message }) => [reason, message].filter(Boolean).join(': ') },
  { title: 'Node and pod', look: 'wrap mono', cell: ({ node, pod }) => [node, pod].filter(Boolean).join(' ') },
  { title: 'Log', cell: logText },
];

function logText({ logComplete, logReason }: Attempt): string {
  if (logComplete === null) return '';
  return logComplete ? 'complete' : `incomplete: ${logReason ?? ''}`;
}

export function AttemptList({ run }: { readonly run: Pick<Schemas['Run'], 'id'> }): ReactElement {
  const query = useInfiniteQuery(attemptsOf(run.id));
  return (
    <Listing
      query={query}
      caption="Attempts"
      columns={columns(run.id)}
      keyOf={({ id }) => id}
      empty="No attempt has started yet."
    />
  );
}

const EVENT_COLUMNS: readonly Column<Transition>[] = [
  { title: 'Time', look: 'mono tight', cell: ({ at }) => <Clock at={at} /> },
  plainColumn('Phase', 'phase'),
  plainColumn('Reason', 'reason'),
  { title: 'Message', look: 'wrap', cell: ({ message, pod }) => [message, pod].filter(Boolean).join(' ') },
  plainColumn('Actor', 'actor', 'dim'),
];

export function EventList({ run }: { readonly run: string }): ReactElement {
  const query = useInfiniteQuery(eventsOf(run));
  return (
    <Listing
      query={query}
      caption="Transitions, oldest first"
      columns={EVENT_COLUMNS}
      keyOf={({ at, phase, reason, message, pod }) => [at, phase, reason, message, pod].join(' ')}
      empty="There are no transitions yet."
    />
  );
}
