/** The state of an error in words. */
import type { ReactElement } from 'react';
import type { Schemas } from '../api/client.js';
import { State, type Tone } from '../parts/state.js';

type Group = Schemas['ErrorGroup'];

const TONES: Readonly<Record<Group['state'], Tone>> = { open: 'bad', muted: 'off', quiet: 'off' };

export const ErrorState = ({ group: { state, mute } }: { readonly group: Group }): ReactElement => (
  <State tone={TONES[state]} title={mute === null ? undefined : `by ${mute.by}${mute.why && `: ${mute.why}`}`}>
    {state}
  </State>
);

export function reasonText({ reason, exitCode, httpStatus }: Group): string {
  if (httpStatus !== null) return `HTTP ${httpStatus}`;
  return exitCode === null ? reason : `${reason}, exit code ${exitCode}`;
}
