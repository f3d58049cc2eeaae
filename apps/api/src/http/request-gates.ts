/**
 * Bounds the requests that are served at once. Callbacks of workers, changes, batches of changes and reads have a gate each, so that none
 * of them blocks the others; a request that cannot be served soon is answered 503 with `Retry-After`.
 */
import { systemClock } from '#common/clock/clock.js';
import { Gate, type GateCounts } from '#common/runtime/gate.js';
import { isMutating, type Route } from './route.js';

export const REQUEST_KINDS = ['callback', 'change', 'batch', 'read'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Requests that are served at once, and that wait for it; none waits for longer than `maxWaitMs`. */
const LIMITS: Readonly<Record<RequestKind, { atOnce: number; maxWaiting: number; maxWaitMs: number }>> = {
  callback: { atOnce: 128, maxWaiting: 512, maxWaitMs: 5_000 },
  change: { atOnce: 64, maxWaiting: 256, maxWaitMs: 5_000 },
  batch: { atOnce: 4, maxWaiting: 64, maxWaitMs: 5_000 },
  read: { atOnce: 32, maxWaiting: 256, maxWaitMs: 1_000 },
};

export class RequestGates {
  private readonly gates = new Map(REQUEST_KINDS.map((kind) => [kind, gateOf(kind)]));

  /** Serves the request when its turn comes. A stream counts until it has begun. Throws `Refused`. */
  async serve<T>(route: Route, work: () => Promise<T>): Promise<T> {
    const gate = this.gates.get(kindOf(route));
    return gate ? gate.run('normal', work) : work();
  }

  counts(kind: RequestKind): GateCounts | undefined {
    return this.gates.get(kind)?.counts;
  }
}

function kindOf(route: Route): RequestKind {
  if (route.access === 'attempt') return 'callback';
  if (route.isBatch) return 'batch';
  return isMutating(route) ? 'change' : 'read';
}

function gateOf(kind: RequestKind): Gate {
  const { atOnce, maxWaiting, maxWaitMs } = LIMITS[kind];
  const monotonic = (): number => systemClock.monotonic();
  return new Gate({ resource: `requests (${kind})`, limit: () => atOnce, maxWaiting, maxWaitMs, monotonic });
}
