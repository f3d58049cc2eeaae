/**
 * Where reading a pod's log goes on. Nodes have no offsets: the last line read is named by its time, its content, and the
 * lines of the same time before it. In what the node sends again, everything after that line is new, whatever the times say:
 * two streams of a container are written down by two hands, and neighbours may stand in the wrong order.
 */
import { fnv1a } from '#common/domain/ids.js';
import type { SourcePosition } from '#common/domain/output.js';
import type { Instant } from '#common/domain/run.js';
import type { StampedLine } from './stamped-line.js';

/** The last line read. */
export interface Anchor {
  readonly time: string;
  readonly at: Instant;
  readonly hash: string;
  /** The line and its neighbours of the same time before it: how many, and a hash over all of them. */
  readonly count: number;
  readonly chain: string;
}

export interface LogPosition {
  /** Which start of the container, counted from 0: a restart in place begins another log. */
  readonly round: number;
  /** Null before its first line. */
  readonly anchor: Anchor | null;
}

export const BEGINNING: LogPosition = { round: 0, anchor: null };

export const formatPosition = ({ round, anchor }: LogPosition): SourcePosition =>
  anchor === null ? String(round) : `${round} ${anchor.time} ${anchor.hash} ${anchor.count} ${anchor.chain}`;

export function parsePosition(text: SourcePosition | null): LogPosition {
  if (text === null) return BEGINNING;
  const [round = '0', time, hash, count, chain = hash ?? ''] = text.split(' ');
  if (time === undefined || hash === undefined) return { round: Number(round), anchor: null };
  return { round: Number(round), anchor: { time, at: Date.parse(time), hash, count: Number(count), chain } };
}

/** The anchor after these lines, which follow on `before`. */
export function anchorAfter(before: Anchor | null, lines: readonly StampedLine[]): Anchor | null {
  const last = lines.at(-1);
  if (last === undefined) return before;
  const other = lines.findLastIndex(({ time }) => time !== last.time);
  return lines.slice(other + 1).reduce(anchorAt, other === -1 ? before : null);
}

/** The anchor at a line that follows on `before`. */
export function anchorAt(before: Anchor | null, line: StampedLine): Anchor {
  const hash = hashOf(line);
  const { time, at } = line;
  if (before?.time !== time) return { time, at, hash, count: 1, chain: hash };
  return { time, at, hash, count: before.count + 1, chain: fnv1a(`${before.chain} ${hash}`).toString(36) };
}

export const isAt = (anchor: Anchor, line: StampedLine): boolean =>
  line.time === anchor.time && hashOf(line) === anchor.hash;

const hashOf = ({ text }: StampedLine): string => fnv1a(text).toString(36);
