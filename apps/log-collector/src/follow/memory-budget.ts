/**
 * Bounds the output that is read but not stored, over all attempts of the process; first come, first served. A reader reserves a whole
 * block before it reads and keeps only the size of the block that arrived: lines mostly arrive one by one and must not block other
 * readers.
 */
import { MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';

export class MemoryBudget {
  private readonly waiting: (() => void)[] = [];

  /** `freeBytes`: room for at least one block. */
  constructor(private freeBytes: number) {
    this.freeBytes = Math.max(freeBytes, MAX_SOURCE_BLOCK_BYTES);
  }

  /** True when readers wait: pending output should be stored now instead of being collected. */
  get isTight(): boolean {
    return this.waiting.length > 0;
  }

  /** Resolves when there is room for one block. */
  async reserve(): Promise<void> {
    if (this.waiting.length === 0 && this.takeBlock()) return;
    await new Promise<void>((admit) => {
      this.waiting.push(admit);
    });
  }

  release(bytes: number): void {
    this.freeBytes += bytes;
    while (this.waiting.length > 0 && this.takeBlock()) this.waiting.shift()?.();
  }

  private takeBlock(): boolean {
    if (this.freeBytes < MAX_SOURCE_BLOCK_BYTES) return false;
    this.freeBytes -= MAX_SOURCE_BLOCK_BYTES;
    return true;
  }
}

/** The part of the budget that one reader holds; all of it is given back when the reader ends in any way. */
export class Reservation {
  /** Bytes that have arrived and are not stored. */
  private pending = 0;
  private admission: Promise<void> | null = null;
  /** A block is reserved that has not arrived. */
  private isAdmitted = false;
  private isClosed = false;

  constructor(private readonly budget: MemoryBudget) {}

  get isTight(): boolean {
    return this.budget.isTight;
  }

  /** Reserves one block; until that block has arrived, another call changes nothing. */
  admit(): Promise<void> {
    this.admission ??= this.budget.reserve().then(() => {
      if (this.isClosed) this.budget.release(MAX_SOURCE_BLOCK_BYTES);
      else this.isAdmitted = true;
    });
    return this.admission;
  }

  /** Notes that a block of this many bytes has arrived. A block that was not reserved does not count. */
  arrived(bytes: number): void {
    if (this.admission === null) return;
    this.admission = null;
    this.isAdmitted = false;
    const taken = Math.min(bytes, MAX_SOURCE_BLOCK_BYTES);
    this.pending += taken;
    this.budget.release(MAX_SOURCE_BLOCK_BYTES - taken);
  }

  /** The bytes that have arrived so far, removed from the count: to be passed to `release` when they are stored. */
  takePending(): number {
    const taken = this.pending;
    this.pending = 0;
    return taken;
  }

  release(bytes: number): void {
    this.budget.release(bytes);
  }

  /** Gives back the rest. */
  close(): void {
    this.isClosed = true;
    this.release(this.takePending() + (this.isAdmitted ? MAX_SOURCE_BLOCK_BYTES : 0));
    this.isAdmitted = false;
  }
}
