/** Job storage: the value for the next run, its versions, and restoring a version. */
import { useState, type ReactElement } from 'react';
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, ofId, ok, type Job, type Schemas } from '../api/client.js';
import { storageOf, storageVersionsOf } from '../api/questions.js';
import { Dialog } from '../parts/dialog.js';
import { announce } from '../parts/toasts.js';
import { RunLink } from '../parts/links.js';
import { Card, Loaded, ProblemAlert } from '../parts/page.js';
import { column, actionsColumn, type Column, Listing, plainColumn, timeColumn } from '../parts/table.js';
import { jsonOf } from './run-dialog.js';
import { refresh } from '../api/cache.js';
import { opens } from '../parts/dialog-outlet.js';
import { CodeField } from '../parts/fields.js';

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
  const [text, setText] = useState(stored);
  const [error, setError] = useState<Error | null>(null);
  const save = async (): Promise<void> => {
    setError(null);
    try {
      await ok(api.PUT('/jobs/{id}/storage', { ...ofId(job.id), body: jsonOf(text) as never }));
      announce('The job storage is saved for the next run.');
      await readStorageAgain(job);
    } catch (problem) {
      setError(problem as Error);
    }
  };
  const mayEdit = may('editor', job.tenant);
  return (
    <>
      {stored === '' && !mayEdit && <p className="dim">The job storage is empty.</p>}
      <CodeField
        aria-label="Job storage as JSON"
        minRows={4}
        maxRows={24}
        readOnly={!mayEdit}
        placeholder="The job storage is empty."
        value={text}
        onChange={setText}
      />
      <ProblemAlert error={error} />
      {mayEdit && (
        <Group mt="xs" gap="xs">
          <Button variant="filled" disabled={text === stored || text.trim() === ''} onClick={() => void save()}>
            Save
          </Button>
          {stored !== '' && <Button onClick={opens(<DeletionDialog job={job} />)}>Delete…</Button>}
        </Group>
      )}
    </>
  );
}

const readStorageAgain = (job: Job): Promise<void> => refresh('job', job.id, 'storage');

const DeletionDialog = ({ job }: { readonly job: Job }): ReactElement => (
  <Dialog
    title="Delete the job storage?"
    confirm="Delete"
    danger
    onConfirm={async () => {
      await ok(api.DELETE('/jobs/{id}/storage', ofId(job.id)));
      await readStorageAgain(job);
      return 'The job storage is deleted. You can restore an earlier version.';
    }}
  >
    <p>The next run starts without job storage. You can restore an earlier version at any time.</p>
  </Dialog>
);

const MAX_CHARS = 120;
const short = (text: string): string => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text);

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
  const columns: readonly Column<Version>[] = [
    plainColumn('Version', 'version', 'num'),
    timeColumn('Saved', 'savedAt'),
    column('Saved by', ({ savedBy }) => <SavedBy text={savedBy} />, 'wrap'),
    column('Value', ({ value, deleted }) => (deleted ? 'deleted' : short(JSON.stringify(value))), 'mono wrap'),
    actionsColumn(
      (version) =>
        !version.deleted &&
        may('editor', job.tenant) && (
          <Button onClick={opens(<RestoreDialog job={job} version={version} />)}>Restore…</Button>
        ),
    ),
  ];
  return (
    <Card flush title="Versions">
      <Listing
        query={query}
        caption="Versions of the storage, newest first"
        columns={columns}
        keyOf={({ version }) => String(version)}
        empty="There are no versions yet."
      />
    </Card>
  );
}

interface RestoreDialogProps {
  readonly job: Job;
  readonly version: Version;
}

const RestoreDialog = ({ job, version: { version, value } }: RestoreDialogProps): ReactElement => (
  <Dialog
    title={`Restore version ${version}?`}
    confirm="Restore"
    onConfirm={async () => {
      await ok(api.POST('/jobs/{id}/storage/restore', { ...ofId(job.id), body: { version } }));
      await readStorageAgain(job);
      return `Version ${version} is restored for the next run.`;
    }}
  >
    <pre className="code">{JSON.stringify(value, null, 2)}</pre>
  </Dialog>
);
