/** The usage of start limits: live attempts, promised starts, and starts per second. */

/** A limit on starts; starts with the same `key` share it. */
export interface StartLimit {
  readonly key: string;
  /** Live attempts at once; null is no limit. Of a shared limit: in the whole installation. */
  readonly maxActive: number | null;
  /** Starts per second; null is no limit. Only shared limits have one. */
  readonly maxPerSecond: number | null;
  /** A limit of the installation, of which this replica has a part; absent: a limit of this replica. */
  readonly shared?: { readonly key: string; readonly percent: number };
}

/** The parts of shared limits that this replica has now. */
export interface SharedParts {
  /** How many attempts it may have at once; null is no limit. */
  unitsOf(key: string): number | null;
  /** How many starts it may make now; null is no limit. */
  tokensOf(key: string): number | null;
  spend(key: string, starts: number): void;
}

/** Live attempts of a run. */
export interface Live {
  /** All of them: they count in the limits of this replica. */
  readonly all: number;
  /** Those that this replica has claimed under its present lease: they count in its parts of shared limits. */
  readonly own: number;
}

export class LimitUsage {
  private readonly active = new Map<string, number>();
  private readonly promised = new Map<string, number>();

  constructor(private readonly parts: SharedParts) {}

  /** Adds to the live attempts; negative numbers subtract. */
  addActive(limits: readonly StartLimit[], { all, own }: Live): void {
    for (const { key, shared } of limits) addTo(this.active, key, shared ? own : all);
  }

  /** Reserves room for starts that are offered to a run; a negative count gives it back. */
  addPromised(limits: readonly StartLimit[], count: number): void {
    for (const { key } of limits) addTo(this.promised, key, count);
  }

  /** Counts starts in the limits per second. */
  spend(limits: readonly StartLimit[], count: number): void {
    for (const { key, maxPerSecond } of limits) if (maxPerSecond !== null) this.parts.spend(key, count);
  }

  /** How many attempts may be live here at once; null is no limit. */
  sizeOf({ maxActive, shared }: StartLimit): number | null {
    if (!shared || maxActive === null) return maxActive;
    const units = this.parts.unitsOf(shared.key);
    if (units === null || shared.percent === WHOLE) return units;
    return units === 0 ? 0 : Math.max(1, Math.floor((units * shared.percent) / WHOLE));
  }

  /** How many starts one limit allows now besides those that are promised. */
  room(limit: StartLimit): number {
    const promised = this.promised.get(limit.key) ?? 0;
    const size = this.sizeOf(limit) ?? Number.MAX_SAFE_INTEGER;
    const room = size - (this.active.get(limit.key) ?? 0) - promised;
    if (limit.maxPerSecond === null) return Math.max(0, room);
    const tokens = this.parts.tokensOf(limit.key) ?? Number.MAX_SAFE_INTEGER;
    return Math.max(0, Math.min(room, tokens - promised));
  }

  /** Live attempts, and promised starts, that count in the limit. */
  usedOf(key: string): { readonly active: number; readonly promised: number } {
    return { active: this.active.get(key) ?? 0, promised: this.promised.get(key) ?? 0 };
  }
}

/** Percent. */
export const WHOLE = 100;

function addTo(counts: Map<string, number>, key: string, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
