/**
 * Backups in an object store. A backup is a row of encrypted parts, `<prefix>/parts/<id>/<number>`, and a manifest,
 * `<prefix>/whole/<id>`, which is written last: a backup without it is not whole, and is never read. Ids begin with the time, so their
 * order is that of the backups.
 */
import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import type { S3ObjectStore } from '#common/cold/object-store.js';
import { parseJson } from '#common/domain/parse-json.js';
import type { BackupCipher } from './backup-cipher.js';

/** Bytes of one part; two parts at most are in memory. */
export const BACKUP_PART_BYTES = 8 * 1024 * 1024;
/** A backup that is not whole this long after its beginning never becomes whole. */
export const MAX_BACKUP_MS = 12 * 3_600_000;
/** Parts of a backup that was begun this long ago and is not whole belong to nobody; by the database's clock, as all times here. */
const ABANDONED_MS = MAX_BACKUP_MS + 3_600_000;

const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[0-9a-f]{8}$/;
const NUMBER_DIGITS = 6;

const manifestSchema = z.object({
  version: z.string(),
  takenAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
  parts: z.int().min(1),
  /** Of all parts, before encryption. */
  bytes: z.int().min(1),
  documents: z.record(z.string(), z.int()),
});
export type Manifest = z.output<typeof manifestSchema>;

type Objects = Pick<S3ObjectStore, 'put' | 'get' | 'remove' | 'keys'>;

export const newBackupId = (takenAt: Date): string =>
  `${takenAt.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;

/** When the backup was begun, in epoch milliseconds; null where the text is no id. */
export function beginOf(id: string): number | null {
  const [, ...fields] = ID.exec(id) ?? [];
  const [year = 0, month = 0, ...rest] = fields.map(Number);
  return fields.length === 0 ? null : Date.UTC(year, month - 1, ...rest);
}

export class BackupStore {
  constructor(
    private readonly objects: Objects,
    private readonly prefix: string,
    private readonly cipher: BackupCipher,
  ) {}

  /** The ids of the whole backups, newest first. */
  async ids(): Promise<string[]> {
    const ids: string[] = [];
    for await (const key of this.objects.keys(`${this.prefix}/whole/`)) {
      const id = key.slice(this.prefix.length + '/whole/'.length);
      if (beginOf(id) !== null) ids.push(id);
    }
    return ids.sort().reverse();
  }

  /** Throws an Error where there is no such whole backup, or no key for it. */
  async manifest(id: string): Promise<Manifest> {
    const place = `whole/${id}`;
    const sealed = await this.objects.get(`${this.prefix}/${place}`);
    if (sealed === null) throw new Error(`there is no whole backup ${id}: --list shows those that exist`);
    return manifestSchema.parse(parseJson(this.cipher.open(place, sealed).toString('utf8')));
  }

  /** Takes the bytes of a new backup. */
  write(id: string, partBytes = BACKUP_PART_BYTES): PartsWriter {
    return new PartsWriter(partBytes, (no, bytes) => this.putSealed(partPlace(id, no), bytes));
  }

  /** Makes a backup whole, whose bytes are stored. Throws an Error where that comes too late. */
  async complete(id: string, manifest: Manifest): Promise<void> {
    if (Date.parse(manifest.completedAt) - (beginOf(id) ?? 0) > MAX_BACKUP_MS)
      throw new Error(`the backup took longer than ${MAX_BACKUP_MS / 3_600_000} h`);
    await this.putSealed(`whole/${id}`, Buffer.from(JSON.stringify(manifest)));
  }

  /** The bytes of a whole backup; the stream fails where a part is missing, damaged, or of another key. */
  read(id: string, parts: number): Readable {
    const read = async function* (this: BackupStore): AsyncGenerator<Buffer> {
      for (let no = 0; no < parts; no++) {
        const place = partPlace(id, no);
        const sealed = await this.objects.get(`${this.prefix}/${place}`);
        if (sealed === null) throw new Error(`the object ${place} of the backup is missing`);
        yield this.cipher.open(place, sealed);
      }
    };
    return Readable.from(read.call(this), { objectMode: false });
  }

  /**
   * Removes whole backups beyond the newest `keep`, and parts that belong to no whole backup and to none under way. Returns the ids of
   * the removed whole backups.
   */
  async tidy(keep: number, now: number): Promise<string[]> {
    const whole = await this.ids();
    const kept = new Set(whole.slice(0, keep));
    const expired = whole.slice(keep);
    // From then on they are not whole; the next backup removes the parts if this process dies before it does.
    for (const id of expired) await this.objects.remove(`${this.prefix}/whole/${id}`);
    const parts = `${this.prefix}/parts/`;
    for await (const key of this.objects.keys(parts)) {
      const [id = ''] = key.slice(parts.length).split('/');
      const begin = beginOf(id);
      if (begin === null || kept.has(id)) continue;
      if (expired.includes(id) || begin < now - ABANDONED_MS) await this.objects.remove(key);
    }
    return expired;
  }

  private async putSealed(place: string, bytes: Buffer): Promise<void> {
    await this.objects.put(`${this.prefix}/${place}`, this.cipher.seal(place, bytes));
  }
}

const partPlace = (id: string, no: number): string => `parts/${id}/${String(no).padStart(NUMBER_DIGITS, '0')}`;

type Done = (error?: Error | null) => void;

/** Stores what is written to it in parts; all of them are stored once it has finished. */
class PartsWriter extends Writable {
  parts = 0;
  bytes = 0;
  private chunks: Buffer[] = [];
  private length = 0;

  constructor(
    private readonly partBytes: number,
    private readonly put: (no: number, bytes: Buffer) => Promise<void>,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    this.endPart(this.partBytes, done);
  }

  override _final(done: Done): void {
    this.endPart(1, done);
  }

  /** Stores what was gathered if it has at least so many bytes. */
  private endPart(least: number, done: Done): void {
    if (this.length < least) {
      done();
      return;
    }
    const bytes = Buffer.concat(this.chunks, this.length);
    [this.chunks, this.length] = [[], 0];
    this.bytes += bytes.length;
    this.put(this.parts++, bytes).then(() => {
      done();
    }, done);
  }
}
