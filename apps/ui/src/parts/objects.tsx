/** Objects of the API in a few words: links to them, and their states, in colour but never in colour alone. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { shortId } from './short-id.js';

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

/** The words for states, as in the table of the glossary. */
export const RUN_TEXTS: Readonly<Record<Run['state'], string>> = {
  QUEUED: 'Queued',
  RUNNING: 'Active',
  FINISHED: 'Completed',
  FAILED: 'Failed',
  ABORTED: 'Aborted',
  SKIPPED: 'Skipped',
  MISSED: 'Missed',
};

/** The word for a phase, which is more exact than the state. */
export const phaseText = ({ state, phase }: Run): string => (state === 'FINISHED' ? RUN_TEXTS.FINISHED : phase);

/** An index of an ended run that has not begun never will. */
export const partText = (state: string, isOver = false): string =>
  isOver && state === 'pending' ? 'Not run' : (PART_TEXTS[state] ?? state);

const PART_TEXTS: Readonly<Record<string, string>> = {
  pending: 'Pending',
  running: 'Running',
  terminating: 'Terminating',
  backoff: 'Backoff',
  succeeded: 'Completed',
  failed: 'Failed',
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
  <State tone={RUN_TONES[run.state]}>{phaseText(run)}</State>
);

/** The state of an attempt or an index. */
export const PartState = ({ state, says }: { readonly state: string; readonly says?: string | null }): ReactElement => (
  <State tone={PART_TONES[state] ?? 'off'}>{says ?? partText(state)}</State>
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

export type SlotFlag = Schemas['ListSlotsAnswer']['slots'][number]['flags'][number];

const FLAGS: Readonly<Record<SlotFlag, string>> = {
  'dst-gap': 'moved: a clock change skips this time',
  'dst-overlap': 'this hour occurs twice',
  excluded: 'excluded by a calendar',
  'outside-window': 'outside of the windows',
  'moved-to-window': 'moved to the next window',
  'moved-by-calendar': 'moved by a calendar',
  'too-soon': 'too soon after the previous slot',
};

/** True for a slot that never gets a run. */
export const isLeftOut = (flags: readonly SlotFlag[]): boolean =>
  flags.includes('excluded') || flags.includes('too-soon');

export const SlotFlags = ({ flags }: { readonly flags: readonly SlotFlag[] }): ReactElement => (
  <>
    {flags
      // Slots that the windows exclude have both flags.
      .filter((flag) => flag !== 'excluded' || !flags.includes('outside-window'))
      .map((flag) => (
        <span key={flag} className="label">
          {FLAGS[flag]}
        </span>
      ))}
  </>
);

/** "OOMKilled: the container used more memory than its limit". */
export const reasonText = ({
  reason,
  message,
}: {
  readonly reason: string | null;
  readonly message: string | null;
}): string => [reason, message].filter(Boolean).join(': ');

export const JobLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/jobs/$id" params={{ id }}>
    {children ?? id}
  </Link>
);

export const RunLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/runs/$id" params={{ id }} className="mono nowrap" title={id}>
    {children ?? shortId(id)}
  </Link>
);

/** The state of what watches, which leads to the open incidents while there is one. */
export const OpenIncidentsLink = ({
  isOpen,
  children,
}: {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}): ReactElement =>
  isOpen ? (
    <Link to="/incidents" search={{ state: 'open' }}>
      {children}
    </Link>
  ) : (
    <>{children}</>
  );

export const ErrorLink = ({ id, children }: { readonly id: string; readonly children: ReactNode }): ReactElement => (
  <Link to="/errors/$id" params={{ id }}>
    {children}
  </Link>
);
