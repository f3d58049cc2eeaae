/**
 * Finds secrets in base64 that is broken into lines: each line holds the beginning, a middle part or the end of a secret, maybe
 * beside other content.
 */
import type { Span } from './span.js';

/** Base64 is searched for from this length on: shorter pieces appear by chance. */
export const MIN_BASE64_LENGTH = 8;
/** The shortest lines into which base64 is broken (PEM) hold a marked piece wherever a line begins. */
const LINE_LENGTH = 64;
const PIECE_STEP = LINE_LENGTH - MIN_BASE64_LENGTH;
/** Longer runs of base64 are not broken into lines. */
export const MAX_BROKEN_LENGTH = 1_000;
const RUN = /[A-Za-z0-9+/_-]{8,}/g;

/** Pieces of a secret's base64, one of which is in each line that holds at least `MIN_BASE64_LENGTH` characters of it. */
export function marksOf(base64: string): string[] {
  if (base64.length <= MIN_BASE64_LENGTH) return [];
  const marks = [base64.slice(0, MIN_BASE64_LENGTH), base64.slice(-MIN_BASE64_LENGTH)];
  for (let at = PIECE_STEP; at + MIN_BASE64_LENGTH <= base64.length; at += PIECE_STEP)
    marks.push(base64.slice(at, at + MIN_BASE64_LENGTH));
  return marks;
}

export class WrappedBase64 {
  private readonly byMark: ReadonlyMap<string, readonly string[]>;

  /** `secrets`: the base64 of secrets, without padding. */
  constructor(secrets: readonly string[]) {
    const marked = secrets.flatMap((base64) => marksOf(base64).map((mark) => ({ mark, base64 })));
    this.byMark = new Map(
      [...Map.groupBy(marked, ({ mark }) => mark)].map(([mark, each]) => [mark, each.map(({ base64 }) => base64)]),
    );
  }

  /** The parts of secrets in runs of base64; a whole secret within longer base64 is not found here. */
  find(text: string): Span[] {
    return [...text.matchAll(RUN)]
      .filter(([run]) => run.length <= MAX_BROKEN_LENGTH)
      .flatMap(({ 0: run, index }) => this.findIn(run).map(({ from, to }) => ({ from: index + from, to: index + to })));
  }

  private findIn(run: string): Span[] {
    const spans: Span[] = [];
    for (let at = 0; at + MIN_BASE64_LENGTH <= run.length; at++) {
      for (const secret of this.byMark.get(run.slice(at, at + MIN_BASE64_LENGTH)) ?? []) {
        if (secret.startsWith(run.slice(at))) spans.push({ from: at, to: run.length });
        if (secret.endsWith(run.slice(0, at + MIN_BASE64_LENGTH))) spans.push({ from: 0, to: at + MIN_BASE64_LENGTH });
        if (secret.includes(run)) return [{ from: 0, to: run.length }];
      }
    }
    return spans;
  }
}
