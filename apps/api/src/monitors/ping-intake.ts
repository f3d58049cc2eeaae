/** Takes pings of monitors: stored before they are answered, applied by the executor that owns the monitor. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { secretMask } from '#common/domain/secret-mask.js';
import { MAX_PING_KEPT_BYTES, MAX_PINGS_PER_SECOND } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { MonitorsStore } from '#common/mongo/monitors.store.js';
import { pingId, type PingsStore } from '#common/mongo/pings.store.js';
import type { PingKind } from '#common/watch/monitor.js';
import { RateLimiter } from '../http/core/rate-limiter.js';
import { pingHashOf } from './monitor.keeper.js';

export interface AskedPing {
  readonly token: string;
  readonly kind: PingKind;
  readonly exitCode: number | null;
  readonly text: string;
  readonly address: string;
}

const DISTINCT_BYTES = 6;
const MS = 1_000;

export class PingIntake {
  private readonly limiter = new RateLimiter({ perSecond: MAX_PINGS_PER_SECOND, burst: 2 * MAX_PINGS_PER_SECOND });

  constructor(
    private readonly stores: {
      readonly monitors: Pick<MonitorsStore, 'byPing'>;
      readonly pings: Pick<PingsStore, 'add'>;
    },
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
    private readonly metrics: Pick<Metrics, 'pings'>,
  ) {}

  /** Resolves when it is stored. Throws NOT_FOUND for an unknown address, TOO_MANY_REQUESTS for an address that is pinged too often. */
  async take({ token, kind, exitCode, text, address }: AskedPing): Promise<void> {
    const monitor = await this.stores.monitors.byPing(pingHashOf(token));
    if (monitor === null) {
      this.metrics.pings.inc({ result: 'unknown' });
      throw new AppError('NOT_FOUND', 'the address does not exist');
    }
    const { uid, tenant, shard, id } = monitor;
    const standing = this.limiter.take(uid, this.clock.monotonic());
    if (!standing.allowed) {
      this.metrics.pings.inc({ result: 'limited' });
      const retryAfterSeconds = Math.ceil(standing.resetMs / MS);
      throw new AppError('TOO_MANY_REQUESTS', `the limit of ${MAX_PINGS_PER_SECOND} pings a second is exceeded`, {
        retryAfterSeconds,
      });
    }
    const at = this.clock.now();
    await this.stores.pings.add({
      id: pingId(uid, at, randomBytes(DISTINCT_BYTES).toString('hex')),
      at,
      kind,
      exitCode,
      uid,
      tenant,
      monitor: id,
      shard,
      address,
      text: keptText(secretMask([token]).hideIn(text)),
    });
    this.metrics.pings.inc({ result: kind });
  }
}

/** The beginning of the text, without NUL and without half a character at the cut. */
const keptText = (text: string): string =>
  Buffer.from(text.replaceAll('\u0000', ''))
    .subarray(0, MAX_PING_KEPT_BYTES)
    .toString()
    .replace(/\ufffd+$/, '');
