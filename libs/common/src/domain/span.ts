/** A part of a text: the position of its first character, and the position behind its last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The spans in their order; overlapping ones are joined. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last !== undefined && from < last.to) result[result.length - 1] = { ...last, to: Math.max(last.to, to) };
    else result.push({ from, to });
  }
  return result;
}

/** The text with each of the joined spans replaced by `mask`. */
export function replaced(text: string, spans: readonly Span[], mask: string): string {
  let result = '';
  let shownTo = 0;
  for (const { from, to } of spans) {
    result += text.slice(shownTo, from) + mask;
    shownTo = to;
  }
  return result + text.slice(shownTo);
}
