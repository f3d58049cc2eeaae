import { contracts, type Payload } from '#common/messages/registry.js';
import { asAttemptId, parseAttemptId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { StoredLine } from '#common/run/output.js';
import type { Run } from '#common/run/run.js';
import type { LogRange, LogSelection } from '#common/mongo/log-reader.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { Nats } from '#common/nats/nats.js';
import { Feed } from '../events/feed.js';
import type { RunFeed } from '../events/run-feed.js';
import type { AllLogs, PlacedSelection } from './all-logs.js';
import { LineCursor } from './core/line-cursor.js';
import type { LogCursor } from './core/log-cursor.js';

/** One message to a follower: how many lines `tail` has left out, lines with the cursor after them, no lines for a while, or the end. */
export type LogNews =
  | { readonly kind: 'omitted'; readonly lines: number }
  | { readonly kind: 'lines'; readonly lines: readonly StoredLine[]; readonly cursor: LogCursor }
  | { readonly kind: 'quiet' }
  | { readonly kind: 'end'; readonly run: Run };

/** The place in the log at which following begins. */
export interface FollowFrom {
  readonly selection: PlacedSelection;
  readonly since?: number | undefined;
  /** Following begins with this many newest lines. */
  readonly tail?: number | undefined;
  /** The lines that were seen already; replaces `tail`. */
  readonly cursor: LogCursor | null;
}

type LiveLines = Payload<'liveLog'>;
/** Live lines, or the fact that the run has changed. */
type Signal = LiveLines | 'changed';

/** A quiet log is read from the store this often, in case a live line was lost. */
const LOOK_UP_MS = 5_000;
/** A hole is filled by the store, which is at most two seconds behind. */
const FILL_HOLE_MS = 500;

/** Follows a run's log: the stored lines, then new ones, until the run has ended and all lines were read. */
export class LogStream {
  constructor(
    private readonly reader: Pick<AllLogs, 'read' | 'tail' | 'lastSeqs'>,
    private readonly runs: Pick<RunReads, 'get'>,
    private readonly feed: Pick<RunFeed, 'pass'>,
    private readonly nats: Pick<Nats, 'listen'>,
  ) {}

  /** Follows from now on; `leave` ends it, and must be called. Throws TOO_MANY_REQUESTS. */
  follow(run: Run, from: FollowFrom): { news: AsyncGenerator<LogNews, void, undefined>; leave: () => void } {
    const signals = new Feed<Signal>();
    // The stream listens before the store is read, so that no line is lost between the two.
    const leave = this.listen(run, signals);
    return { news: this.news(run, from, signals), leave };
  }

  private async *news(run: Run, from: FollowFrom, signals: Feed<Signal>): AsyncGenerator<LogNews, void, undefined> {
    const cursor = new LineCursor(await this.startingCursor(from));
    yield* this.newest(from, cursor);
    yield* this.stored(from, cursor);
    yield* this.livePart({ run, from, cursor, signals });
  }

  private listen(run: Run, signals: Feed<Signal>): () => void {
    const leave = this.feed.pass((change) => change.run === run.id, {
      push: () => signals.push('changed'),
      end: () => {
        signals.end();
      },
    });
    const stopListening = this.nats.listen(contracts.liveLog, { run: run.id }, (lines) => void signals.push(lines));
    return () => {
      stopListening();
      leave();
    };
  }

  private async *livePart(part: {
    readonly run: Run;
    readonly from: FollowFrom;
    readonly cursor: LineCursor;
    readonly signals: Feed<Signal>;
  }): AsyncGenerator<LogNews, void, undefined> {
    const { run, from, cursor, signals } = part;
    for (let mayHaveEnded = true; ;) {
      const ended = mayHaveEnded ? await this.endOf(run) : null;
      if (ended) {
        // A run is final only after its output is sealed, so these are all its lines.
        yield* this.stored(from, cursor);
        yield { kind: 'end', run: ended };
        return;
      }
      const heard = await signals.take(cursor.hasHole ? FILL_HOLE_MS : LOOK_UP_MS);
      if (heard === null) return;
      const quiet = heard.length === 0;
      const lines = linesOf(heard, from.selection, cursor);
      if (lines.length > 0) yield { kind: 'lines', lines, cursor: cursor.cursor };
      if (cursor.hasHole || quiet) {
        yield* this.stored(from, cursor);
        const held = cursor.takeHeld();
        if (held.length > 0) yield { kind: 'lines', lines: held, cursor: cursor.cursor };
      }
      if (quiet) yield { kind: 'quiet' };
      mayHaveEnded = quiet || heard.includes('changed');
    }
  }

  /** The run as it ended, also if it was removed meanwhile; null while it is under way. */
  private async endOf(run: Run): Promise<Run | null> {
    const present = await this.runs.get(run.id);
    if (!present) return run;
    return isFinal(present.phase) ? present : null;
  }

  private async startingCursor({ cursor, tail, selection }: FollowFrom): Promise<LogCursor> {
    if (cursor) return cursor;
    return tail === undefined ? new Map() : this.reader.lastSeqs(selection);
  }

  /** The newest lines, if only these are requested. */
  private async *newest(from: FollowFrom, cursor: LineCursor): AsyncGenerator<LogNews, void, undefined> {
    if (from.tail === undefined || from.cursor !== null) return;
    const lines = await this.reader.tail(from.selection, from.tail, rangeOf(from, null));
    // These include lines that were stored after the cursor was taken, which must not be sent again.
    cursor.takeStored(lines);
    if (from.since === undefined) yield { kind: 'omitted', lines: omittedBefore(lines, cursor.cursor) };
    if (lines.length > 0) yield { kind: 'lines', lines, cursor: cursor.cursor };
  }

  private async *stored(from: FollowFrom, cursor: LineCursor): AsyncGenerator<LogNews, void, undefined> {
    for await (const block of this.reader.read(from.selection, rangeOf(from, cursor.cursor))) {
      if (block.length === 0) continue;
      const lines = cursor.takeStored(block);
      if (lines.length > 0) yield { kind: 'lines', lines, cursor: cursor.cursor };
    }
  }
}

const rangeOf = ({ since }: FollowFrom, after: LogCursor | null): LogRange => ({
  since,
  ...(after === null ? {} : { after }),
});

/** How many lines come before the newest ones: the lines of each attempt are numbered from 1 without holes. */
const omittedBefore = (newest: readonly StoredLine[], after: LogCursor): number =>
  [...after.values()].reduce((sum, last) => sum + last, 0) - newest.length;

const linesOf = (heard: readonly Signal[], selection: LogSelection, cursor: LineCursor): StoredLine[] =>
  heard
    .filter((signal) => signal !== 'changed')
    .filter(inSelection(selection))
    .flatMap((message) => cursor.takeLive(asAttemptId(message.attempt), message.lines));

const inSelection =
  ({ task, index, attempt }: LogSelection): ((message: LiveLines) => boolean) =>
  (message) => {
    const key = parseAttemptId(message.attempt);
    return (
      key !== null &&
      (task === undefined || key.task === task) &&
      (index === undefined || key.index === index) &&
      (attempt === undefined || key.attempt === attempt)
    );
  };
