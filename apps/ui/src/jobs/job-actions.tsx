/** The actions for a job. */
import { useState, type ReactElement } from 'react';
import { Button, Menu, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, ofId, ok, refresh, type Job, type Schemas, useRights } from '../api/client.js';
import { ActionButton } from '../parts/action-button.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { typed } from '../parts/inputs.js';
import { announce, refused } from '../parts/toasts.js';
import { needsValues, RunDialog } from './run-dialog.js';

export function JobActions({ job }: { readonly job: Job }): ReactElement | null {
  const { may } = useRights();
  const navigate = useNavigate();
  if (!may('operator', job.tenant)) return null;
  const openRunDialog = opens(<RunDialog job={job} />);
  const runNow = async (): Promise<void> => {
    const { run } = await ok(api.POST('/jobs/{id}/run', { ...ofId(job.id), body: {} }));
    await navigate({ to: '/runs/$id', params: { id: run.id } });
  };
  const change = async (request: Promise<string>, undo: () => Promise<string>): Promise<void> => {
    try {
      announce(await request, undo);
    } catch (error) {
      refused(error);
    }
  };
  const resume = (): void => {
    void change(resumed(job), () => paused(job, formerPause(job)));
  };
  const archive = (): void => {
    void change(paused(job, { archive: true }), () =>
      job.paused === null ? resumed(job) : paused(job, formerPause(job)),
    );
  };
  const mayEdit = may('editor', job.tenant);
  return (
    <>
      {needsValues(job) ? (
        <Button variant="filled" onClick={openRunDialog}>
          Run now
        </Button>
      ) : (
        <ActionButton variant="filled" act={runNow}>
          Run now
        </ActionButton>
      )}
      <Button onClick={openRunDialog}>Run with…</Button>
      {job.paused !== null ? (
        <Button onClick={resume}>Resume</Button>
      ) : (
        <Button onClick={opens(<PauseDialog job={job} />)}>Pause…</Button>
      )}
      {mayEdit && (
        <>
          <Button renderRoot={(props) => <Link to="/jobs/$id/edit" params={{ id: job.id }} {...props} />}>Edit</Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button aria-label="More">⋯</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => {
                  void navigate({ to: '/jobs/new', search: { copy: job.id } });
                }}
              >
                Copy as a new job
              </Menu.Item>
              {job.paused?.archived !== true && <Menu.Item onClick={archive}>Archive</Menu.Item>}
              <Menu.Item color="red" onClick={opens(<DeleteDialog job={job} />)}>
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </>
  );
}

interface DialogOf {
  readonly job: Job;
}

type PauseBody = Schemas['PauseJobBody'];

/** What pauses the job as it is paused now. */
const formerPause = ({ paused }: Job): PauseBody => ({
  ...(paused?.note != null && { note: paused.note }),
  ...(paused?.archived === true && { archive: true }),
});

async function paused({ id }: Job, body: PauseBody): Promise<string> {
  await ok(api.POST('/jobs/{id}/pause', { ...ofId(id), body }));
  await refresh('job', id);
  return body.archive === true ? 'The job is archived: lists no longer show it.' : 'The job is paused.';
}

async function resumed({ id }: Job): Promise<string> {
  await ok(api.POST('/jobs/{id}/resume', { ...ofId(id), body: {} }));
  await refresh('job', id);
  return 'The job is resumed.';
}

function PauseDialog({ job }: DialogOf): ReactElement {
  const [note, setNote] = useState('');
  return (
    <Dialog
      title={`Pause ${job.name}?`}
      confirm="Pause"
      onConfirm={async () => {
        announce(await paused(job, note === '' ? {} : { note }), () => resumed(job));
        return null;
      }}
    >
      <p>
        Until the job is resumed, its slots do not become runs, and they do not run later. You can still run it by hand.
      </p>
      <TextInput label="Reason (optional)" maxLength={1_000} value={note} onChange={typed(setNote)} />
    </Dialog>
  );
}

function DeleteDialog({ job }: DialogOf): ReactElement {
  const [typedName, setTypedName] = useState('');
  const navigate = useNavigate();
  return (
    <Dialog
      title={`Delete ${job.name}?`}
      confirm="Delete"
      danger
      disabled={typedName !== job.name}
      onConfirm={async () => {
        await ok(api.DELETE('/jobs/{id}', ofId(job.id)));
        await navigate({ to: '/jobs' });
        await refresh('jobs');
        return 'The job is deleted.';
      }}
    >
      <p>Its schedule ends at once. Its runs are kept until retention removes them.</p>
      <TextInput
        label={`Type the name of the job to confirm: ${job.name}`}
        value={typedName}
        onChange={typed(setTypedName)}
      />
    </Dialog>
  );
}
