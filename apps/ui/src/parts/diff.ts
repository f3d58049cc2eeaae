/** The difference of two texts, line by line. Pure. */

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The maximum number of lines of each text; longer texts are shown as wholly replaced. */
const MAX_LINES = 3_000;

/** The shortest way from one text to the other, by the longest common subsequence of their lines. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = linesOf(before);
  const b = linesOf(after);
  if (a.length > MAX_LINES || b.length > MAX_LINES) return [...a.map(removed), ...b.map(added)];
  const common = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const old = a[i] ?? '';
    const fresh = b[j] ?? '';
    if (old === fresh) lines.push({ kind: 'same', text: old });
    else if (common(i + 1, j) >= common(i, j + 1)) lines.push(removed(old));
    else lines.push(added(fresh));
    const { kind } = lines.at(-1) ?? { kind: 'same' };
    if (kind !== 'added') i++;
    if (kind !== 'removed') j++;
  }
  return [...lines, ...a.slice(i).map(removed), ...b.slice(j).map(added)];
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** How many lines two texts have in common from line i of one and line j of the other on. */
function commonLengths(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

const removed = (text: string): DiffLine => ({ kind: 'removed', text });
const added = (text: string): DiffLine => ({ kind: 'added', text });
