import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';

const OWNER_ONLY = 0o600;
/** Of two processes that try at the same moment, both are refused at first: they try again for this long. */
const LOCK_WAIT_MS = 1_000;

const holderSchema = z.object({ pid: z.number(), since: z.string(), url: z.string().nullable() });
type Holder = z.output<typeof holderSchema>;

/**
 * A data folder that belongs to this process until it ends. The lock is one of the operating system on a file in the folder (by
 * SQLite, since Node has no other access to it): one process only gets it, keeps it while it stands still, and loses it with its
 * end of any kind. So no stale lock can remain, and no process id can be mistaken for another's.
 */
export class DataFolder {
  private readonly since = new Date().toISOString();

  private constructor(
    private readonly path: string,
    /** Stays open: closing it releases the lock. */
    readonly lock: DatabaseSync,
  ) {}

  /** Changes nothing in the folder unless it gets the lock. Throws an Error that names the holder. */
  static take(path: string): DataFolder {
    mkdirSync(path, { recursive: true });
    const lock = new DatabaseSync(join(path, 'quickstart.lock'), { timeout: LOCK_WAIT_MS });
    try {
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      if (isBusy(error)) throw new Error(heldBy(path, holderOf(path)));
      throw error;
    }
    const folder = new DataFolder(path, lock);
    folder.tell(null);
    return folder;
  }

  /** Stores our process id, and the address of our UI once it runs, for processes that try later. */
  tell(url: string | null): void {
    const holder: Holder = { pid: process.pid, since: this.since, url };
    const draft = `${holderFile(this.path)}.new`;
    writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: OWNER_ONLY });
    renameSync(draft, holderFile(this.path));
  }
}

const holderFile = (path: string): string => join(path, 'quickstart.lock.json');

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;

/** Null between the lock and the write of its holder. */
function holderOf(path: string): Holder | null {
  try {
    return holderSchema.parse(parseJson(readFileSync(holderFile(path), 'utf8')));
  } catch {
    return null;
  }
}

function heldBy(path: string, holder: Holder | null): string {
  const url = holder?.url ?? null;
  const facts = [
    ...(holder === null ? [] : [`process ${holder.pid}`, `since ${holder.since}`]),
    ...(url === null ? [] : [url]),
  ];
  const who = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `another Carillon${who} runs on ${path}: stop it, or choose another folder with --data`;
}
