/**
 * The position in a pod's log. Nodes have no offsets, so the last line read is identified by its time, its content, and the lines
 * of the same time before it. In what the node sends again, everything after that line is new, whatever the times say: two
 * streams of a container are written independently, and neighbouring lines may be in the wrong order.
 */
import { fnv1a } from '#common/domain/ids.js';
import type { SourcePosition } from '#common/run/output.js';
import { isLater, type Stamp, type StampedLine } from './stamped-line.js';

/** The greatest distance of neighbouring lines whose times are in the wrong order. */
export const DISORDER_MS = 1_000;

/** Identifies the last line read. */
export interface Anchor extends Stamp {
  readonly hash: string;
  /** The line and its neighbours of the same time before it: their number, and a hash over all of them. */
  readonly count: number;
  readonly chain: string;
  /**
   * The latest time before the line where that is later than its own: tells the line from an equal one that the other stream
   * wrote first.
   */
  readonly behind: Stamp | null;
}

export interface LogPosition {
  /** The number of the container's start, from 0: a restart in place begins another log. */
  readonly round: number;
  /** Null before its first line. */
  readonly anchor: Anchor | null;
}

export const BEGINNING: LogPosition = { round: 0, anchor: null };

export const formatPosition = ({ round, anchor }: LogPosition): SourcePosition =>
  anchor === null
    ? String(round)
    : [round, anchor.time, anchor.hash, anchor.count, anchor.chain, anchor.behind?.time ?? []].flat().join(' ');

export function parsePosition(text: SourcePosition | null): LogPosition {
  if (text === null) return BEGINNING;
  const [round = '0', time, hash, count, chain = hash ?? '', behind] = text.split(' ');
  if (time === undefined || hash === undefined) return { round: Number(round), anchor: null };
  const anchor = { ...stampOf(time), hash, count: Number(count), chain };
  return { round: Number(round), anchor: { ...anchor, behind: behind === undefined ? null : stampOf(behind) } };
}

const stampOf = (time: string): Stamp => ({ time, at: Date.parse(time) });

/** The latest time so far; it begins again when a clock was set back. */
export const newestOf = (before: Stamp | null, line: Stamp): Stamp =>
  before === null || !isLater(before, line) || line.at < before.at - DISORDER_MS ? line : before;

/** The anchor after these lines, which follow `before`. */
export function anchorAfter(before: Anchor | null, lines: readonly StampedLine[]): Anchor | null {
  const last = lines.at(-1);
  if (last === undefined) return before;
  const newest = lines.reduce(newestOf, before?.behind ?? before);
  const other = lines.findLastIndex(({ time }) => time !== last.time);
  return lines.slice(other + 1).reduce((near, line) => anchorAt(near, line, newest), other === -1 ? before : null);
}

/** The anchor at a line that follows `before`; `newest` is the latest time so far. */
export function anchorAt(before: Anchor | null, line: StampedLine, newest: Stamp | null): Anchor {
  const hash = hashOf(line);
  const { time, at } = line;
  const behind = newest !== null && isLater(newest, line) ? { time: newest.time, at: newest.at } : null;
  if (before?.time !== time) return { time, at, hash, count: 1, chain: hash, behind };
  const chain = fnv1a(`${before.chain} ${hash}`).toString(36);
  return { time, at, hash, count: before.count + 1, chain, behind };
}

export const isSameAnchor = (a: Anchor, b: Anchor): boolean =>
  a.count === b.count && a.chain === b.chain && a.behind?.time === b.behind?.time;

export const isAt = (anchor: Anchor, line: StampedLine): boolean =>
  line.time === anchor.time && hashOf(line) === anchor.hash;

const hashOf = ({ text }: StampedLine): string => fnv1a(text).toString(36);
