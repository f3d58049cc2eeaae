/** One line of a spool's `output.log`: `<epoch milliseconds> <o|e> <text>`, or `<o|e>+<bytes>` if the supervisor has cut so many bytes off. */
import type { FramedLine } from './line-framer.js';
import type { SourceLine } from './source.js';
import type { Instant } from '#common/run/run.js';

/** The longest record head: 13 digits (until the year 2286) and one more, the stream's letter, two blanks. Cut lines have a longer one, and more text than is read. */
export const MAX_RECORD_HEAD_BYTES = 17;
/** That of a line which the supervisor has cut. */
const MAX_CUT_HEAD_BYTES = 33;
const RECORD = /^(\d{1,14}) ([oe])(?:\+(\d{1,15}))? /;

/** The bytes of a record before its text. */
export const recordHeadBytes = (record: Uint8Array): number =>
  RECORD.exec(Buffer.from(record.subarray(0, MAX_CUT_HEAD_BYTES)).toString('latin1'))?.[0].length ?? 0;

/**
 * Parses a record. Anything else (another process wrote into the spool) is kept as a line of stdout at `otherwiseAt`: losing
 * output is worse than showing a strange line.
 */
export function readRecord(record: FramedLine, otherwiseAt: Instant): SourceLine {
  const head = RECORD.exec(record.text);
  if (head === null) return { at: otherwiseAt, stream: 'stdout', ...record };
  return {
    at: Number(head[1]),
    stream: head[2] === 'e' ? 'stderr' : 'stdout',
    text: record.text.slice(head[0].length),
    omittedBytes: record.omittedBytes + Number(head[3] ?? 0),
  };
}
