/**
 * A backup as a file: gzip over lines of JSON. The first line describes the backup, the last has the number of documents of each
 * collection and the SHA-256 of all lines before it; each line between them is one document, `{"<collection>":{…}}`, in MongoDB's
 * canonical extended JSON. Only one line is in memory at a time.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import type { Readable, Writable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { COLLECTION_NAMES, type CollectionName } from '#common/mongo/collections.js';
import { dumpedDocument, dumpedText, type DumpedDocument } from '#common/mongo/dump.store.js';

const FORMAT = 1;
/** A document has 16 MiB at most; its text may be several times as long. */
const MAX_LINE_CHARACTERS = 128 * 1024 * 1024;

const headSchema = z.object({
  carillonBackup: z.number().int(),
  version: z.string(),
  takenAt: z.iso.datetime(),
});
const endSchema = z.object({
  end: z.object({ documents: z.record(z.string(), z.number().int()), sha256: z.string() }),
});
export type BackupHead = Omit<z.output<typeof headSchema>, 'carillonBackup'>;
export type DocumentCounts = Partial<Record<CollectionName, number>>;

/** Writes a backup; it is complete only after `end`. */
export class BackupWriter {
  /** Of all lines so far. */
  characters = 0;
  private readonly gzip = createGzip();
  private readonly hash: Hash = createHash('sha256');
  private readonly counts: DocumentCounts = {};
  private readonly piped: Promise<unknown>;

  constructor(target: Writable) {
    this.gzip.pipe(target, { end: false });
    this.piped = Promise.race([once(this.gzip, 'end'), failureOf(target)]);
    // The writer learns of the error at the next line.
    this.piped.catch((error: unknown) => this.gzip.destroy(error as Error));
  }

  async begin(head: BackupHead): Promise<void> {
    await this.line(JSON.stringify({ carillonBackup: FORMAT, ...head }));
  }

  async add(name: CollectionName, document: DumpedDocument): Promise<void> {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    await this.line(`{"${name}":${dumpedText(document)}}`);
  }

  /** Resolves with the numbers of documents when everything is written to the target. */
  async end(): Promise<DocumentCounts> {
    const sha256 = this.hash.copy().digest('hex');
    await this.line(JSON.stringify({ end: { documents: this.counts, sha256 } }));
    this.gzip.end();
    await this.piped;
    return this.counts;
  }

  private async line(text: string): Promise<void> {
    const line = `${text}\n`;
    this.hash.update(line);
    this.characters += line.length;
    if (!this.gzip.write(line)) await once(this.gzip, 'drain');
  }
}

const failureOf = (target: Writable): Promise<never> =>
  new Promise((_, reject) => {
    target.once('error', reject);
  });

export interface BackupDocument {
  readonly collection: CollectionName;
  readonly document: DumpedDocument;
  /** The length of its text. */
  readonly characters: number;
}

/**
 * Passes the documents of a backup to `take`, one after the other. Throws an Error where it is no backup, or is not complete: the
 * documents passed before are then only a part.
 */
export async function readBackup(
  source: Readable,
  take: (entry: BackupDocument) => Promise<void>,
  begin: (head: BackupHead) => Promise<void> = () => Promise.resolve(),
): Promise<{ head: BackupHead; documents: DocumentCounts }> {
  const hash = createHash('sha256');
  const counts: DocumentCounts = {};
  let head: BackupHead | null = null;
  let end: z.output<typeof endSchema>['end'] | null = null;
  for await (const line of linesOf(source)) {
    if (end) throw new Error('the backup contains data after its end');
    if (head === null) {
      head = headOf(line);
      await begin(head);
    } else if (line.startsWith('{"end":')) {
      end = endSchema.parse(parseJson(line)).end;
      continue;
    } else {
      const entry = entryOf(line);
      counts[entry.collection] = (counts[entry.collection] ?? 0) + 1;
      await take(entry);
    }
    hash.update(`${line}\n`);
  }
  if (head === null || end === null) throw new Error('the backup is not complete: its end is missing');
  if (end.sha256 !== hash.digest('hex')) throw new Error('the backup is damaged: its checksum differs');
  return { head, documents: counts };
}

function headOf(line: string): BackupHead {
  const found = headSchema.safeParse(parsed(line));
  if (!found.success) throw new Error('the file is not a backup of Carillon');
  const { carillonBackup, ...head } = found.data;
  if (carillonBackup > FORMAT)
    throw new Error(`the backup has a newer form (${carillonBackup}): restore it with version ${head.version}`);
  return head;
}

function entryOf(line: string): BackupDocument {
  const name = /^\{"([A-Za-z]+)":/.exec(line)?.[1];
  const collection = COLLECTION_NAMES.find((each) => each === name);
  if (name === undefined || collection === undefined)
    throw new Error(`the backup contains data that this version does not know: ${name ?? line.slice(0, 40)}`);
  return { collection, document: dumpedDocument(line.slice(name.length + 4, -1)), characters: line.length };
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return null;
  }
}

/** The lines of a compressed text. Throws where a line is longer than any document, and where the last one is cut. */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of gunzip) {
    const [first = '', ...others] = decoder.write(chunk as Buffer).split('\n');
    parts.push(first);
    length += first.length;
    if (length > MAX_LINE_CHARACTERS) throw new Error('a line is longer than any document');
    for (const next of others) {
      yield parts.join('');
      parts = [next];
      length = next.length;
    }
  }
  const rest = parts.join('');
  if (rest !== '') throw new Error('the last line is cut');
}
