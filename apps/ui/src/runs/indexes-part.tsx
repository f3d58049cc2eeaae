/** The indexes of a run: counters by task, a grid of all indexes, and a list of the indexes in one state. */
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useElementSize } from '@mantine/hooks';
import { api, ok, type Run, type Schemas } from '../api/client.js';
import { paged } from '../api/questions.js';
import { useSetSearch } from '../app/search.js';
import { isFinal, PartState, partText } from '../parts/objects.js';
import { Card } from '../parts/page.js';
import { column, Listing, plainColumn, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import './indexes.css';

type Task = Run['tasks'][number];
type Index = Schemas['ListIndexesAnswer']['items'][number];

/** The maximum number of live indexes that the grid marks; a run rarely has more. */
const MAX_LIVE = 500;
const PAGE = 100;
/** States by which indexes can be listed; the address contains the chosen one. */
const LISTED = ['all', 'failed', 'running', 'backoff', 'pending', 'succeeded'] as const;
const route = getRouteApi('/runs/$id');

const COLOURS: Readonly<Record<'light' | 'dark', Readonly<Record<IndexState, string>>>> = {
  light: {
    pending: '#d5dbe2',
    running: '#4a8fe6',
    terminating: '#e0a63a',
    backoff: '#e0a63a',
    succeeded: '#4fb06d',
    failed: '#dc4a4a',
  },
  dark: {
    pending: '#3a434d',
    running: '#4a8fe6',
    terminating: '#c98f26',
    backoff: '#c98f26',
    succeeded: '#3f9a5c',
    failed: '#e2625a',
  },
};

export const IndexesPart = ({ run }: { readonly run: Run }): ReactElement => (
  <div className="page">
    {run.tasks.map((task) => (
      <Card
        key={task.name}
        title={run.tasks.length > 1 ? `Task ${task.name}` : 'All indexes'}
        actions={<Counts task={task} isOver={isFinal(run)} />}
      >
        <Grid run={run} task={task} />
      </Card>
    ))}
    <IndexList run={run} />
  </div>
);

const Counts = ({ task, isOver }: { readonly task: Task; readonly isOver: boolean }): ReactElement => (
  <span className="index-counts num">
    {(['succeeded', 'failed', 'running', 'terminating', 'pending'] as const).map(
      (state) =>
        task[state] > 0 && (
          <span key={state}>
            <i data-state={state} /> {task[state].toLocaleString('en')} {partText(state, isOver).toLowerCase()}
          </span>
        ),
    )}
  </span>
);

/** Few indexes are active: they are requested by their state. */
function useLiveIndexes(run: Run, task: string): Index[] {
  const { data } = useQuery({
    queryKey: ['run', run.id, 'live-indexes', task],
    enabled: !isFinal(run),
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const states = ['running', 'terminating', 'backoff'] as const;
      const requests = states.map((state) =>
        ok(
          api.GET('/runs/{id}/indexes', { params: { path: { id: run.id }, query: { task, state, limit: MAX_LIVE } } }),
        ),
      );
      return (await Promise.all(requests)).flatMap(({ items }) => items);
    },
  });
  return isFinal(run) ? [] : (data ?? []);
}

function Grid({ run, task }: { readonly run: Run; readonly task: Task }): ReactElement {
  const live = useLiveIndexes(run, task.name);
  const states = useMemo(() => indexStates(task, live), [task, live]);
  const { ref, width } = useElementSize();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [top, setTop] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  const scheme = useComputedColorScheme('light');
  const navigate = useNavigate();
  const cell = task.indexes > 5_000 ? 8 : task.indexes > 500 ? 11 : 15;
  const across = Math.max(1, Math.floor(width / cell));
  const rows = Math.ceil(task.indexes / across);
  const height = Math.min(rows * cell, 420);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || width === 0) return;
    const scale = devicePixelRatio;
    canvas.current.width = width * scale;
    canvas.current.height = height * scale;
    context.scale(scale, scale);
    context.clearRect(0, 0, width, height);
    const firstRow = Math.floor(top / cell);
    const lastRow = Math.min(rows, Math.ceil((top + height) / cell));
    for (let index = firstRow * across; index < Math.min(states.length, lastRow * across); index++) {
      const state = INDEX_STATES[states[index] ?? 0] ?? 'pending';
      context.fillStyle = COLOURS[scheme][state];
      const x = (index % across) * cell;
      const y = Math.floor(index / across) * cell - top;
      context.fillRect(x, y, cell - 1, cell - 1);
      if (index !== at) continue;
      context.strokeStyle = scheme === 'dark' ? '#fff' : '#000';
      context.strokeRect(x + 0.5, y + 0.5, cell - 2, cell - 2);
    }
  }, [states, width, height, top, scheme, across, rows, cell, at]);
  const indexAt = (event: React.MouseEvent): number | null => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return null;
    const x = Math.floor((event.clientX - box.left) / cell);
    const y = Math.floor((event.clientY - box.top + top) / cell);
    const index = y * across + x;
    return x < across && index < task.indexes ? index : null;
  };
  const show = (index: number | null): void => {
    if (index === null) return;
    const search = { tab: 'log', task: task.name, index: String(index) };
    void navigate({ to: '/runs/$id', params: { id: run.id }, search });
  };
  const move = (step: number): void => {
    const next = Math.min(task.indexes - 1, Math.max(0, (at ?? 0) + step));
    setAt(next);
    const y = Math.floor(next / across) * cell;
    if (frame.current && (y < top || y + cell > top + height)) frame.current.scrollTop = y - height / 2;
  };
  const says =
    at === null ? null : `Index ${at}: ${partText(INDEX_STATES[states[at] ?? 0] ?? '', isFinal(run)).toLowerCase()}`;
  return (
    <div ref={ref}>
      <div
        ref={frame}
        className="index-grid"
        style={{ height }}
        role="application"
        tabIndex={0}
        aria-label={`Grid of ${task.indexes} indexes. Arrow keys, Home and End move. Enter shows the log of an index.`}
        onScroll={({ currentTarget }) => {
          setTop(currentTarget.scrollTop);
        }}
        onKeyDown={(event) => {
          const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across };
          const step = steps[event.key];
          if (step !== undefined) move(at === null ? 0 : step);
          else if (event.key === 'Home' || event.key === 'End')
            move(event.key === 'End' ? task.indexes : -task.indexes);
          else if (event.key === 'Enter') show(at);
          else return;
          event.preventDefault();
        }}
      >
        <div style={{ height: rows * cell }}>
          <canvas
            ref={canvas}
            style={{ width, height, position: 'sticky', top: 0, display: 'block', cursor: 'pointer' }}
            onMouseMove={(event) => {
              setAt(indexAt(event));
            }}
            onClick={(event) => {
              show(indexAt(event));
            }}
          />
        </div>
      </div>
      <p className="dim index-says" role="status">
        {says ?? 'Choose an index to see its log.'}
      </p>
    </div>
  );
}

const meaningOf = ({ key, matrix }: Index): string =>
  key ??
  Object.entries(matrix ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

const columns = ({ id: run, state: ofRun }: Run): readonly Column<Index>[] => [
  column(
    'Index',
    ({ task, index }) => (
      <Link
        to="/runs/$id"
        params={{ id: run }}
        search={{ tab: 'log', task, index: String(index) }}
        title="Show its log"
      >
        {task}/{index}
      </Link>
    ),
    'mono',
  ),
  column('Value', meaningOf, 'wrap'),
  column('State', ({ state }) => <PartState state={state} says={partText(state, isFinal({ state: ofRun }))} />),
  plainColumn('Attempts', 'attempts', 'right num'),
  plainColumn('Failures', 'failures', 'right num'),
  column('Next try', ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : <When at={nextAttemptAt} />)),
];

function IndexList({ run }: { readonly run: Run }): ReactElement {
  const search = route.useSearch();
  const set = useSetSearch<{ readonly state: string }>();
  const state = LISTED.find((each) => each === search.state) ?? (run.totals.failed > 0 ? 'failed' : 'all');
  const query = useInfiniteQuery(
    paged(['run', run.id, 'indexes', state], (cursor) => {
      const query = { ...cursor, limit: PAGE, state: state === 'all' ? undefined : state };
      return ok(api.GET('/runs/{id}/indexes', { params: { path: { id: run.id }, query } }));
    }),
  );
  return (
    <Card
      flush
      title="List of indexes"
      actions={
        <SegmentedControl
          // In as many rows as it needs.
          styles={{ root: { flexWrap: 'wrap' } }}
          aria-label="State"
          data={LISTED.map((value) => ({ value, label: value === 'all' ? 'All' : partText(value, isFinal(run)) }))}
          value={state}
          onChange={(next) => {
            set({ state: next });
          }}
        />
      }
    >
      <Listing
        query={query}
        caption="Indexes"
        columns={columns(run)}
        keyOf={({ task, index }) => `${task}/${index}`}
        empty={
          state === 'all' ? 'There are no indexes.' : `No index is ${partText(state, isFinal(run)).toLowerCase()}.`
        }
      />
    </Card>
  );
}

/** The state of every index of a task, from the ranges in which the API gives them. Pure. */

export type IndexState = 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
/** The states in the order of their codes. */
export const INDEX_STATES: readonly IndexState[] = [
  'pending',
  'running',
  'terminating',
  'backoff',
  'succeeded',
  'failed',
];

/** Sets the state of every index in ranges such as `1,3-5,7`. */
function lay(states: Uint8Array, text: string, state: IndexState): void {
  const code = INDEX_STATES.indexOf(state);
  for (const part of text.split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match?.[1] === undefined) continue;
    const from = Number(match[1]);
    states.fill(code, from, Number(match[2] ?? from) + 1);
  }
}

interface TaskIndexes {
  readonly indexes: number;
  readonly completedIndexes: string;
  readonly failedIndexes: string;
}

/** One code for each index; `live` are the active indexes. */
export function indexStates(
  task: TaskIndexes,
  live: readonly { readonly index: number; readonly state: IndexState }[],
): Uint8Array {
  const states = new Uint8Array(task.indexes);
  lay(states, task.failedIndexes, 'failed');
  lay(states, task.completedIndexes, 'succeeded');
  for (const { index, state } of live) if (index < states.length) states[index] = INDEX_STATES.indexOf(state);
  return states;
}
