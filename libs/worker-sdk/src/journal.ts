/**
 * The accepted work of the worker, as files: written before a start is acknowledged, and removed once the end has been
 * acknowledged. So neither a kill nor a network outage loses a result.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#common/domain/parse-json.js';
import type { Invocation } from './invocation.js';
import type { LogBatch } from './log-batches.js';

/** How an attempt has ended. */
export interface End {
  readonly state: 'FINISHED' | 'FAILED';
  readonly message?: string;
  readonly exitCode?: number;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** Log lines and values of an attempt that are not known to be stored. */
export interface Leftovers {
  readonly log: readonly LogBatch[];
  readonly storage?: { readonly value: Invocation['jobStorage'] };
}

export interface Ended {
  readonly invocation: Invocation;
  readonly end: End;
  /** They are sent before the end. */
  readonly left: Leftovers;
}

/** An entry has no end while its attempt runs. */
export type Entry = Ended | { readonly invocation: Invocation; readonly end: null };

export class Journal {
  private drafts = 0;

  /** Only its owner may read the folder: invocations contain secrets. */
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Resolves when it is on the disk. */
  async write(entry: Entry): Promise<void> {
    const file = this.fileOf(entry.invocation.attemptId);
    const draft = `${file}.${process.pid}.${(this.drafts += 1)}.new`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(entry));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  }

  async remove(attemptId: string): Promise<void> {
    await rm(this.fileOf(attemptId), { force: true });
  }

  /** The entries of an earlier process. A file that cannot be read was never acknowledged. */
  read(): Entry[] {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => {
        try {
          return [parseJson(readFileSync(join(this.folder, name), 'utf8')) as Entry];
        } catch {
          return [];
        }
      });
  }

  private fileOf(attemptId: string): string {
    return join(this.folder, `${createHash('sha256').update(attemptId).digest('hex')}.json`);
  }
}
