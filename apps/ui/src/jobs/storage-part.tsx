/** Job storage: the value for the next run, its versions, and restoring a version. */
import { useState, type ReactElement } from 'react';
import { Button, Group, Textarea } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { itemsOf, storageOf, storageVersionsOf } from '../api/questions.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { announce } from '../parts/toasts.js';
import { RunLink } from '../parts/links.js';
import { Card, Loaded, ProblemAlert } from '../parts/page.js';
import { List, More, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { jsonOf } from './run-dialog.js';

type Job = Schemas['Job'];
type Version = Schemas['StorageVersion'];

export function StoragePart({ job }: { readonly job: Job }): ReactElement {
  const query = useQuery(storageOf(job.id));
  return (
    <div className="page">
      <Card title="Job storage for the next run">
        <Loaded query={query}>
          {({ value }) => {
            const text = value === null ? '' : JSON.stringify(value, null, 2);
            return <Value key={text} job={job} text={text} />;
          }}
        </Loaded>
      </Card>
      <Versions job={job} />
    </div>
  );
}

function Value({ job, text: stored }: { readonly job: Job; readonly text: string }): ReactElement {
  const { may } = useRights();
  const cache = useQueryClient();
  const { shown, open } = useDialog();
  const [text, setText] = useState(stored);
  const [error, setError] = useState<Error | null>(null);
  const path = { params: { path: { id: job.id } } };
  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: ['job', job.id, 'storage'] });
  const save = async (): Promise<void> => {
    setError(null);
    try {
      await ok(api.PUT('/jobs/{id}/storage', { ...path, body: jsonOf(text) as never }));
      announce('The job storage is saved for the next run.');
      await refresh();
    } catch (problem) {
      setError(problem as Error);
    }
  };
  const mayEdit = may('editor', job.tenant);
  return (
    <>
      {stored === '' && !mayEdit && <p className="dim">The job storage is empty.</p>}
      <Textarea
        aria-label="Job storage as JSON"
        autosize
        minRows={4}
        maxRows={24}
        spellCheck={false}
        readOnly={!mayEdit}
        placeholder="The job storage is empty."
        styles={{ input: { fontFamily: 'var(--mono)' } }}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
      />
      <ProblemAlert error={error} />
      {mayEdit && (
        <Group mt="xs" gap="xs">
          <Button variant="filled" disabled={text === stored || text.trim() === ''} onClick={() => void save()}>
            Save
          </Button>
          {stored !== '' && (
            <Button
              onClick={() => {
                open((close) => (
                  <Dialog
                    title="Delete the job storage?"
                    confirm="Delete"
                    danger
                    onClose={close}
                    onConfirm={async () => {
                      await ok(api.DELETE('/jobs/{id}/storage', path));
                      await refresh();
                      return 'The job storage is deleted. You can restore an earlier version.';
                    }}
                  >
                    <p style={{ margin: 0 }}>
                      The next run starts without job storage. You can restore an earlier version at any time.
                    </p>
                  </Dialog>
                ));
              }}
            >
              Delete…
            </Button>
          )}
        </Group>
      )}
      {shown}
    </>
  );
}

const SHOWN_CHARS = 120;
const short = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);

/** A person, or the run of an attempt: the first part of the attempt's id. */
function SavedBy({ text }: { readonly text: string }): ReactElement {
  const at = text.indexOf('/');
  if (at < 0) return <>{text}</>;
  return (
    <span title={text}>
      run <RunLink id={text.slice(0, at)} />
    </span>
  );
}

function Versions({ job }: { readonly job: Job }): ReactElement {
  const query = useInfiniteQuery(storageVersionsOf(job.id));
  const { may } = useRights();
  const { shown, open } = useDialog();
  const cache = useQueryClient();
  const restore =
    ({ version, value }: Version) =>
    () => {
      open((close) => (
        <Dialog
          title={`Restore version ${version}?`}
          confirm="Restore"
          onClose={close}
          onConfirm={async () => {
            await ok(api.POST('/jobs/{id}/storage/restore', { params: { path: { id: job.id } }, body: { version } }));
            await cache.invalidateQueries({ queryKey: ['job', job.id, 'storage'] });
            return `Version ${version} is restored for the next run.`;
          }}
        >
          <pre className="code">{JSON.stringify(value, null, 2)}</pre>
        </Dialog>
      ));
    };
  const columns: readonly Column<Version>[] = [
    { title: 'Version', look: 'num', cell: ({ version }) => version },
    { title: 'Saved', cell: ({ savedAt }) => <When at={savedAt} /> },
    { title: 'Saved by', look: 'wrap', cell: ({ savedBy }) => <SavedBy text={savedBy} /> },
    {
      title: 'Value',
      look: 'mono wrap',
      cell: ({ value, deleted }) => (deleted ? 'deleted' : short(JSON.stringify(value))),
    },
    {
      title: 'Actions',
      isUntitled: true,
      cell: (each) => !each.deleted && may('editor', job.tenant) && <Button onClick={restore(each)}>Restore…</Button>,
    },
  ];
  return (
    <Card flush title="Versions">
      <Loaded query={query}>
        {(data) => (
          <>
            <List
              caption="Versions of the storage, newest first"
              columns={columns}
              rows={itemsOf(data)}
              keyOf={({ version }) => String(version)}
              empty="There are no versions yet."
            />
            <More query={query} />
          </>
        )}
      </Loaded>
      {shown}
    </Card>
  );
}
