/** Counts wrong secrets by their source address, and locks out addresses that have sent too many. */
import { LRUCache } from 'lru-cache';

/** Wrong secrets are counted over this time, and an address that has sent too many is locked out for the same time. */
const WINDOW_MS = 60_000;
/** Addresses, and credentials proven there, that are remembered; the least recently used are forgotten first. */
const MAX_ADDRESSES = 20_000;
const MAX_PROVEN = 20_000;

interface Count {
  readonly wrong: number;
  /** When the count begins again: the end of the window, or of the lockout. */
  readonly until: number;
}

export class WrongSecrets {
  private readonly counts = new LRUCache<string, Count>({ max: MAX_ADDRESSES });
  private readonly proven = new LRUCache<string, true>({ max: MAX_PROVEN });

  /** `after`: wrong secrets per minute that lock an address out; 0 is never. */
  constructor(private readonly after: number) {}

  /**
   * For how many milliseconds the address may not try this credential; 0 if it may. A credential that was right from this address before
   * is always tried: others behind the same address cannot lock its owner out.
   */
  lockedForMs(address: string, credential: string, now: number): number {
    const count = this.countAt(address, now);
    const isLocked = this.after > 0 && count.wrong >= this.after;
    return isLocked && !this.proven.has(`${address} ${credential}`) ? count.until - now : 0;
  }

  wrong(address: string, now: number): void {
    const { wrong, until } = this.countAt(address, now);
    const locks = wrong + 1 === this.after;
    this.counts.set(address, { wrong: wrong + 1, until: locks ? now + WINDOW_MS : until });
  }

  right(address: string, credential: string): void {
    this.proven.set(`${address} ${credential}`, true);
  }

  private countAt(address: string, now: number): Count {
    const count = this.counts.get(address);
    return count && count.until > now ? count : { wrong: 0, until: now + WINDOW_MS };
  }
}
