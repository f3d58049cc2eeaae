/** A notice of each event with made-up values, for previews and tests of channels. Pure. */
import type { Instant } from '../domain/instant.js';
import { isFailure } from '../run/failed-ends.js';
import type { NoticeBody } from '../spec/notify.js';
import type { NoticeEvent } from './notice-events.js';

/** The events that can be shown; `test` is the message that says of itself that it is a test. */
export type SampleEvent = NoticeEvent | 'test';

const HOUR_MS = 3_600_000;

export interface SampleOf {
  readonly id: string;
  readonly tenant: string;
  readonly now: Instant;
  /** The address of the web UI. */
  readonly uiBase: string;
}

const MESSAGES: Readonly<Record<NoticeEvent, string>> = {
  failed: 'failed: exit code 3',
  missed: 'missed: the starting deadline has passed',
  late: 'its slot was recorded 75 s late',
  long: 'takes longer than 3600 s',
  recovered: 'succeeded again',
  started: 'started',
  succeeded: 'succeeded',
};

/** `message`: what a test says. */
export function sampleNotice(on: SampleEvent, { id, tenant, now, uiBase }: SampleOf, message: string): NoticeBody {
  const at = new Date(now).toISOString();
  const common = { id, on, at, tenant, job: 'test', missed: null };
  if (on === 'test') return { ...common, jobName: 'Test', run: null, message };
  const before = new Date(now - HOUR_MS).toISOString();
  const said = { ...common, jobName: 'Nightly billing', message: `Nightly billing: ${MESSAGES[on]}` };
  if (on === 'missed') {
    const missed = { from: before, to: at, count: 2, reason: 'StartingDeadline' };
    return { ...said, run: null, missed };
  }
  const [state, phase, reason] = STATES[on];
  const url = `${uiBase}/#/runs/test`;
  const hasFailed = isFailure({ state, reason });
  const run = {
    id: 'test',
    state,
    phase,
    reason,
    message: hasFailed ? 'exit code 3' : '',
    scheduledFor: before,
    createdAt: before,
    started: before,
    finished: state === 'RUNNING' ? null : at,
    exitCode: state === 'RUNNING' ? null : hasFailed ? 3 : 0,
    url,
    ...(hasFailed && { errorUrl: `${url}?at=error` }),
  };
  return { ...said, run };
}

const RUNNING = ['RUNNING', 'Running', ''] as const;
const COMPLETED = ['FINISHED', 'Completed', 'Completed'] as const;
const STATES = {
  failed: ['FAILED', 'Failed', 'IndexFailed'],
  late: RUNNING,
  long: RUNNING,
  started: RUNNING,
  recovered: COMPLETED,
  succeeded: COMPLETED,
} as const;
