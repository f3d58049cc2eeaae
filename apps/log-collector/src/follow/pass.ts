/** One pass over a source: from the last stored position to its end, to a stop, or until another writer is faster. */
import type { Clock } from '#common/clock/clock.js';
import { OVER } from '#common/clock/over.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { OutputSeal } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import type { OutputSource, SourceBlock, SourceEnd } from '../core/source.js';
import type { AttemptStore } from '../output/attempt-store.js';
import { BlockWriter, type WriterTools } from './block-writer.js';
import { Reservation, type MemoryBudget } from './memory-budget.js';

export interface FollowTools extends WriterTools {
  readonly budget: MemoryBudget;
}

/** The requests to a pass from outside. */
export interface PassOrders {
  readonly stop: AbortSignal;
  readonly attemptEnded: AbortSignal;
  /** True when the attempt has ended without ever having started: then nothing can be missing. */
  readonly neverStarted: () => boolean;
}

export type PassResult =
  { readonly kind: 'sealed'; readonly seal: OutputSeal } | { readonly kind: 'stopped' | 'outrun' };

const OUTRUN: PassResult = { kind: 'outrun' };

/** The memory of a line besides its text. */
const LINE_BYTES = 128;

const roomOf = ({ lines }: SourceBlock): number => lines.reduce((sum, { text }) => sum + text.length + LINE_BYTES, 0);

type Arrival = IteratorResult<SourceBlock, SourceEnd | undefined>;

export class Pass {
  private readonly over = new AbortController();

  private constructor(
    private readonly store: AttemptStore,
    private readonly writer: BlockWriter,
    private readonly reservation: Reservation,
    private readonly clock: Clock,
  ) {}

  static async begin(attempt: AttemptId, tools: FollowTools): Promise<Pass> {
    const store = await tools.outputs.load(attempt);
    const reservation = new Reservation(tools.budget);
    return new Pass(store, new BlockWriter(store, reservation, tools), reservation, tools.clock);
  }

  /** The time of the oldest line that is read but not stored; null when there is none. */
  get oldestUnstored(): Instant | null {
    return this.writer.oldestUnstored;
  }

  /** Lines of the source so far, including earlier passes. */
  get linesRead(): number {
    return this.writer.linesRead;
  }

  async run(source: Pick<OutputSource, 'read'>, orders: PassOrders): Promise<PassResult> {
    const { attempt, seal, tail } = this.store;
    if (seal !== null) return { kind: 'sealed', seal };
    const blocks = source.read(attempt, tail.progress.position, {
      stop: AbortSignal.any([orders.stop, this.over.signal]),
      attemptEnded: orders.attemptEnded,
      admit: () => this.reservation.admit(),
    });
    try {
      return await this.pump(blocks, orders);
    } finally {
      this.over.abort(OVER);
      await this.writer.close();
      this.reservation.close();
      await blocks.return(undefined);
    }
  }

  private async pump(
    blocks: AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined>,
    orders: PassOrders,
  ): Promise<PassResult> {
    let next = blocks.next();
    for (;;) {
      const arrival = await this.nextOrDue(next);
      if (arrival === 'due') {
        if (!(await this.writer.flush())) return OUTRUN;
        continue;
      }
      if (arrival.done) return this.finish(arrival.value, orders);
      this.reservation.arrived(roomOf(arrival.value));
      // The next block is read while this one is processed and stored.
      next = blocks.next();
      next.catch(() => undefined);
      if (!(await this.writer.take(arrival.value))) return OUTRUN;
    }
  }

  /** The next block, or `due` when pending lines have waited for long enough. */
  private async nextOrDue(next: Promise<Arrival>): Promise<Arrival | 'due'> {
    const dueInMs = this.writer.flushDueInMs;
    if (dueInMs === null) return next;
    let cancel: () => void = () => undefined;
    const due = new Promise<'due'>((resolve) => {
      cancel = this.clock.after(dueInMs, () => {
        resolve('due');
      });
    });
    try {
      return await Promise.race([next, due]);
    } finally {
      cancel();
    }
  }

  private async finish(end: SourceEnd | undefined, { neverStarted }: PassOrders): Promise<PassResult> {
    if (end === undefined) return (await this.writer.flushAll()) ? { kind: 'stopped' } : OUTRUN;
    const { isEmpty } = this.writer;
    const gap = isEmpty && neverStarted() ? null : end.gap;
    if (isEmpty && gap === null) return { kind: 'sealed', seal: { complete: true, reason: null } };
    const seal = await this.writer.seal(gap);
    return seal === null ? OUTRUN : { kind: 'sealed', seal };
  }
}
