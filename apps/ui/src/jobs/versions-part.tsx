/** The versions of a job and of its storage: their changes, and restoring them. */
import { useState, type ReactElement } from 'react';
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, ofId, ok, refresh, type Job, type Schemas, useRights } from '../api/client.js';
import { itemsOf, storageOf, storageVersionsOf, versionsOf } from '../api/questions.js';
import { ActionButton } from '../parts/action-button.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { DiffView } from '../parts/diff-view.js';
import { diffLines } from '../parts/diff.js';
import { CodeField } from '../parts/fields.js';
import { RunLink } from '../parts/objects.js';
import { Card, jsonText, Loaded, ProblemAlert } from '../parts/page.js';
import { scheduleText } from '../parts/schedule-text.js';
import { actionsColumn, column, Listing, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { announce } from '../parts/toasts.js';
import { jsonOf } from './run-dialog.js';

type Version = Schemas['JobVersion'];

const textOf = ({ job }: Version): string => jsonText(job);

export function VersionsPart({ job }: { readonly job: Job }): ReactElement {
  const query = useInfiniteQuery(versionsOf(job.id));
  const { may } = useRights();
  const [compared, setCompared] = useState<number | null>(null);
  const items = itemsOf(query.data);
  const at = items.findIndex(({ version }) => version === compared);
  const chosen = items[at];
  const before = items[at + 1];
  const columns: readonly Column<Version>[] = [
    column('Version', ({ version, current }) => `${version}${current ? ', current' : ''}`, 'num'),
    timeColumn('Saved', 'savedAt'),
    plainColumn('Saved by', 'savedBy'),
    column('Schedule', ({ job: then }) => scheduleText(then), 'mono wrap'),
    actionsColumn((each) => (
      <>
        <Button
          onClick={() => {
            setCompared(compared === each.version ? null : each.version);
          }}
        >
          {compared === each.version ? 'Hide' : 'What changed'}
        </Button>
        {!each.current && may('editor', job.tenant) && (
          <Button onClick={opens(<RestoreDialog job={job} version={each} />)}>Restore…</Button>
        )}
      </>
    )),
  ];
  return (
    <div className="page">
      <Card flush>
        <Listing
          query={query}
          caption="Versions, newest first"
          columns={columns}
          keyOf={({ version }) => String(version)}
        />
      </Card>
      {chosen && (
        <Card
          title={
            before
              ? `From version ${before.version} to ${chosen.version}`
              : `Version ${chosen.version}, the oldest stored version`
          }
        >
          <DiffView lines={diffLines(before ? textOf(before) : '', textOf(chosen))} />
        </Card>
      )}
    </div>
  );
}

function RestoreDialog({ job, version }: { readonly job: Job; readonly version: Version }): ReactElement {
  const query = useInfiniteQuery(versionsOf(job.id));
  const [present] = itemsOf(query.data);
  return (
    <Dialog
      title={`Restore version ${version.version}?`}
      confirm="Restore"
      size="xl"
      onConfirm={async () => {
        await ok(api.POST('/jobs/{id}/rollback', { ...ofId(job.id), body: { version: version.version } }));
        await refresh('job', job.id);
        return `Version ${version.version} is restored as a new version.`;
      }}
    >
      <p>The job gets a new version with these changes:</p>
      {present && <DiffView lines={diffLines(textOf(present), textOf(version))} />}
    </Dialog>
  );
}

type StorageVersion = Schemas['StorageVersion'];

export function StoragePart({ job }: { readonly job: Job }): ReactElement {
  const query = useQuery(storageOf(job.id));
  return (
    <div className="page">
      <Card title="Job storage for the next run">
        <Loaded query={query}>
          {({ value }) => {
            const text = value === null ? '' : jsonText(value);
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
          <ActionButton variant="filled" disabled={text === stored || text.trim() === ''} act={save}>
            Save
          </ActionButton>
          {stored !== '' && <Button onClick={opens(<StorageDeletionDialog job={job} />)}>Delete…</Button>}
        </Group>
      )}
    </>
  );
}

const readStorageAgain = (job: Job): Promise<void> => refresh('job', job.id, 'storage');

const StorageDeletionDialog = ({ job }: { readonly job: Job }): ReactElement => (
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
const shortText = (text: string): string => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text);

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
  const columns: readonly Column<StorageVersion>[] = [
    plainColumn('Version', 'version', 'num'),
    timeColumn('Saved', 'savedAt'),
    column('Saved by', ({ savedBy }) => <SavedBy text={savedBy} />, 'wrap'),
    column('Value', ({ value, deleted }) => (deleted ? 'deleted' : shortText(JSON.stringify(value))), 'mono wrap'),
    actionsColumn(
      (version) =>
        !version.deleted &&
        may('editor', job.tenant) && (
          <Button onClick={opens(<StorageRestoreDialog job={job} version={version} />)}>Restore…</Button>
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

interface StorageDialogProps {
  readonly job: Job;
  readonly version: StorageVersion;
}

const StorageRestoreDialog = ({ job, version: { version, value } }: StorageDialogProps): ReactElement => (
  <Dialog
    title={`Restore version ${version}?`}
    confirm="Restore"
    onConfirm={async () => {
      await ok(api.POST('/jobs/{id}/storage/restore', { ...ofId(job.id), body: { version } }));
      await readStorageAgain(job);
      return `Version ${version} is restored for the next run.`;
    }}
  >
    <pre className="code">{jsonText(value)}</pre>
  </Dialog>
);
