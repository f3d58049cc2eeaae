/** Dialogs that mute an error, and that run its failed runs again. */
import { useState, type ReactElement } from 'react';
import { NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ofId, ok, type ErrorGroup, type Schemas } from '../api/client.js';
import { endText, followed } from '../parts/bulk-progress.js';
import { Dialog } from '../parts/dialog.js';
import { ProblemAlert } from '../parts/page.js';
import { countText } from '../parts/time-text.js';
import { typed } from '../parts/inputs.js';
import { refresh } from '../api/cache.js';

type Until = 'newVersion' | 'version' | 'day' | 'week' | 'forever';

interface DialogOf {
  readonly group: ErrorGroup;
}

const DAY_MS = 86_400_000;
const CHOICES: readonly (readonly [Until, string])[] = [
  ['newVersion', 'Until a new version of a job fails with this error'],
  ['version', 'Until the given version of a job, or a later one, fails with this error'],
  ['day', 'For a day'],
  ['week', 'For a week'],
  ['forever', 'Until somebody unmutes it'],
];

export function MuteDialog({ group }: DialogOf): ReactElement {
  const newest = Math.max(0, ...group.jobs.flatMap(({ versions }) => versions));
  const [until, setUntil] = useState<Until>('newVersion');
  const [version, setVersion] = useState<number | string>(newest + 1);
  const [why, setWhy] = useState('');
  return (
    <Dialog
      title="Mute this error"
      confirm="Mute"
      disabled={until === 'version' && !(Number(version) >= 1)}
      onConfirm={async () => {
        const body = bodyOf(until, Number(version), why);
        await ok(api.POST('/errors/{id}/mute', { ...ofId(group.id), body }));
        await refresh('errors');
        return 'The error is muted.';
      }}
    >
      <p>Its failures are still counted, but the error is no longer listed as open.</p>
      <Radio.Group
        label="Mute it"
        value={until}
        onChange={(next) => {
          setUntil(CHOICES.find(([value]) => value === next)?.[0] ?? 'newVersion');
        }}
      >
        <Stack gap={6} mt={4}>
          {CHOICES.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {until === 'version' && <NumberInput label="Version" min={1} value={version} onChange={setVersion} />}
      <TextInput label="Reason (optional)" value={why} onChange={typed(setWhy)} />
    </Dialog>
  );
}

function bodyOf(until: Until, version: number, why: string): Schemas['MuteErrorBody'] {
  if (until === 'version') return { until, version, why };
  if (until === 'newVersion' || until === 'forever') return { until, why };
  const days = until === 'day' ? 1 : 7;
  return { until: 'time', time: new Date(Date.now() + days * DAY_MS).toISOString(), why };
}

export function RedriveDialog({ group }: DialogOf): ReactElement {
  const request = { action: 'redrive', runs: { errorGroup: group.id }, dryRun: false } as const;
  const preview = useQuery({
    queryKey: ['bulk', 'preview', request],
    staleTime: 0,
    retry: false,
    queryFn: () => ok(api.POST('/bulk', { body: { ...request, dryRun: true } })),
  });
  const total = preview.data?.total;
  return (
    <Dialog
      title={total === undefined ? 'Run again' : `Run again: ${countText(total, 'run')}`}
      confirm="Run again"
      disabled={total === undefined || total === 0}
      onConfirm={async () => {
        const begun = await ok(api.POST('/bulk', { body: request }));
        const ended = await followed(begun.bulk, () => undefined);
        for (const key of ['errors', 'runs', 'totals']) await refresh(key);
        if (ended.refused > 0 || ended.state !== 'Completed') throw new Error(endText(ended));
        return `Runs started again: ${ended.done}.`;
      }}
    >
      <p>
        Each stored failed run of this error is run again, with the present version of its job. A run is run again only
        once: runs that were run again here before are not repeated.
      </p>
      {total === 0 && <p className="dim">No run is left to run again.</p>}
      <ProblemAlert error={preview.error} />
    </Dialog>
  );
}
