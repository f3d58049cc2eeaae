/**
 * The format of runs in the archive. A pack is one or more objects of blocks; a block is one gzip member of JSON lines, so that an
 * object is a plain `.ndjson.gz` file. A line is one stored document of a run. A small run is one block; of a larger one the last block
 * is a table of the others, so that a part of it can be read without the rest.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { MAX_UNPACKED_BLOCK_BYTES } from '../domain/limits.js';
import { parseJson } from '../domain/parse-json.js';

/** The kinds of lines, in this order: the run, a chunk of its indexes, an older transition, an ended attempt, a chunk of its log. */
export const PART_KINDS = ['run', 'chunk', 'event', 'attempt', 'log'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** One stored document as text. Within a kind they come in the order of `first`. */
export interface RunPart {
  readonly kind: PartKind;
  /** JSON without a line end. */
  readonly text: string;
  /** Its beginning and end in the order of its kind: instants of a log or an event, the position of an attempt. */
  readonly first: number;
  readonly last: number;
}

const span = z.tuple([z.number(), z.number()]);
export const blockRef = z.object({
  /** The number of the object in its pack. */
  object: z.int().min(0),
  offset: z.int().min(0),
  length: z.int().min(1),
  /** SHA-256 of the compressed bytes, in hexadecimal digits. */
  sha256: z.string().length(64),
});
/** The place and checksum of a block. */
export type BlockRef = z.output<typeof blockRef>;

const tableEntry = blockRef.extend({ spans: z.partialRecord(z.enum(PART_KINDS), span) });
/** A block with the extent of each kind in it: the least `first` and the greatest `last`. */
export type TableEntry = z.output<typeof tableEntry>;

/** The place of a run in its pack: its only block, or the table of its blocks. */
export interface RunPlace extends BlockRef {
  readonly isTable: boolean;
}

const line = z.object({ kind: z.enum(PART_KINDS), document: z.unknown() });

export const lineOf = ({ kind, text }: RunPart): string => `{"kind":"${kind}","document":${text}}\n`;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

export const pack = async (text: string): Promise<Buffer> => zip(text);

/** The lines of a block. Throws where it was not written by Carillon. */
async function linesIn(bytes: Uint8Array): Promise<string[]> {
  const text = await unzip(bytes, { maxOutputLength: MAX_UNPACKED_BLOCK_BYTES });
  return text.toString('utf8').split('\n').slice(0, -1);
}

/** The documents of one kind in a block, in their order. */
export async function documentsIn(bytes: Uint8Array, wanted: PartKind): Promise<unknown[]> {
  const begin = `{"kind":"${wanted}",`;
  const theirs = (await linesIn(bytes)).filter((text) => text.startsWith(begin));
  return theirs.map((text) => line.parse(parseJson(text)).document);
}

export const tableText = (entries: readonly TableEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

export const tableIn = async (bytes: Uint8Array): Promise<TableEntry[]> =>
  (await linesIn(bytes)).map((text) => tableEntry.parse(parseJson(text)));
