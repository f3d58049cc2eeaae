/**
 * Publishes lines as they are read, for those who watch. A hint, not a record: what is lost or left out here is in the
 * store within seconds, and the numbers of the lines show the hole.
 */
import { contracts } from '#common/contracts/registry.js';
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import type { LogLine } from '#common/domain/output.js';
import type { Nats } from '#common/nats/nats.js';

/** Lines of one attempt are gathered for this long. */
const GATHER_MS = 50;
/** Per attempt and gathering; a chattier one shows its newest lines only, as no one reads faster. */
const MAX_LINES = 500;
/** Well below what NATS carries in one message by default (1 MiB). */
const MAX_TEXT_LENGTH = 200_000;

interface Gathered {
  lines: LogLine[];
  textLength: number;
}

export class LiveLines {
  private gathered = new Map<AttemptId, Gathered>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly nats: Pick<Nats, 'publish' | 'connected'>) {}

  publish(attempt: AttemptId, lines: readonly LogLine[]): void {
    if (lines.length === 0 || !this.nats.connected) return;
    const gathered = this.gathered.get(attempt) ?? { lines: [], textLength: 0 };
    this.gathered.set(attempt, gathered);
    for (const line of lines.slice(-MAX_LINES)) {
      gathered.lines.push(line);
      gathered.textLength += line.text.length;
    }
    this.timer ??= setTimeout(() => {
      this.send();
    }, GATHER_MS);
  }

  /** Sends what is gathered now. */
  send(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const gathered = this.gathered;
    this.gathered = new Map();
    if (!this.nats.connected) return;
    for (const [attempt, { lines, textLength }] of gathered) {
      const run = parseAttemptId(attempt)?.run;
      if (run === undefined) continue;
      this.nats.publish(contracts.liveLog, { run }, { v: 1, attempt, lines: newest(lines, textLength) });
    }
  }
}

function newest(lines: readonly LogLine[], textLength: number): LogLine[] {
  let kept = lines.slice(-MAX_LINES);
  if (textLength <= MAX_TEXT_LENGTH) return kept;
  let left = MAX_TEXT_LENGTH;
  const first = kept.findLastIndex((line) => (left -= line.text.length) < 0);
  kept = kept.slice(first + 1);
  return kept;
}
