/** Who is answerable for the answer to a start: its worker, or Carillon and what the installation gives it. */
import type { StartResult } from '../engines/engine.js';
import { REASONS } from './reasons.js';

/**
 * `accepted`: the worker has got the start, whatever it made of it. `refused`: by the worker, or because of what a user has defined.
 * `failed`: Carillon, or what it depends on, could not send the start.
 */
export const START_OUTCOMES = ['accepted', 'refused', 'failed'] as const;
export type StartOutcome = (typeof START_OUTCOMES)[number];

/** Reasons that no worker and no definition of a user can cause. */
const OWN_REASONS: ReadonlySet<string> = new Set([
  // Keys, providers and stores of the installation.
  REASONS.SecretUnreadable,
  REASONS.SecretsUnavailable,
  REASONS.EngineUnavailable,
  'NotPrepared',
  // The cluster, and the account of the executor there.
  'ApiServerUnavailable',
  'TooManyRequests',
  'Unauthorized',
  'Forbidden',
  'NamesTaken',
  // The host of processes.
  'SpoolUnavailable',
  'SpoolTaken',
  'SpawnFailed',
  'UserTaken',
  'HostOutOfProcesses',
  'HostOutOfMemory',
  'HostOutOfFiles',
]);

/** Null: nothing was sent, and the attempt is claimed again at once. */
export function startOutcome(result: StartResult): StartOutcome | null {
  switch (result.type) {
    case 'started':
    case 'created':
    case 'alreadyStarted':
      return 'accepted';
    case 'notSent':
      return null;
    case 'failed':
      return OWN_REASONS.has(result.end.reason) ? 'failed' : 'accepted';
    case 'refused':
    case 'inDoubt':
      return OWN_REASONS.has(result.reason) ? 'failed' : 'refused';
  }
}
