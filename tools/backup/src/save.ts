/** Writes every document to a backup, beside running services, page by page. */
import type { CollectionName } from '#common/mongo/collections.js';
import type { DumpedDocument, DumpStore } from '#common/mongo/dump.store.js';
import type { BackupWriter, DocumentCounts } from './backup-file.js';
import { BACKUP_ORDER } from './order.js';
import type { Pace } from './pace.js';

/** Documents that are in memory at once. */
const PAGE = 100;

export interface SaveParts {
  readonly store: DumpStore;
  readonly writer: BackupWriter;
  readonly pace: Pace;
  readonly version: string;
  readonly takenAt: Date;
}

/** Returns the numbers of documents. */
export async function save({ store, writer, pace, version, takenAt }: SaveParts): Promise<DocumentCounts> {
  await writer.begin({ version, takenAt: takenAt.toISOString() });
  let auditEnds: ReadonlyMap<string, number> = new Map();
  for (const name of BACKUP_ORDER) {
    // After the heads, each of which names the last entry of its chain: an entry that a head names must not be left out.
    if (name === 'audit') auditEnds = await store.auditEnds();
    for await (const page of pagesOf(store, name)) {
      const before = writer.characters;
      if (name === 'runs') await addRuns(store, writer, page);
      else for (const document of page) if (isOfNow(name, document, auditEnds)) await writer.add(name, document);
      await pace.spend(writer.characters - before);
    }
  }
  return writer.end();
}

async function* pagesOf(store: DumpStore, name: CollectionName): AsyncGenerator<readonly DumpedDocument[]> {
  for (let after: string | null = null; ;) {
    const page: DumpedDocument[] = await store.page(name, after, PAGE);
    yield page;
    after = page.at(-1)?._id ?? null;
    if (page.length < PAGE) return;
  }
}

async function addRuns(store: DumpStore, writer: BackupWriter, page: readonly DumpedDocument[]): Promise<void> {
  const { runs, chunks } = await store.withChunks(page);
  for (const run of runs) await writer.add('runs', run);
  for (const chunk of chunks) await writer.add('runIndexes', chunk);
}

/** Entries of the audit form no chain if later ones are read after earlier positions were passed. */
function isOfNow(name: CollectionName, document: DumpedDocument, auditEnds: ReadonlyMap<string, number>): boolean {
  if (name !== 'audit') return true;
  const end = auditEnds.get(String(document['chain']));
  return end === undefined || Number(document['seq']) <= end;
}
