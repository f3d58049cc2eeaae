/** The actions for a run: a dialog explains each command before it is sent. */
import { useState, type ReactElement } from 'react';
import { Button, Menu, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, cache, ofId, ok, refresh, type RunDetail, type Schemas, useRights } from '../api/client.js';
import { oneJob } from '../api/questions.js';
import { RunDialog } from '../jobs/run-dialog.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { NumberField } from '../parts/fields.js';
import { typed } from '../parts/inputs.js';
import { isFinal } from '../parts/objects.js';
import { numberText } from '../parts/time-text.js';

type Command = Schemas['CommandRunBody']['command'];

const COMMANDS: Readonly<Record<Command, { label: string; does: string; danger?: boolean }>> = {
  abort: {
    label: 'Abort',
    does: 'Stops every attempt, within its grace period. Indexes that have succeeded are kept, and the run can be resumed.',
  },
  terminate: {
    label: 'Terminate',
    does: 'Stops every attempt, within its grace period, and ends the run as terminated.',
    danger: true,
  },
  kill: { label: 'Kill', does: 'Ends every attempt at once, without a grace period.', danger: true },
  restart: {
    label: 'Restart',
    does: 'Stops every attempt and starts the run again from its first index.',
    danger: true,
  },
  complete: { label: 'Complete', does: 'Stops the active attempts and ends the run as completed.' },
  resume: { label: 'Resume', does: 'Continues with the indexes that have not succeeded.' },
};

export function RunActions({ run }: { readonly run: RunDetail }): ReactElement | null {
  const { may } = useRights();
  if (!may('operator', run.tenant)) return null;
  const command = (name: Command) => opens(<CommandDialog run={run} command={name} />);
  if (!isFinal(run))
    return (
      <>
        <Button onClick={command('abort')}>Abort…</Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button>More ▾</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={opens(<BoundDialog run={run} />)}>Change the parallelism…</Menu.Item>
            {(['restart', 'complete', 'terminate', 'kill'] as const).map((name) => (
              <Menu.Item key={name} onClick={command(name)} color={COMMANDS[name].danger ? 'red' : undefined}>
                {COMMANDS[name].label}…
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </>
    );
  return (
    <>
      <Button variant="filled" onClick={opens(<RerunDialog run={run} />)}>
        Run again…
      </Button>
      <EditedRun run={run} />
      {run.phase === 'Aborted' && !run.archived && <Button onClick={command('resume')}>Resume…</Button>}
      {may('editor', run.tenant) && <Button onClick={opens(<DeleteDialog run={run} />)}>Delete…</Button>}
    </>
  );
}

/** Runs the job again with edited inputs of this run. */
function EditedRun({ run }: { readonly run: RunDetail }): ReactElement | null {
  const { data } = useQuery(oneJob(run.job));
  if (data === undefined) return null;
  return (
    <>
      <Button onClick={opens(<RunDialog job={data.value} from={run} />)}>Run with changes…</Button>
    </>
  );
}

interface DialogOf {
  readonly run: RunDetail;
}

function CommandDialog({ run, command }: DialogOf & { readonly command: Command }): ReactElement {
  const [reason, setReason] = useState('');
  const { label, does, danger = false } = COMMANDS[command];
  return (
    <Dialog
      title={`${label} this run?`}
      confirm={label}
      danger={danger}
      onConfirm={async () => {
        await ok(api.POST('/runs/{id}/commands', { ...ofId(run.id), body: { command, reason: reason || undefined } }));
        await refresh('run', run.id);
        return 'The command is sent.';
      }}
    >
      <p>{does}</p>
      <TextInput
        label="Reason (optional; it is stored with the run)"
        maxLength={1_000}
        value={reason}
        onChange={typed(setReason)}
      />
    </Dialog>
  );
}

function RerunDialog({ run }: DialogOf): ReactElement {
  const navigate = useNavigate();
  const all = run.tasks.reduce((sum, { indexes }) => sum + indexes, 0);
  const left = all - run.totals.succeeded;
  const canKeep = all > 1 && run.totals.succeeded > 0 && left > 0;
  const [what, setWhat] = useState(canKeep ? 'failed' : 'all');
  return (
    <Dialog
      title="Run again?"
      confirm="Run"
      onConfirm={async () => {
        const body = { onlyFailed: what === 'failed' };
        const { run: next } = await ok(api.POST('/runs/{id}/rerun', { ...ofId(run.id), body }));
        await navigate({ to: '/runs/$id', params: { id: next.id } });
        return 'The new run is created.';
      }}
    >
      <p>The present version of the job runs with the parameters of this run.</p>
      {canKeep && (
        <Radio.Group value={what} onChange={setWhat} aria-label="Which indexes">
          <Stack gap={6}>
            <Radio
              value="failed"
              label={`Only the ${numberText(left)} ${left === 1 ? 'index that has' : 'indexes that have'} not succeeded`}
            />
            <Radio value="all" label={`All ${numberText(all)} indexes`} />
          </Stack>
        </Radio.Group>
      )}
    </Dialog>
  );
}

function DeleteDialog({ run }: DialogOf): ReactElement {
  const navigate = useNavigate();
  return (
    <Dialog
      title="Delete this run?"
      confirm="Delete"
      danger
      onConfirm={async () => {
        await ok(api.DELETE('/runs/{id}', ofId(run.id)));
        await navigate({ to: '/runs' });
        cache.removeQueries({ queryKey: ['run', run.id] });
        await refresh('runs');
        return 'The run is deleted.';
      }}
    >
      <p>Its log and its attempts are deleted, too. This cannot be undone.</p>
    </Dialog>
  );
}

function BoundDialog({ run }: DialogOf): ReactElement {
  const [maxActive, setMaxActive] = useState<number | undefined>();
  return (
    <Dialog
      title="Change the parallelism"
      confirm="Change"
      onConfirm={async () => {
        const [first] = run.tasks;
        const isPlain = run.tasks.length === 1 && first?.name === 'main';
        const bound = { maxActive: maxActive ?? null };
        const tasks = run.tasks.map(({ name }) => ({ name, ...bound }));
        const body = isPlain ? { parallelism: bound } : { tasks };
        await ok(api.PATCH('/runs/{id}', { ...ofId(run.id), body }));
        await refresh('run', run.id);
        return 'The command is sent.';
      }}
    >
      <NumberField
        label="Maximum active attempts"
        description="Empty: no limit. 0: no further attempt starts."
        min={0}
        allowDecimal={false}
        value={maxActive}
        onChange={setMaxActive}
      />
    </Dialog>
  );
}
