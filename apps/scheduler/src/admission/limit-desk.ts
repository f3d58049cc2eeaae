import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId, TenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { Instant } from '#common/domain/run.js';
import type { SharedPlace } from '#common/domain/shared-limit.js';
import { changeLimit, emptyLimit, type LimitOp } from '../core/change-limit.js';
import type { LimitBook } from '../ports.js';
import { KeyedBatches } from './keyed-batches.js';
import type { TenantLimits } from './tenant-limits.js';

/** Lost races for one document before the caller is told to come again. */
const MAX_TRIES = 50;

interface Request {
  readonly tenant: TenantId;
  readonly op: LimitOp;
}

/** The places of shared limits. All takes and releases that gather while one write is under way are the next one. */
export class LimitDesk {
  private readonly batches = new KeyedBatches<Request, Instant | null>((key, ops) => this.handle(key, ops));
  private wake: (key: string, places: readonly SharedPlace[]) => void = () => undefined;

  constructor(
    private readonly limits: LimitBook,
    private readonly sizes: TenantLimits,
    private readonly clock: Clock,
  ) {}

  /** Who is told when there is room for runs that wait. */
  onRoom(wake: (key: string, places: readonly SharedPlace[]) => void): void {
    this.wake = wake;
  }

  /**
   * Takes a place in every limit, in order, or in none. Gives null when all are taken, else the key of the one without room,
   * where the run waits its turn if it may.
   */
  async take(
    keys: readonly string[],
    request: { readonly tenant: TenantId; readonly run: RunId; readonly job: JobId; readonly join: boolean },
  ): Promise<string | null> {
    const { tenant, run, job, join } = request;
    const taken: { readonly key: string; readonly since: Instant }[] = [];
    for (const key of keys) {
      const since = await this.batches.submit(key, { tenant, op: { type: 'take', run, job, join } });
      if (since === null) {
        for (const place of taken) await this.change(place.key, tenant, { type: 'release', run, since: place.since });
        return key;
      }
      taken.push({ key, since });
    }
    return null;
  }

  /** The run neither holds nor awaits a place in these limits any more. */
  async release(keys: readonly string[], tenant: TenantId, run: RunId): Promise<void> {
    await Promise.all(keys.map((key) => this.batches.submit(key, { tenant, op: { type: 'release', run } })));
  }

  /** The run does not await a place in these limits any more; one that it has got meanwhile stays. */
  async leave(keys: readonly string[], tenant: TenantId, run: RunId): Promise<void> {
    await Promise.all(keys.map((key) => this.change(key, tenant, { type: 'leave', run })));
  }

  async change(key: string, tenant: TenantId, op: LimitOp): Promise<void> {
    await this.batches.submit(key, { tenant, op });
  }

  private async handle(key: string, requests: readonly Request[]): Promise<readonly (Instant | null)[]> {
    const [first] = requests;
    if (!first) return [];
    const ops = requests.map((request) => request.op);
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const size = await this.sizes.sizeOf(key, first.tenant);
      const stored = await this.limits.load(key);
      const limit = stored ?? emptyLimit(key, first.tenant);
      const change = changeLimit(limit, ops, size, this.clock.now());
      const saved =
        !change.changed ||
        (stored === null ? await this.limits.insert(change.next) : await this.limits.save(change.next, limit.rev));
      if (!saved) continue;
      if (change.woken.length > 0) this.wake(key, change.woken);
      return ops.map((op) => (op.type === 'take' ? (change.taken.get(op.run) ?? null) : null));
    }
    throw new AppError('UNAVAILABLE', `the limit ${key} is contended`);
  }
}
