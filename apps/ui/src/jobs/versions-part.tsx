/** The versions of a job: the changes of each, and restoring it. */
import { useState, type ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, type Job, ofId, ok, type Schemas } from '../api/client.js';
import { itemsOf, versionsOf } from '../api/questions.js';
import { Dialog } from '../parts/dialog.js';
import { Card } from '../parts/page.js';
import { scheduleText } from '../parts/schedule-text.js';
import { column, actionsColumn, type Column, Listing, plainColumn, timeColumn } from '../parts/table.js';
import { diffLines } from '../parts/diff.js';
import { DiffView } from '../parts/diff-view.js';
import { refresh } from '../api/cache.js';
import { opens } from '../parts/dialog-outlet.js';

type Version = Schemas['JobVersion'];

const textOf = ({ job }: Version): string => JSON.stringify(job, null, 2);

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
