import type { Clock } from '#common/clock/clock.js';
import type { RunId, TenantId } from '#common/domain/ids.js';
import type { SharedPermit } from '#common/domain/shared-limit.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { changeLimit, emptyLimit, type LimitOp } from '../core/change-limit.js';
import { firstBlocked, placeOf } from '../core/turns.js';
import type { LimitStore } from '../ports.js';
import type { TenantLimits } from './tenant-limits.js';

/** The number of lost write races for one document after which the caller gets UNAVAILABLE. */
export const MAX_TRIES = 50;
/** Operations on one document that share a write; the next batch waits for the one under way. */
export const BATCHES = { maxBatch: 1_000, maxUnderWay: 1, maxWaiting: 10_000 };

interface Request {
  readonly tenant: TenantId;
  readonly op: LimitOp;
}

/** Gives and releases the permits of shared limits. Operations on one limit that arrive during a write become the next write. */
export class PermitAllocator {
  private readonly batches = new KeyedBatcher<string, Request, boolean>(
    (key, requests) => this.handle(key, requests),
    BATCHES,
  );
  private wake: (key: string, permits: readonly SharedPermit[]) => void = () => undefined;

  constructor(
    private readonly limits: LimitStore,
    private readonly terms: Pick<TenantLimits, 'keysFor' | 'termsOf'>,
    private readonly clock: Clock,
  ) {}

  /** Sets the function that is called when permits are free for waiting runs. */
  onRoom(wake: (key: string, permits: readonly SharedPermit[]) => void): void {
    this.wake = wake;
  }

  /** The shared limits of a job, in the order in which their permits are taken. */
  keysFor(state: ScheduleState): Promise<readonly string[]> {
    return this.terms.keysFor(state);
  }

  /**
   * Takes a permit in every limit, in order, or in none. Returns null when all are taken, else the key of the first full limit,
   * where the run joins the waiting list if it may.
   */
  async take(
    keys: readonly string[],
    { tenant, ...permit }: Omit<Extract<LimitOp, { type: 'take' }>, 'type'> & { readonly tenant: TenantId },
  ): Promise<string | null> {
    for (const [i, key] of keys.entries()) {
      if (await this.batches.add(key, { tenant, op: { type: 'take', ...permit } })) continue;
      await this.release(keys.slice(0, i), tenant, { run: permit.run, upTo: permit.grant });
      return key;
    }
    return null;
  }

  /** Releases the run's permits and waiting entries in these limits, for grants up to `upTo`. */
  async release(
    keys: readonly string[],
    tenant: TenantId,
    permit: { readonly run: RunId; readonly upTo: number },
  ): Promise<void> {
    await Promise.all(keys.map((key) => this.change(key, tenant, { type: 'release', ...permit })));
  }

  /** Removes the run from the waiting lists of these limits; a permit that it has got meanwhile stays. */
  async leave(keys: readonly string[], tenant: TenantId, run: RunId): Promise<void> {
    await Promise.all(keys.map((key) => this.change(key, tenant, { type: 'leave', run })));
  }

  /**
   * A run that was woken but has no permit of its job, or of its key, must not hold up others. The same applies to a run that waited for a
   * limit which no longer applies to its job: it would always be woken first and never take the permit.
   */
  async leaveInVain(state: ScheduleState, run: RunId, key: string): Promise<void> {
    const placed = state.holders.some((holder) => holder.run === run);
    const keys = await this.keysFor(state);
    const inVain = placed ? [key].filter((each) => !keys.includes(each)) : [...new Set([key, ...keys])];
    await this.leave(inVain, state.tenant, run);
    if (!placed && state.concurrency.perKey !== undefined) await this.listBlocked(state);
  }

  /**
   * Registers, for each shared limit that blocks runs of the job, the run that is next in turn. The runs behind it are blocked by the same
   * limit, and do not register themselves.
   */
  async listBlocked(state: ScheduleState): Promise<void> {
    for (const [key, waiter] of firstBlocked(state, this.clock.now()))
      await this.change(key, state.tenant, { type: 'join', ...placeOf(state, waiter) });
  }

  async change(key: string, tenant: TenantId, op: LimitOp): Promise<void> {
    await this.batches.add(key, { tenant, op });
  }

  private async handle(key: string, requests: readonly Request[]): Promise<readonly boolean[]> {
    const [first] = requests;
    if (!first) return [];
    const ops = requests.map((request) => request.op);
    return retryOnConflict(MAX_TRIES, `the limit ${key}`, async () => {
      const terms = await this.terms.termsOf(key, first.tenant);
      const stored = await this.limits.load(key);
      const limit = stored ?? emptyLimit(key, first.tenant);
      const change = changeLimit(limit, ops, terms, this.clock.now());
      const saved =
        !change.changed ||
        (stored === null ? await this.limits.insert(change.next) : await this.limits.save(change.next, limit.rev));
      if (!saved) return null;
      if (change.woken.length > 0) this.wake(key, change.woken);
      return ops.map((op) => op.type === 'take' && change.taken.has(op.run));
    });
  }
}
