/** What a terminal shows of a line that is written over itself by carriage returns, such as progress: what follows the last of them. */

const CARRIAGE_RETURN = 13;
const EMPTY = new Uint8Array(0);

export class LastState {
  private kept: Uint8Array = EMPTY;
  private endsInReturn = false;
  private hasBegunAnew = false;

  /** Keeps the first `maxBytes` of the state. */
  constructor(private readonly maxBytes: number) {}

  /** The next bytes of the line. Returns at the end of what is known count only once something follows them: they may be a line end. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    let end = bytes.length;
    while (bytes[end - 1] === CARRIAGE_RETURN) end--;
    const written = bytes.subarray(0, end);
    const last = written.lastIndexOf(CARRIAGE_RETURN);
    if (last >= 0 || (this.endsInReturn && end > 0)) {
      this.kept = EMPTY;
      this.hasBegunAnew = true;
    }
    this.append(written.subarray(last + 1));
    this.endsInReturn = end < bytes.length || (this.endsInReturn && end === 0);
  }

  /** Without carriage returns; null if the line has none before its end. */
  get bytes(): Uint8Array | null {
    return this.hasBegunAnew ? this.kept : null;
  }

  private append(bytes: Uint8Array): void {
    const added = bytes.subarray(0, this.maxBytes - this.kept.length);
    if (added.length === 0) return;
    const grown = new Uint8Array(this.kept.length + added.length);
    grown.set(this.kept);
    grown.set(added, this.kept.length);
    this.kept = grown;
  }
}

/** The whole line if nothing is written over itself in it. */
export function lastStateOf(line: string): string {
  const state = new LastState(Infinity);
  state.push(Buffer.from(line));
  return state.bytes === null ? line : Buffer.from(state.bytes).toString();
}
