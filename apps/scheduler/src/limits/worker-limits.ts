/**
 * Answers executors that ask for their parts of the limits of workers. What they want is remembered for a few seconds, in memory: a
 * scheduler that has just got the shard learns it from their next requests, and until then takes nothing from anybody.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#common/clock/clock.js';
import { asWorkerId, type WorkerId } from '#common/domain/ids.js';
import {
  exchange,
  undivided,
  WORKER_LIMIT,
  type Demand,
  type DividedLimit,
  type Holder,
  type LimitTerms,
  type MembersView,
  type PartAnswer,
  type PartRequest,
} from '#common/limits/limit-parts.js';
import { KeyedLock } from '#common/runtime/keyed-lock.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { StoredWorker } from '#common/spec/definitions.js';

export interface LimitedWorkers {
  load(id: WorkerId): Promise<Pick<StoredWorker, 'spec'> | null>;
}

export interface WorkerLimitStores {
  readonly limits: {
    load(key: string): Promise<DividedLimit | null>;
    save(next: DividedLimit, expectedRev: number): Promise<boolean>;
  };
  readonly workers: LimitedWorkers;
}

const MAX_TRIES = 20;
/** A changed limit of a worker takes effect after at most this time. */
const TERMS_KEPT_MS = 5_000;
/** A holder that did not ask for this long wants nothing any more. */
const DEMAND_KEPT_MS = 5_000;
const MAX_KEPT = 10_000;
/** Replicas whose demands of one limit are remembered. */
const MAX_HOLDERS = 1_000;

type HeldDemand = Holder & Demand;

/** The limit as its worker defines it now; none if there is no such worker. */
export async function termsOf(workers: LimitedWorkers, key: string): Promise<LimitTerms> {
  const worker = await workers.load(asWorkerId(key.slice(WORKER_LIMIT.length)));
  const { maxActive = null, maxPerSecond = null } = worker?.spec.limits ?? {};
  return { maxActive, maxPerSecond };
}

export class WorkerLimits {
  private readonly terms: TtlCache<string, LimitTerms>;
  private readonly stored = new LRUCache<string, DividedLimit>({ max: MAX_KEPT });
  /** The last demand of each replica, by limit. */
  private readonly demands = new LRUCache<string, TtlCache<string, HeldDemand>>({ max: MAX_KEPT });
  private readonly lock = new KeyedLock<string>();

  constructor(
    private readonly stores: WorkerLimitStores,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {
    this.terms = new TtlCache(MAX_KEPT, TERMS_KEPT_MS, clock);
  }

  /** Answers for one limit. Throws UNAVAILABLE while it cannot be read or written. */
  async share(key: string, request: PartRequest, view: MembersView): Promise<PartAnswer> {
    return this.lock.run(key, () =>
      retryOnConflict(MAX_TRIES, `the limit ${key}`, async () => {
        const terms = await this.cachedTerms(key);
        const now = this.clock.now();
        const limit = this.stored.get(key) ?? (await this.stores.limits.load(key)) ?? undivided(key, terms, now);
        const others = this.note(key, request);
        const { next, answer } = exchange(limit, request, { terms, view, others, now });
        if (next !== limit && !(await this.stores.limits.save(next, limit.rev))) {
          this.stored.delete(key);
          return null;
        }
        this.stored.set(key, next);
        return answer;
      }),
    );
  }

  /** Remembers what the requester wants; returns what the others want. */
  private note(key: string, { replica, lease, inUse, waiting, least, rank, tokens }: PartRequest): HeldDemand[] {
    const ofLimit = this.demands.get(key) ?? new TtlCache<string, HeldDemand>(MAX_HOLDERS, DEMAND_KEPT_MS, this.clock);
    ofLimit.set(replica, { replica, lease, inUse, waiting, least, rank, tokens });
    this.demands.set(key, ofLimit);
    return [...ofLimit.values()].filter((each) => each.replica !== replica);
  }

  private async cachedTerms(key: string): Promise<LimitTerms> {
    const cached = this.terms.get(key);
    if (cached) return cached;
    const terms = await termsOf(this.stores.workers, key);
    this.terms.set(key, terms);
    return terms;
  }
}
