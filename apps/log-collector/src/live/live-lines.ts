/**
 * Publishes lines as they are read, for live watchers. Best effort: lines that are lost or left out here are in the store within
 * seconds, and their numbers show the gap.
 */
import { contracts } from '#common/messages/registry.js';
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import type { LogLine } from '#common/run/output.js';
import type { Nats } from '#common/nats/nats.js';

/** Lines are collected for this long, and until the server has accepted the lines that were sent before. */
const GATHER_MS = 50;
/** Per attempt and interval: the first lines, because lines after a gap are of no use before the store has filled it. */
const MAX_LINES = 500;
/** UTF-16 units of text per attempt and interval; well below the default message limit of NATS (1 MiB). */
export const MAX_LIVE_LENGTH = 64 * 1024;
/**
 * UTF-16 units over all attempts of an interval; beyond this each attempt still has a small part, so that busy attempts never silence the
 * others.
 */
export const MAX_LIVE_TOTAL_LENGTH = 256 * 1024;
export const MIN_LIVE_LENGTH = 2 * 1024;

interface Gathered {
  readonly lines: LogLine[];
  length: number;
  isFull: boolean;
}

export class LiveLines {
  private gathered = new Map<AttemptId, Gathered>();
  private totalLength = 0;
  private timer: NodeJS.Timeout | null = null;
  private isSending = false;

  constructor(private readonly nats: Pick<Nats, 'publish' | 'connected' | 'flush'>) {}

  publish(attempt: AttemptId, lines: readonly LogLine[]): void {
    if (lines.length === 0 || !this.nats.connected) return;
    const gathered = this.gathered.get(attempt) ?? { lines: [], length: 0, isFull: false };
    this.gathered.set(attempt, gathered);
    for (const line of lines) {
      if (gathered.isFull || !this.hasRoomFor(line.text.length, gathered)) {
        gathered.isFull = true;
        break;
      }
      gathered.lines.push({ ...line, text: detached(line.text) });
      gathered.length += line.text.length;
      this.totalLength += line.text.length;
    }
    if (!this.isSending) this.sendSoon();
  }

  /** Sends the collected lines now. */
  send(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const gathered = this.gathered;
    this.gathered = new Map();
    this.totalLength = 0;
    if (!this.nats.connected) return;
    for (const [attempt, { lines }] of gathered) {
      const run = parseAttemptId(attempt)?.run;
      if (run === undefined || lines.length === 0) continue;
      this.nats.publish(contracts.liveLog, { run }, { v: 1, attempt, lines });
    }
    void this.untilTaken();
  }

  private hasRoomFor(length: number, { lines, length: used }: Gathered): boolean {
    const limit = this.totalLength + length > MAX_LIVE_TOTAL_LENGTH ? MIN_LIVE_LENGTH : MAX_LIVE_LENGTH;
    return lines.length < MAX_LINES && used + length <= limit;
  }

  private sendSoon(): void {
    this.timer ??= setTimeout(() => {
      this.send();
    }, GATHER_MS);
  }

  /** The NATS client buffers without a limit, so it must not get lines for which the server is too slow. */
  private async untilTaken(): Promise<void> {
    this.isSending = true;
    // Without a connection lines are dropped: nothing is sent and nothing waits.
    await this.nats.flush().catch(() => undefined);
    this.isSending = false;
    if (this.gathered.size > 0) this.sendSoon();
  }
}

/** A copy: the text itself may be a slice of a block a thousand times as long, which it would keep in memory. */
const detached = (text: string): string => Buffer.from(text).toString();
