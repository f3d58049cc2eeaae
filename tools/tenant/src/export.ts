/**
 * Writes what belongs to a tenant to a folder: a file of JSON lines for each collection, one with the content of the archive, and a
 * manifest. Secrets are left out, because whoever has the folder should not need to protect them.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectStore } from '#common/cold/object-store.js';
import { objectKey } from '#common/cold/pack-reader.js';
import { mapSealedTexts } from '#common/domain/sealed-text.js';
import type { CollectionName } from '#common/mongo/collections.js';
import { readableLog, readableText, type DumpedDocument } from '#common/mongo/dump.store.js';
import { TENANT_COLLECTIONS, type TenantDataStore } from '#common/mongo/tenant-data.store.js';
import { linesOf } from '../../backup/src/backup-file.js';

/** Documents that are read at once, and those of them that are in memory with their content. */
const PAGE = { keys: 500, documents: 50 };
const OWNER_ONLY = { folder: 0o700, file: 0o600 };
/** The beginnings of lines of the archive. */
const KIND = '{"kind":';
const LOG = `${KIND}"log","document":`;
/** Stands in the place of an encrypted value. */
const LEFT_OUT = '(encrypted)';
const ARCHIVE_FILE = 'archive.ndjson';

export interface ExportParts {
  readonly data: TenantDataStore;
  /** Null where no archive is configured. */
  readonly objects: Pick<ObjectStore, 'get'> | null;
  readonly version: string;
  readonly now: () => Promise<number>;
}

interface ExportedFile {
  readonly file: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
  /** When its documents were read. */
  readonly from: string;
  readonly to: string;
}

export interface Manifest {
  readonly tenant: string;
  readonly version: string;
  readonly from: string;
  readonly to: string;
  readonly files: readonly ExportedFile[];
}

/** The folder must not exist; it gets its name once it is complete. */
export async function exportTenant(parts: ExportParts, tenant: string, folder: string): Promise<Manifest> {
  const draft = `${folder}.part`;
  for (const each of [folder, draft]) if (existsSync(each)) throw new Error(`${each} exists already`);
  await mkdir(draft, { mode: OWNER_ONLY.folder });
  const time = async (): Promise<string> => new Date(await parts.now()).toISOString();
  const from = await time();
  const files: ExportedFile[] = [];
  const write = async (file: string, texts: AsyncIterable<string>): Promise<void> => {
    const begun = await time();
    const written = await writeLines(join(draft, file), texts);
    files.push({ file, ...written, from: begun, to: await time() });
  };
  for (const name of TENANT_COLLECTIONS) await write(`${name}.ndjson`, documentsOf(parts, name, tenant));
  await write(ARCHIVE_FILE, archivedOf(parts, tenant));
  const manifest = { tenant, version: parts.version, from, to: await time(), files };
  await writeLines(join(draft, 'manifest.json'), Readable.from([JSON.stringify(manifest, null, 2)]));
  await rename(draft, folder);
  return manifest;
}

async function writeLines(
  path: string,
  texts: AsyncIterable<string>,
): Promise<Pick<ExportedFile, 'lines' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let lines = 0;
  let bytes = 0;
  const file: FileHandle = await open(path, 'wx', OWNER_ONLY.file);
  try {
    for await (const text of texts) {
      const line = Buffer.from(`${text}\n`);
      await file.writeFile(line);
      hash.update(line);
      lines++;
      bytes += line.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { lines, bytes, sha256: hash.digest('hex') };
}

async function* loaded(
  { data }: Pick<ExportParts, 'data'>,
  name: CollectionName,
  tenant: string,
): AsyncGenerator<DumpedDocument> {
  for (let after: string | null = null; ;) {
    const page = await data.page(name, new Set([tenant]), after, PAGE.keys);
    for (let i = 0; i < page.keys.length; i += PAGE.documents)
      yield* await data.load(name, page.keys.slice(i, i + PAGE.documents));
    if (page.next === null) return;
    after = page.next;
  }
}

async function* documentsOf(parts: ExportParts, name: CollectionName, tenant: string): AsyncGenerator<string> {
  for await (const document of loaded(parts, name, tenant)) {
    const shown = name === 'tokens' ? withoutSecret(document, tenant) : document;
    yield withoutEncrypted(await readableText(name, shown));
  }
}

/** The text that would be needed to forge a token is left out, and what the token may do elsewhere. */
function withoutSecret({ hash: _hash, roles, ...token }: DumpedDocument, tenant: string): DumpedDocument {
  const theirs = (roles as readonly { readonly tenant: string }[]).filter((role) => role.tenant === tenant);
  return { ...token, roles: theirs };
}

const withoutEncrypted = (text: string): string => mapSealedTexts(text, () => LEFT_OUT);

/** The lines of all objects of the archive; tables of blocks are left out. */
async function* archivedOf(parts: ExportParts, tenant: string): AsyncGenerator<string> {
  for await (const { base, objects, state } of loaded(parts, 'coldPacks', tenant)) {
    if (state !== 'stored') continue;
    if (parts.objects === null) throw new Error('the tenant has archived runs: set COLD_STORE_URL and its companions');
    for (let no = 0; no < Number(objects); no++) {
      const key = objectKey(String(base), no);
      const bytes = await parts.objects.get(key);
      if (bytes === null) throw new Error(`the object ${key} is missing in the archive`);
      for await (const line of linesOf(Readable.from([bytes])))
        if (line.startsWith(KIND)) yield withoutEncrypted(await readableLine(line));
    }
  }
}

const readableLine = async (line: string): Promise<string> =>
  line.startsWith(LOG) ? `${LOG}${await readableLog(line.slice(LOG.length, -1))}}` : line;
