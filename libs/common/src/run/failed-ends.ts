/** Which ends of runs are failures. Pure. */
import type { RunState } from './phase.js';

/** A web service that was silent for too long: its run is aborted, so that it can be resumed, but nobody has asked for that. */
const SILENT = 'IdleTimeout';

/** How failures end: whoever lists or counts them takes both. `isFailure` says the same of one run. */
export const FAILED_ENDS = [{ state: 'FAILED' }, { state: 'ABORTED', reason: SILENT }] as const;

/** Whether the run ended as a failure: it counts wherever failures are listed. */
export const isFailure = ({ state, reason }: { readonly state: RunState; readonly reason: string }): boolean =>
  FAILED_ENDS.some((end) => end.state === state && (!('reason' in end) || end.reason === reason));
