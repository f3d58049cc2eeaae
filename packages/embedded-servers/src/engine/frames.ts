/** Cuts a byte stream into frames that contain their own length. Only frames that span several chunks are copied. */
export class FrameCutter {
  private chunks: Buffer[] = [];
  private held = 0;
  private needed: number;

  /** `lengthOf` reads the whole frame's length from its first `headerBytes`; it throws on an impossible length. */
  constructor(
    private readonly headerBytes: number,
    private readonly lengthOf: (bytes: Buffer, at: number) => number,
  ) {
    this.needed = headerBytes;
  }

  /** The frames that are complete with this chunk. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.held += chunk.length;
    if (this.held < this.needed) return [];
    const bytes = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks, this.held);
    const frames: Buffer[] = [];
    let at = 0;
    for (;;) {
      const left = bytes.length - at;
      this.needed = left < this.headerBytes ? this.headerBytes : this.lengthOf(bytes, at);
      if (left < this.needed) break;
      frames.push(bytes.subarray(at, at + this.needed));
      at += this.needed;
    }
    this.held = bytes.length - at;
    this.chunks = this.held > 0 ? [bytes.subarray(at)] : [];
    return frames;
  }
}
