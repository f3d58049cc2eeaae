/** The keys of a job's runs while operations are applied to its document: which keys have room, and the token buckets of the rate. */
import type { Instant } from '#common/run/run.js';
import { fullTimes, keysHeld, roomAt, tokenReturned, tokenTaken } from '#common/schedule/key-limit.js';
import type { KeyBucket } from '#common/schedule/key-rule.js';
import type { Permit, ScheduleState } from '#common/schedule/schedule-state.js';

const NONE: readonly KeyBucket[] = [];

/** Waiting runs whose time has come and whose keys have no room. */
export function waitingForKeys(
  state: Pick<ScheduleState, 'concurrency' | 'holders' | 'queue' | 'keyBuckets'>,
  now: Instant,
): number {
  if (state.concurrency.perKey === undefined) return 0;
  const keys = new KeyPermits(state, now);
  return state.queue.filter(({ key, startAfter }) => startAfter <= now && !keys.hasRoom(key, state.holders)).length;
}

export class KeyPermits {
  private readonly fullAt: Map<string, Instant>;
  private counted: { readonly of: readonly Permit[]; readonly held: ReadonlyMap<string, number> } | null = null;
  private isChanged = false;

  constructor(
    private readonly state: Pick<ScheduleState, 'concurrency' | 'keyBuckets'>,
    private readonly now: Instant,
  ) {
    this.fullAt = fullTimes(state.keyBuckets);
  }

  /** The same array if nothing was taken or returned, and no bucket has become full. */
  get buckets(): readonly KeyBucket[] {
    if (!this.isChanged) return this.state.keyBuckets ?? NONE;
    return [...this.fullAt].map(([key, fullAt]) => ({ key, fullAt }));
  }

  hasRoom(key: string | undefined, holders: readonly Permit[]): boolean {
    const { perKey } = this.state.concurrency;
    if (perKey === undefined || key === undefined) return true;
    return roomAt(perKey, { held: this.heldBy(holders), fullAt: this.fullAt }, key) <= this.now;
  }

  /** The fields of a permit with this key; takes a token if there is a rate. */
  take(key: string | undefined): Pick<Permit, 'key' | 'tokenAt'> {
    const rate = this.state.concurrency.perKey?.rate ?? null;
    if (key === undefined) return {};
    if (rate === null) return { key };
    this.removeFull();
    this.fullAt.set(key, tokenTaken(rate, this.fullAt.get(key), this.now));
    this.isChanged = true;
    return { key, tokenAt: this.now };
  }

  /** Returns the permit of a run that will not start. */
  giveBack({ key, tokenAt: takenAt }: Permit): void {
    const rate = this.state.concurrency.perKey?.rate ?? null;
    const fullAt = key === undefined ? undefined : this.fullAt.get(key);
    if (rate === null || key === undefined || fullAt === undefined || takenAt === undefined) return;
    this.fullAt.set(key, tokenReturned(rate, fullAt, { takenAt, now: this.now }));
    this.isChanged = true;
    this.removeFull();
  }

  removeFull(): void {
    for (const [key, fullAt] of this.fullAt) {
      if (fullAt > this.now) continue;
      this.fullAt.delete(key);
      this.isChanged = true;
    }
  }

  private heldBy(holders: readonly Permit[]): ReadonlyMap<string, number> {
    if (this.counted?.of !== holders) this.counted = { of: holders, held: keysHeld(holders) };
    return this.counted.held;
  }
}
