/** A run that represents several requests: it is queued and takes further ones until its release (`apps/scheduler/src/gather`). */
import type { RunId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import type { Phase } from './phase.js';
import type { Trigger } from './trigger.js';

/** The reason of a run that takes further requests, by the rule of its job. */
export const GATHERING = { debounce: 'Debouncing', collect: 'Collecting' } as const;
export type GatheredBy = keyof typeof GATHERING;

/** One of the requests. */
export interface RequestMark {
  /** The id that a run of this request alone would have had: the audit names it. */
  readonly id: RunId;
  readonly at: Instant;
  readonly by: string | null;
  readonly trigger: Trigger;
}

export interface GatheredRequests {
  readonly by: GatheredBy;
  readonly key: string;
  /** The run takes further requests while it is queued; absent once it is released. */
  readonly open?: true;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly count: number;
  /** The first request, and the newest of the later ones. */
  readonly first: readonly RequestMark[];
  readonly last: readonly RequestMark[];
  /** Hashes of their ids, newest last and `PRINT_LENGTH` characters each: repeated requests are recognised by them. */
  readonly prints: string;
}

interface GatheringRun {
  readonly phase: Phase;
  readonly generation: number;
  readonly requests?: GatheredRequests | undefined;
}

/** True while the run takes further requests: not once it has ended, and not after it was resumed. */
export const isGathering = ({ phase, generation, requests }: GatheringRun): boolean =>
  phase === 'Queued' && generation === 0 && requests?.open === true;
