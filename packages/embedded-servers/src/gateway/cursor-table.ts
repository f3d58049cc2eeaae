/** The position of an open cursor. Its rows are in a file of the engine, so any session can serve the next page. */
export interface OpenCursor {
  continuation: Buffer;
  database: string;
}

/** Cursors unused for this long are dropped, as in MongoDB. */
const IDLE_LIMIT_MS = 600_000;
const MAX_CURSORS = 4_000;

/** The cursors that clients have not read to the end; of too many the least recently used are dropped first. */
export class CursorTable {
  private readonly cursors = new Map<bigint, OpenCursor & { usedAt: number }>();

  constructor(private readonly now: () => number) {}

  /** Also moves the cursor on after a page. */
  open(id: bigint, cursor: OpenCursor): void {
    if (id === 0n) return;
    const usedAt = this.now();
    this.cursors.delete(id);
    for (const [old, { usedAt: before }] of this.cursors) {
      if (this.cursors.size < MAX_CURSORS && usedAt - before < IDLE_LIMIT_MS) break;
      this.cursors.delete(old);
    }
    const { continuation, database } = cursor;
    this.cursors.set(id, { continuation: Buffer.from(continuation), database, usedAt });
  }

  get(id: bigint): OpenCursor | undefined {
    return this.cursors.get(id);
  }

  forget(ids: bigint[]): void {
    for (const id of ids) this.cursors.delete(id);
  }

  get size(): number {
    return this.cursors.size;
  }
}
