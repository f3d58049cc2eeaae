/** Changes many jobs in one bulk operation: the selected jobs, or all that match the filter. The server finds, changes and counts them. */
import { useState, type ReactElement } from 'react';
import { Button, Group, Progress, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ofId, ok, refresh, type Job, type Schemas, useRights, type Role } from '../api/client.js';
import type { JobFilter } from '../api/questions.js';
import { labelChanges } from '../app/search.js';
import { endText, followed } from '../parts/bulk-progress.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { typed } from '../parts/inputs.js';
import { ProblemAlert } from '../parts/page.js';
import { countText, numberText } from '../parts/time-text.js';

type Request = Schemas['StartBulkBody'];
type Bulk = Schemas['GetBulkAnswer'];
type Query = Extract<Request, { jobs: unknown }>['jobs'];

const MAX_NAMES = 12;
const TYPING_MS = 300;

interface Action {
  readonly label: string;
  readonly does: string;
  /** The required role; default: operator. */
  readonly role?: Role;
  readonly danger?: boolean;
  /** The label of the field that the action asks for. */
  readonly asks?: string;
  /** The noun for the changed objects; default: a job. */
  readonly changes?: 'run';
  /** True for a selected job that the action changes. */
  readonly touches: (job: Job, text: string) => boolean;
  /** The effect on one job, if it differs from job to job. */
  readonly becomes?: (job: Job, text: string) => string;
  /** null: the input is incomplete. */
  readonly request: (jobs: Query, text: string) => Request | null;
}

const changedLabels = ({ labels }: Job, text: string): [string, string | null][] =>
  Object.entries(labelChanges(text)).filter(([name, value]) => (labels[name] ?? null) !== value);

const ACTIONS: readonly Action[] = [
  {
    label: 'Pause',
    does: 'Until these jobs are resumed, their slots do not become runs. Active runs continue.',
    asks: 'Reason (optional)',
    touches: ({ paused }) => paused === null,
    request: (jobs, note) => ({ action: 'pause', jobs, dryRun: false, note: note || undefined }),
  },
  {
    label: 'Resume',
    does: 'Slots of these jobs become runs again. Slots of the pause do not run later.',
    touches: ({ paused }) => paused !== null,
    request: (jobs) => ({ action: 'resume', jobs, dryRun: false }),
  },
  {
    label: 'Run now',
    does: 'Each job starts one run now, with its own parameters.',
    touches: () => true,
    request: (jobs) => ({ action: 'run', jobs, dryRun: false }),
  },
  {
    label: 'Abort runs',
    does: 'All queued and active runs of these jobs are aborted. Aborted runs can be resumed.',
    danger: true,
    asks: 'Reason (optional)',
    changes: 'run',
    touches: ({ status }) => status.activeRuns + status.queuedRuns > 0,
    request: (jobs, reason) => ({ action: 'abort', jobs, dryRun: false, reason: reason || undefined }),
  },
  {
    label: 'Label',
    role: 'editor',
    does: 'Sets labels. A name without a value removes the label.',
    asks: 'Labels, such as team=data stage=',
    touches: (job, text) => text === '' || changedLabels(job, text).length > 0,
    becomes: (job, text) =>
      changedLabels(job, text)
        .map(([name, value]) => `${name}: ${job.labels[name] ?? 'none'} → ${value ?? 'none'}`)
        .join(', '),
    request: (jobs, text) =>
      text.includes('=') ? { action: 'relabel', jobs, dryRun: false, labels: labelChanges(text) } : null,
  },
];

const roleFor = ({ role = 'operator' }: Action): Role => role;

/** The query for the server; null if it would select all jobs, or archived jobs, which a bulk operation does not change. */
function queryOf({ archived, enabled, label, ...rest }: JobFilter): Query | null {
  const query = {
    ...rest,
    ...(enabled !== undefined && { enabled: enabled === 'true' }),
    ...(label !== undefined && { label: [label].flat() }),
  };
  return archived !== undefined || Object.keys(query).length === 0 ? null : query;
}

interface BulkBarProps {
  /** The selected jobs. */
  readonly jobs: readonly Job[];
  readonly filter: JobFilter;
  readonly hasMore: boolean;
  readonly clear: () => void;
}

export default function BulkBar({ jobs, filter, hasMore, clear }: BulkBarProps): ReactElement | null {
  const { may } = useRights();
  const [isAll, setAll] = useState(false);
  if (jobs.length === 0) return null;
  const query = queryOf(filter);
  const all = isAll ? query : null;
  return (
    <div className="card bulk" role="region" aria-label="Selected jobs">
      <Group gap="xs">
        <strong>{all === null ? `${jobs.length} selected` : 'All that match the filter'}</strong>
        {hasMore && query !== null && (
          <Button
            variant="subtle"
            onClick={() => {
              setAll(!isAll);
            }}
          >
            {isAll ? 'Only the selected jobs' : 'Select all that match'}
          </Button>
        )}
        {hasMore && query === null && <span className="dim">Filter the list to select more jobs than are shown.</span>}
        {ACTIONS.filter((action) => jobs.some(({ tenant }) => may(roleFor(action), tenant))).map((action) => (
          <Button key={action.label} onClick={opens(<BulkDialog action={action} jobs={jobs} all={all} done={clear} />)}>
            {action.label}…
          </Button>
        ))}
        <Button variant="subtle" onClick={clear}>
          Clear
        </Button>
      </Group>
    </div>
  );
}

interface BulkDialogProps {
  readonly action: Action;
  readonly jobs: readonly Job[];
  /** The query of all jobs, instead of the selected jobs. */
  readonly all: Query | null;
  readonly done: () => void;
}

function BulkDialog({ action, jobs, all, done }: BulkDialogProps): ReactElement {
  const { may } = useRights();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const touched = jobs.filter((job) => may(roleFor(action), job.tenant) && action.touches(job, text));
  const chosenJobs: Query = all ?? { ids: touched.map(({ id }) => id) };
  const request = action.request(chosenJobs, settled);
  const preview = useQuery({
    queryKey: ['bulk', 'preview', request],
    enabled: request !== null && (all !== null || touched.length > 0),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    queryFn: async () => (request === null ? null : ok(api.POST('/bulk', { body: { ...request, dryRun: true } }))),
  });
  const total = preview.data?.total ?? 0;
  const what = action.changes ?? 'job';
  const title = `${action.label}: ${countText(all === null && what === 'job' ? touched.length : total, what)}`;
  return (
    <Dialog
      title={title}
      confirm={action.label}
      danger={action.danger === true}
      disabled={total === 0 || request === null || text !== settled || bulk !== null}
      onConfirm={async () => {
        if (request === null) return null;
        const { bulk: started } = await ok(api.POST('/bulk', { body: request }));
        const bulkEnd = await followed(started, setBulk);
        for (const key of ['jobs', 'runs', 'totals']) await refresh(key);
        if (bulkEnd.refused > 0 || bulkEnd.state !== 'Completed') throw new Error(endText(bulkEnd));
        done();
        return `${title} – done`;
      }}
    >
      <p>{action.does}</p>
      {all === null ? (
        <Chosen action={action} touched={touched} left={jobs.length - touched.length} text={text} />
      ) : (
        preview.data && <FirstOf preview={preview.data} what={what} />
      )}
      {action.asks !== undefined && <TextInput label={action.asks} value={text} onChange={typed(setText)} />}
      <ProblemAlert error={preview.error} />
      {bulk !== null && <Underway bulk={bulk} />}
    </Dialog>
  );
}

interface ChosenProps {
  readonly action: Action;
  readonly touched: readonly Job[];
  readonly left: number;
  readonly text: string;
}

function Chosen({ action, touched, left, text }: ChosenProps): ReactElement {
  const names = touched.slice(0, MAX_NAMES).map((job) => {
    const becomes = action.becomes?.(job, text) ?? '';
    return becomes === '' ? job.name : `${job.name} (${becomes})`;
  });
  return (
    <p className="dim">
      {names.join(', ')}
      {touched.length > MAX_NAMES && ` and ${touched.length - MAX_NAMES} more`}
      {left > 0 && `${names.length > 0 ? '. ' : ''}Unchanged: ${left}.`}
    </p>
  );
}

interface PreviewProps {
  readonly preview: Schemas['StartBulkAnswer'];
  readonly what: string;
}

const FirstOf = ({ preview: { total, first }, what }: PreviewProps): ReactElement => (
  <p className="dim">
    {total === 0 ? `No ${what} that you may change matches the filter.` : first.slice(0, MAX_NAMES).join(', ')}
    {total > MAX_NAMES && ` and ${(total - MAX_NAMES).toLocaleString('en')} more`}
  </p>
);

function Underway({ bulk: { id, done, total, refused } }: { readonly bulk: Bulk }): ReactElement {
  const [isStopping, setStopping] = useState(false);
  const says = `${numberText(done)} of ${numberText(total)}${refused > 0 ? `, ${refused} refused` : ''}`;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={(100 * done) / Math.max(1, total)} aria-label={says} flex={1} />
      <span className="dim nowrap" role="status">
        {says}
      </span>
      <Button
        loading={isStopping}
        onClick={() => {
          setStopping(true);
          void ok(api.POST('/bulk/{id}/cancel', { ...ofId(id), body: {} })).catch(() => {
            setStopping(false);
          });
        }}
      >
        Stop
      </Button>
    </Group>
  );
}
