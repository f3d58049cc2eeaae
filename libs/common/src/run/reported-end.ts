/** The ends of attempts that their web-service workers have reported. Pure. */
import type { AttemptEnd } from './run.js';

/** The reason of such an end. */
export const REPORTED = 'Reported';

/** True when a final status repeats the one by which the attempt has ended: that of another end comes too late. */
export const isReportedAgain = (
  end: Pick<AttemptEnd, 'result' | 'reason'> | null,
  state: 'RUNNING' | 'FINISHED' | 'FAILED',
): boolean =>
  end?.reason === REPORTED && state !== 'RUNNING' && end.result === (state === 'FINISHED' ? 'succeeded' : 'failed');
