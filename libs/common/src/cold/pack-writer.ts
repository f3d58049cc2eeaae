/** Writes runs into the objects of one pack, in bounded memory: an object is stored as soon as it is full. */
import { ARCHIVE_BLOCK_BYTES, MAX_ARCHIVE_OBJECT_BYTES } from '../domain/limits.js';
import { sha256Of } from './object-store.js';
import {
  lineOf,
  pack,
  tableText,
  type BlockRef,
  type PartKind,
  type RunPart,
  type RunPlace,
  type TableEntry,
} from './pack-format.js';

type Spans = Partial<Record<PartKind, [number, number]>>;

export interface PackSizes {
  readonly blockBytes: number;
  readonly objectBytes: number;
}

export class PackWriter {
  /** Compressed bytes so far. */
  bytes = 0;
  private readonly sizes: PackSizes;
  private no = 0;
  private blocks: Buffer[] = [];
  private length = 0;

  constructor(
    /** Resolves when the object is stored durably. */
    private readonly put: (no: number, bytes: Buffer) => Promise<void>,
    { blockBytes = ARCHIVE_BLOCK_BYTES, objectBytes = MAX_ARCHIVE_OBJECT_BYTES }: Partial<PackSizes> = {},
  ) {
    this.sizes = { blockBytes, objectBytes };
  }

  /** The place of the run. The run is stored once `close` has resolved. */
  async add(parts: AsyncIterable<RunPart>): Promise<RunPlace> {
    const entries: TableEntry[] = [];
    let lines: string[] = [];
    let size = 0;
    let spans: Spans = {};
    const end = async (): Promise<void> => {
      entries.push({ ...(await this.block(lines.join(''))), spans });
      [lines, size, spans] = [[], 0, {}];
    };
    for await (const part of parts) {
      const text = lineOf(part);
      if (size > 0 && size + text.length > this.sizes.blockBytes) await end();
      lines.push(text);
      size += text.length;
      const [first, last] = spans[part.kind] ?? [part.first, part.last];
      spans[part.kind] = [Math.min(first, part.first), Math.max(last, part.last)];
    }
    if (size > 0) await end();
    const [only, ...others] = entries;
    if (only === undefined) throw new Error('a run without a document');
    if (others.length > 0) return { ...(await this.block(tableText(entries))), isTable: true };
    const { spans: _spans, ...ref } = only;
    return { ...ref, isTable: false };
  }

  /** Stores the last object; returns the number of objects. */
  async close(): Promise<number> {
    await this.endObject();
    return this.no;
  }

  private async block(text: string): Promise<BlockRef> {
    const bytes = await pack(text);
    if (this.length > 0 && this.length + bytes.length > this.sizes.objectBytes) await this.endObject();
    const ref = { object: this.no, offset: this.length, length: bytes.length, sha256: sha256Of(bytes) };
    this.blocks.push(bytes);
    this.length += bytes.length;
    this.bytes += bytes.length;
    return ref;
  }

  private async endObject(): Promise<void> {
    if (this.length === 0) return;
    const bytes = Buffer.concat(this.blocks, this.length);
    [this.blocks, this.length] = [[], 0];
    await this.put(this.no++, bytes);
  }
}
