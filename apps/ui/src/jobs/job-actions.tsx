/** The actions for a job. */
import { useState, type ReactElement } from 'react';
import { Button, Menu, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { announce, refused } from '../parts/toasts.js';
import { needsValues, RunDialog } from './run-dialog.js';

type Job = Schemas['Job'];

export function JobActions({ job }: { readonly job: Job }): ReactElement | null {
  const { may } = useRights();
  const { shown, open } = useDialog();
  const navigate = useNavigate();
  const cache = useQueryClient();
  if (!may('operator', job.tenant)) return null;
  const path = { params: { path: { id: job.id } } };
  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: ['job', job.id] });
  const ask = (): void => {
    open((close) => <RunDialog job={job} onClose={close} />);
  };
  const runNow = async (): Promise<void> => {
    if (needsValues(job)) {
      ask();
      return;
    }
    const { run } = await ok(api.POST('/jobs/{id}/run', { ...path, body: {} }));
    await navigate({ to: '/runs/$id', params: { id: run.id } });
  };
  const resume = async (): Promise<void> => {
    await ok(api.POST('/jobs/{id}/resume', { ...path, body: {} }));
    announce('The job is resumed.');
    await refresh();
  };
  const archive = async (): Promise<void> => {
    await ok(api.POST('/jobs/{id}/pause', { ...path, body: { archive: true } }));
    announce('The job is archived: lists no longer show it.');
    await refresh();
  };
  const mayEdit = may('editor', job.tenant);
  return (
    <>
      <Button variant="filled" onClick={() => void runNow().catch(refused)}>
        Run now
      </Button>
      <Button onClick={ask}>Run with…</Button>
      {job.paused !== null ? (
        <Button onClick={() => void resume().catch(refused)}>Resume</Button>
      ) : (
        <Button
          onClick={() => {
            open((close) => <PauseDialog job={job} onClose={close} />);
          }}
        >
          Pause…
        </Button>
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
              {job.paused?.archived !== true && (
                <Menu.Item onClick={() => void archive().catch(refused)}>Archive</Menu.Item>
              )}
              <Menu.Item
                color="red"
                onClick={() => {
                  open((close) => <DeleteDialog job={job} onClose={close} />);
                }}
              >
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {shown}
    </>
  );
}

interface DialogOf {
  readonly job: Job;
  readonly onClose: () => void;
}

function PauseDialog({ job, onClose }: DialogOf): ReactElement {
  const [note, setNote] = useState('');
  const cache = useQueryClient();
  return (
    <Dialog
      title={`Pause ${job.name}?`}
      confirm="Pause"
      onClose={onClose}
      onConfirm={async () => {
        await ok(api.POST('/jobs/{id}/pause', { params: { path: { id: job.id } }, body: note === '' ? {} : { note } }));
        await cache.invalidateQueries({ queryKey: ['job', job.id] });
        return 'The job is paused.';
      }}
    >
      <p style={{ margin: 0 }}>
        Until the job is resumed, its slots do not become runs, and they do not run later. You can still run it by hand.
      </p>
      <TextInput
        label="Reason (optional)"
        maxLength={1_000}
        value={note}
        onChange={({ currentTarget }) => {
          setNote(currentTarget.value);
        }}
      />
    </Dialog>
  );
}

function DeleteDialog({ job, onClose }: DialogOf): ReactElement {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const cache = useQueryClient();
  return (
    <Dialog
      title={`Delete ${job.name}?`}
      confirm="Delete"
      danger
      disabled={typed !== job.name}
      onClose={onClose}
      onConfirm={async () => {
        await ok(api.DELETE('/jobs/{id}', { params: { path: { id: job.id } } }));
        await navigate({ to: '/jobs' });
        await cache.invalidateQueries({ queryKey: ['jobs'] });
        return 'The job is deleted.';
      }}
    >
      <p style={{ margin: 0 }}>Its schedule ends at once. Its runs are kept until retention removes them.</p>
      <TextInput
        label={`Type the name of the job to confirm: ${job.name}`}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
      />
    </Dialog>
  );
}
