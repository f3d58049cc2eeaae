/** Keeps the output that is read but not stored within bounds, over all attempts of the process. First come, first served. */
export class MemoryBudget {
  private freeBlocks: number;
  private readonly waiting: (() => void)[] = [];

  constructor(blocks: number) {
    this.freeBlocks = blocks;
  }

  /** True when readers wait: what is pending should be stored now rather than gathered. */
  get isTight(): boolean {
    return this.waiting.length > 0;
  }

  /** Resolves when one block is reserved. */
  async reserve(): Promise<void> {
    if (this.freeBlocks > 0) {
      this.freeBlocks--;
      return;
    }
    await new Promise<void>((admit) => {
      this.waiting.push(admit);
    });
  }

  release(blocks: number): void {
    for (let released = 0; released < blocks; released++) {
      const admit = this.waiting.shift();
      if (admit) admit();
      else this.freeBlocks++;
    }
  }
}

/** What one reader holds of the budget; given back as a whole whatever becomes of the reader. */
export class Reservation {
  /** Blocks that have arrived and are not stored. */
  private pending = 0;
  private admission: Promise<void> | null = null;
  /** A block is reserved that has not arrived. */
  private isAdmitted = false;
  private isClosed = false;

  constructor(private readonly budget: MemoryBudget) {}

  /** Reserves one block; until that block has arrived, asking again changes nothing. */
  admit(): Promise<void> {
    this.admission ??= this.budget.reserve().then(() => {
      if (this.isClosed) this.budget.release(1);
      else this.isAdmitted = true;
    });
    return this.admission;
  }

  /** A block has arrived. One that was not asked for counts for nothing. */
  arrived(): void {
    if (this.admission === null) return;
    this.admission = null;
    this.isAdmitted = false;
    this.pending++;
  }

  /** The blocks that have arrived so far, taken out of the count: to be handed to `release` when they are stored. */
  takePending(): number {
    const taken = this.pending;
    this.pending = 0;
    return taken;
  }

  release(blocks: number): void {
    this.budget.release(blocks);
  }

  /** Gives back what has not been taken out. */
  close(): void {
    this.isClosed = true;
    this.release(this.takePending() + (this.isAdmitted ? 1 : 0));
    this.isAdmitted = false;
  }
}
