import type { Clock } from '#common/clock/clock.js';
import type { RunId, TenantId } from '#common/domain/ids.js';
import type { SharedPermit } from '#common/domain/shared-limit.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { changeLimit, emptyLimit, type LimitOp } from '../core/change-limit.js';
import type { LimitStore } from '../ports.js';
import type { TenantLimits } from './tenant-limits.js';

/** Lost write races for one document before the caller gets UNAVAILABLE. */
export const MAX_TRIES = 50;
/** Operations on one document that share a write; the next batch waits for the one under way. */
export const BATCHES = { maxBatch: 1_000, maxUnderWay: 1, maxWaiting: 10_000 };

interface Request {
  readonly tenant: TenantId;
  readonly op: LimitOp;
}

/** Gives and takes back the permits of shared limits. All operations on one limit that arrive during a write are the next write. */
export class PermitAllocator {
  private readonly batches = new KeyedBatcher<string, Request, boolean>(
    (key, requests) => this.handle(key, requests),
    BATCHES,
  );
  private wake: (key: string, permits: readonly SharedPermit[]) => void = () => undefined;

  constructor(
    private readonly limits: LimitStore,
    private readonly sizes: TenantLimits,
    private readonly clock: Clock,
  ) {}

  /** Who is told when there is room for runs that wait. */
  onRoom(wake: (key: string, permits: readonly SharedPermit[]) => void): void {
    this.wake = wake;
  }

  /**
   * Takes a permit in every limit, in order, or in none. Gives null when all are taken, else the key of the one without room,
   * where the run waits its turn if it may.
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

  /** What the run holds and awaits in these limits for grants up to `upTo` is free. */
  async release(
    keys: readonly string[],
    tenant: TenantId,
    permit: { readonly run: RunId; readonly upTo: number },
  ): Promise<void> {
    await Promise.all(keys.map((key) => this.change(key, tenant, { type: 'release', ...permit })));
  }

  /** The run does not await a permit in these limits any more; one that it has got meanwhile stays. */
  async leave(keys: readonly string[], tenant: TenantId, run: RunId): Promise<void> {
    await Promise.all(keys.map((key) => this.change(key, tenant, { type: 'leave', run })));
  }

  async change(key: string, tenant: TenantId, op: LimitOp): Promise<void> {
    await this.batches.add(key, { tenant, op });
  }

  private async handle(key: string, requests: readonly Request[]): Promise<readonly boolean[]> {
    const [first] = requests;
    if (!first) return [];
    const ops = requests.map((request) => request.op);
    return retryOnConflict(MAX_TRIES, `the limit ${key} is contended`, async () => {
      const size = await this.sizes.sizeOf(key, first.tenant);
      const stored = await this.limits.load(key);
      const limit = stored ?? emptyLimit(key, first.tenant);
      const change = changeLimit(limit, ops, size, this.clock.now());
      const saved =
        !change.changed ||
        (stored === null ? await this.limits.insert(change.next) : await this.limits.save(change.next, limit.rev));
      if (!saved) return null;
      if (change.woken.length > 0) this.wake(key, change.woken);
      return ops.map((op) => op.type === 'take' && change.taken.has(op.run));
    });
  }
}
