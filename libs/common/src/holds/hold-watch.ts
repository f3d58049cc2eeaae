/**
 * The holds as a service knows them: they are read every second, and every two seconds while the service is at rest. A service that could not read
 * them for a few seconds, because the database or the service itself stood still, treats every tenant as held until it has read them. So a hold is
 * effective a few seconds after it was set, regardless of the speed of any process.
 */
import type { Clock } from '../clock/clock.js';
import { EVERYBODY, type Hold, type HoldScope } from '../domain/hold.js';
import type { Logger } from '../logging/logger.js';
import type { Instant } from '../run/run.js';
import type { Calm } from '../runtime/calm.js';
import { SweepLoop } from '../runtime/sweep-loop.js';

const READ_EVERY_MS = 1_000;
/** Holds that were read longer ago than this count as unknown. */
export const MAX_HOLD_AGE_MS = 5_000;

/** The questions of the code that admits or starts runs. */
export interface Holds {
  isHeld(scope: HoldScope, tenant: string): boolean;
  isEverybodyHeld(scope: HoldScope): boolean;
  /** Tenants that are held one by one. */
  heldTenants(scope: HoldScope): readonly string[];
  /** Slots up to this instant have run already; null where there is no such instant. */
  skipUntil(tenant: string): Instant | null;
}

/** For tests and tools: nothing is ever held. */
export const NO_HOLDS: Holds = {
  isHeld: () => false,
  isEverybodyHeld: () => false,
  heldTenants: () => [],
  skipUntil: () => null,
};

export class HoldWatch implements Holds {
  private holds: ReadonlyMap<string, Hold> = new Map();
  private readAt = -Infinity;
  private readonly reading: SweepLoop;

  constructor(
    private readonly store: { all(): Promise<Hold[]> },
    private readonly tools: {
      readonly clock: Pick<Clock, 'monotonic' | 'after'>;
      readonly log: Logger;
      /** Without it the rests of the service are unknown. */
      readonly calm?: Pick<Calm, 'isCalm'> | undefined;
    },
  ) {
    const { clock, log } = tools;
    this.reading = new SweepLoop('holds', () => this.readInTime(), READ_EVERY_MS, { clock, log });
  }

  /** Resolves when holds are known, or cannot be read yet: then they are tried again, and everything is held until then. */
  async start(): Promise<void> {
    await this.read().catch(() => undefined);
    this.reading.start();
  }

  async stop(): Promise<void> {
    await this.reading.stop();
  }

  /** False: the holds are unknown at this moment, and every tenant counts as held. */
  get isKnown(): boolean {
    return this.tools.clock.monotonic() - this.readAt <= MAX_HOLD_AGE_MS;
  }

  isHeld(scope: HoldScope, tenant: string): boolean {
    return this.isEverybodyHeld(scope) || this.holds.get(tenant)?.scopes.includes(scope) === true;
  }

  isEverybodyHeld(scope: HoldScope): boolean {
    return !this.isKnown || this.holds.get(EVERYBODY)?.scopes.includes(scope) === true;
  }

  heldTenants(scope: HoldScope): readonly string[] {
    return [...this.holds.values()].flatMap(({ tenant, scopes }) =>
      tenant !== EVERYBODY && scopes.includes(scope) ? [tenant] : [],
    );
  }

  skipUntil(tenant: string): Instant | null {
    const instants = [EVERYBODY, tenant].flatMap((each) => this.holds.get(each)?.skipUntil ?? []);
    return instants.length === 0 ? null : Math.max(...instants);
  }

  /** While the service is at rest, every second read is skipped. */
  private async readInTime(): Promise<void> {
    const ageMs = this.tools.clock.monotonic() - this.readAt;
    if (this.tools.calm?.isCalm === true && ageMs < 2 * READ_EVERY_MS) return;
    await this.read();
  }

  /** A read counts from the time of its request, because the holds may have changed since. */
  private async read(): Promise<void> {
    const askedAt = this.tools.clock.monotonic();
    const holds = await this.store.all();
    this.holds = new Map(holds.map((hold) => [hold.tenant, hold]));
    this.readAt = askedAt;
  }
}
