/** States of runs, jobs, attempts and indexes, in words and colour, never in colour alone. */
import type { ReactElement } from 'react';
import type { Schemas } from '../api/client.js';

export type Tone = 'good' | 'bad' | 'run' | 'wait' | 'warn' | 'off';
type Run = Pick<Schemas['Run'], 'state' | 'phase'>;

export const RUN_TONES: Readonly<Record<Run['state'], Tone>> = {
  QUEUED: 'wait',
  RUNNING: 'run',
  FINISHED: 'good',
  FAILED: 'bad',
  ABORTED: 'off',
  SKIPPED: 'off',
  MISSED: 'warn',
};

const PART_TONES: Readonly<Record<string, Tone>> = {
  pending: 'wait',
  running: 'run',
  terminating: 'warn',
  backoff: 'warn',
  succeeded: 'good',
  failed: 'bad',
};

interface Labelled {
  readonly tone: Tone;
  readonly children: string;
  readonly title?: string | undefined;
}

export const State = ({ tone, children, title }: Labelled): ReactElement => (
  <span className="state" data-tone={tone} title={title}>
    {children}
  </span>
);

export const RunState = ({ run }: { readonly run: Run }): ReactElement => (
  <State tone={RUN_TONES[run.state]}>{run.state === 'FINISHED' ? 'Completed' : run.phase}</State>
);

/** The state of an attempt or an index. */
export const PartState = ({ state, says }: { readonly state: string; readonly says?: string | null }): ReactElement => (
  <State tone={PART_TONES[state] ?? 'off'}>{says ?? state}</State>
);

type Job = Pick<Schemas['Job'], 'paused' | 'enabled' | 'status'>;

export function JobState({ job }: { readonly job: Job }): ReactElement {
  if (job.paused)
    return (
      <State tone="warn" title={job.paused.note ?? undefined}>
        {job.paused.archived ? 'Archived' : 'Paused'}
      </State>
    );
  if (!job.enabled) return <State tone="off">Disabled</State>;
  if (job.status.activeRuns > 0) return <State tone="run">{`${job.status.activeRuns} active`}</State>;
  if (job.status.queuedRuns > 0) return <State tone="wait">{`${job.status.queuedRuns} queued`}</State>;
  return <State tone="good">Enabled</State>;
}

export const isFinal = ({ state }: Pick<Run, 'state'>): boolean => state !== 'QUEUED' && state !== 'RUNNING';
