/**
 * The position in a pod's log. Nodes have no offsets, so the last line read is identified by its time, its content, and the lines before
 * it since the latest time. When the node sends lines again, all lines after that line are new, even if their times are earlier: two
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
  /** The line and those before it back to the first one of the latest time: their number, and a hash over all of them. */
  readonly count: number;
  readonly chain: string;
  /** The latest time before the line, if it is later than the line's own. */
  readonly behind: Stamp | null;
}

export interface LogPosition {
  /** The number of the container's start, from 0: a restart in place begins another log. */
  readonly round: number;
  /** Null before the first line of the round. */
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

export const latestOf = (anchor: Anchor): Stamp => anchor.behind ?? anchor;

/**
 * True for a line that is later than all before it, or that follows a clock that was set back. Lines are counted from such a line, which
 * distinguishes equal lines of one time that lines of the other stream separate.
 */
export const isLatest = (line: Stamp, before: Stamp | null): boolean =>
  before === null || isLater(line, before) || line.at < before.at - DISORDER_MS;

/** The anchor after these lines, which follow `before`. */
export function anchorAfter(before: Anchor | null, lines: readonly StampedLine[]): Anchor | null {
  let latest = before && latestOf(before);
  let from = -1;
  for (const [i, line] of lines.entries()) {
    if (!isLatest(line, latest)) continue;
    latest = line;
    from = i;
  }
  return from === -1 ? lines.reduce(anchorAt, before) : lines.slice(from).reduce(anchorAt, null);
}

/** The anchor at a line that follows `before`. */
export function anchorAt(before: Anchor | null, line: StampedLine): Anchor {
  const hash = hashOf(line);
  const { time, at } = line;
  if (before === null || isLatest(line, latestOf(before)))
    return { time, at, hash, count: 1, chain: hash, behind: null };
  const latest = latestOf(before);
  const behind = isLater(latest, line) ? { time: latest.time, at: latest.at } : null;
  return { time, at, hash, count: before.count + 1, chain: fnv1a(`${before.chain} ${hash}`).toString(36), behind };
}

export const isSameAnchor = (a: Anchor, b: Anchor): boolean =>
  a.count === b.count && a.chain === b.chain && latestOf(a).time === latestOf(b).time;

export const isAt = (anchor: Anchor, line: StampedLine): boolean =>
  line.time === anchor.time && hashOf(line) === anchor.hash;

const hashOf = ({ text }: StampedLine): string => fnv1a(text).toString(36);
