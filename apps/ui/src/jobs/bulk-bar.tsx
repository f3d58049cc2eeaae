/** Changing many jobs together: those that are chosen, or all that the filter finds. */
import { useState, type ReactElement } from 'react';
import { Button, Group, Progress, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRights, type Role } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { everyJob, runsList, type JobFilter } from '../api/questions.js';
import { Dialog, useDialog } from '../parts/dialog.js';

type Job = Schemas['Job'];

/** As many as one action takes; a narrower filter does the rest. */
const MOST = 2_000;
const AT_ONCE = 4;
const NAMES_SHOWN = 12;

interface Action {
  readonly label: string;
  readonly does: string;
  /** Who may do it; operators unless given. */
  readonly role?: Role;
  readonly danger?: boolean;
  /** What a field that it asks for is called. */
  readonly asks?: string;
  readonly needs?: boolean;
  /** Those that it changes; the others stay as they are. */
  readonly touches: (job: Job, text: string) => boolean;
  /** What becomes of one, where that differs from job to job. */
  readonly becomes?: (job: Job, text: string) => string;
  readonly act: (job: Job, text: string) => Promise<unknown>;
}

const pathOf = ({ id }: Job): { params: { path: { id: string } } } => ({ params: { path: { id } } });

const ACTIVE_RUNS = 500;

async function abortRuns(job: Job): Promise<void> {
  for (const state of ['RUNNING', 'QUEUED'] as const) {
    const query = { job: job.id, state, limit: ACTIVE_RUNS };
    const { items } = await ok(api.GET('/runs', { params: { query } }));
    for (const { id } of items) {
      await ok(api.POST('/runs/{id}/commands', { params: { path: { id } }, body: { command: 'abort' } }));
    }
  }
}

/** `team=data stage=` sets the first label and takes the second away. */
const labelsOf = (text: string): Record<string, string | null> =>
  Object.fromEntries(
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((part) => {
        const [name = '', value = ''] = part.split('=', 2);
        return [name, value === '' ? null : value];
      }),
  );

const changedLabels = ({ labels }: Job, text: string): [string, string | null][] =>
  Object.entries(labelsOf(text)).filter(([name, value]) => (labels[name] ?? null) !== value);

const ACTIONS: readonly Action[] = [
  {
    label: 'Pause',
    does: 'No further slots of these jobs become runs until they are resumed. What runs goes on.',
    asks: 'Why (optional)',
    touches: ({ paused }) => paused === null,
    act: (job, note) => ok(api.POST('/jobs/{id}/pause', { ...pathOf(job), body: note === '' ? {} : { note } })),
  },
  {
    label: 'Resume',
    does: 'Their slots become runs again; those of the pause are not made up for.',
    touches: ({ paused }) => paused !== null,
    act: (job) => ok(api.POST('/jobs/{id}/resume', { ...pathOf(job), body: {} })),
  },
  {
    label: 'Run now',
    does: 'Each gets one run at once, with its own parameters.',
    touches: () => true,
    act: (job) => ok(api.POST('/jobs/{id}/run', { ...pathOf(job), body: {} })),
  },
  {
    label: 'Abort runs',
    does: 'Every run of theirs that is queued or under way is aborted. Aborted runs can be resumed.',
    danger: true,
    touches: ({ status }) => status.activeRuns + status.queuedRuns > 0,
    act: abortRuns,
  },
  {
    label: 'Label',
    role: 'editor',
    does: 'Sets labels; a name without a value is taken away.',
    asks: 'Labels, such as team=data stage=',
    needs: true,
    touches: (job, text) => text === '' || changedLabels(job, text).length > 0,
    becomes: (job, text) =>
      changedLabels(job, text)
        .map(([name, value]) => `${name}: ${job.labels[name] ?? 'none'} → ${value ?? 'none'}`)
        .join(', '),
    act: (job, text) => ok(api.PATCH('/jobs/{id}', { ...pathOf(job), body: { labels: labelsOf(text) } as never })),
  },
];

const roleFor = ({ role = 'operator' }: Action): Role => role;

interface Shown {
  /** Those that are chosen. */
  readonly jobs: readonly Job[];
  readonly filter: JobFilter;
  readonly hasMore: boolean;
  readonly clear: () => void;
}

export default function BulkBar({ jobs, filter, hasMore, clear }: Shown): ReactElement | null {
  const { shown, open } = useDialog();
  const { may } = useRights();
  const [all, setAll] = useState(false);
  if (jobs.length === 0) return null;
  return (
    <div className="card bulk" role="region" aria-label="Chosen jobs">
      <Group gap="xs">
        <strong>{all ? 'All that the filter finds' : `${jobs.length} chosen`}</strong>
        {hasMore && (
          <Button
            variant="subtle"
            onClick={() => {
              setAll(!all);
            }}
          >
            {all ? 'Only those chosen' : 'All that the filter finds'}
          </Button>
        )}
        {ACTIONS.filter((action) => jobs.some(({ tenant }) => may(roleFor(action), tenant))).map((action) => (
          <Button
            key={action.label}
            onClick={() => {
              open((close) => (
                <BulkDialog action={action} jobs={all ? null : jobs} filter={filter} onClose={close} done={clear} />
              ));
            }}
          >
            {action.label}…
          </Button>
        ))}
        <Button variant="subtle" onClick={clear}>
          Clear
        </Button>
      </Group>
      {shown}
    </div>
  );
}

interface BulkShown {
  readonly action: Action;
  /** null: all of the filter. */
  readonly jobs: readonly Job[] | null;
  readonly filter: JobFilter;
  readonly onClose: () => void;
  readonly done: () => void;
}

function BulkDialog({ action, jobs, filter, onClose, done }: BulkShown): ReactElement {
  const cache = useQueryClient();
  const { may } = useRights();
  const found = useQuery({
    queryKey: ['jobs', 'every', filter],
    enabled: jobs === null,
    queryFn: () => everyJob(filter, MOST),
  });
  const [text, setText] = useState('');
  const [ready, setReady] = useState(0);
  const candidates = jobs ?? found.data;
  const touched = candidates?.filter((job) => may(roleFor(action), job.tenant) && action.touches(job, text)) ?? [];
  const left = (candidates?.length ?? 0) - touched.length;
  const title = `${action.label}: ${touched.length} ${touched.length === 1 ? 'job' : 'jobs'}`;
  return (
    <Dialog
      title={title}
      confirm={action.label}
      danger={action.danger === true}
      disabled={touched.length === 0 || (action.needs === true && !text.includes('='))}
      onClose={onClose}
      onConfirm={async () => {
        const failures = await forEachInOrder(touched, (job) => action.act(job, text), setReady);
        for (const key of ['jobs', 'runs', runsList({}).queryKey[0]])
          await cache.invalidateQueries({ queryKey: [key] });
        if (failures.length > 0)
          throw new Error(`${failures.length} could not be changed: ${failures.slice(0, 3).join('; ')}`);
        done();
        return `${title} – done`;
      }}
    >
      <p style={{ margin: 0 }}>{action.does}</p>
      {candidates === undefined ? (
        <p className="dim">Looking which these are…</p>
      ) : (
        <p className="dim" style={{ margin: 0 }}>
          {touched
            .slice(0, NAMES_SHOWN)
            .map((job) => {
              const becomes = action.becomes?.(job, text) ?? '';
              return becomes === '' ? job.name : `${job.name} (${becomes})`;
            })
            .join(', ')}
          {touched.length > NAMES_SHOWN && ` and ${touched.length - NAMES_SHOWN} more`}
          {left > 0 && `. ${left} stay as they are.`}
        </p>
      )}
      {action.asks !== undefined && (
        <TextInput
          label={action.asks}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
          }}
        />
      )}
      {ready > 0 && <Progress value={(100 * ready) / Math.max(1, touched.length)} aria-label={`${ready} done`} />}
    </Dialog>
  );
}

/** A few at a time; gives what was refused. */
async function forEachInOrder(
  jobs: readonly Job[],
  act: (job: Job) => Promise<unknown>,
  tell: (ready: number) => void,
): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...jobs];
  let ready = 0;
  const take = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const { name } = job;
      await act(job).catch((error: unknown) => {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      });
      tell(++ready);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return failures;
}
