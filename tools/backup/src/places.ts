/** Where a backup is: a file, a pipe (`-`), or the object store (`store:` and perhaps the id of one). */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { DocumentCounts } from './backup-file.js';
import { newBackupId, type BackupStore } from './backup-store.js';

const OWNER_ONLY = 0o600;
export const PIPE = '-';
export const STORE = 'store:';

export interface Target {
  /** How people name the backup. */
  readonly name: string;
  readonly stream: Writable;
  /** Makes it a whole backup, once everything is written to the stream; before, nobody takes it for one. */
  finish(summary: { readonly documents: DocumentCounts; readonly completedAt: Date }): Promise<void>;
}

export interface Source {
  readonly name: string;
  /** False: it can be opened only once. */
  readonly isRepeatable: boolean;
  readonly open: () => Readable;
}

export function fileTarget(file: string): Target {
  const draft = `${file}.part`;
  const stream = createWriteStream(draft, { mode: OWNER_ONLY });
  const finish = async (): Promise<void> => {
    await ended(stream);
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  };
  return { name: file, stream, finish };
}

export const pipeTarget = (): Target => ({ name: PIPE, stream: process.stdout, finish: () => Promise.resolve() });

export function storeTarget(
  store: BackupStore,
  { version, takenAt }: { readonly version: string; readonly takenAt: Date },
): Target {
  const id = newBackupId(takenAt);
  const stream = store.write(id);
  return {
    name: `${STORE}${id}`,
    stream,
    finish: async ({ documents, completedAt }) => {
      await ended(stream);
      const { parts, bytes } = stream;
      const times = { takenAt: takenAt.toISOString(), completedAt: completedAt.toISOString() };
      await store.complete(id, { version, ...times, parts, bytes, documents });
    },
  };
}

async function ended(stream: Writable): Promise<void> {
  const done = finished(stream);
  stream.end();
  await done;
}

export const fileSource = (file: string): Source => ({
  name: file,
  isRepeatable: file !== PIPE,
  open: () => (file === PIPE ? process.stdin : createReadStream(file)),
});

/** `id`: empty for the newest. Throws an Error where there is no whole backup, or no key for it. */
export async function storeSource(store: BackupStore, id: string): Promise<Source> {
  const [newest] = id === '' ? await store.ids() : [id];
  if (newest === undefined) throw new Error('the store holds no whole backup');
  const { parts } = await store.manifest(newest);
  return { name: `${STORE}${newest}`, isRepeatable: true, open: () => store.read(newest, parts) };
}
