/**
 * The records that say which run has which user, for all executors of this host. They outlive executors: a user whose record exists is
 * given to no other run.
 */
import { readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { parseJson } from '#common/domain/parse-json.js';
import { isCode } from '#common/errors/system-error.js';
import { namesIn } from './names-in.js';
import type { CommandUser } from './process-table.js';
import { writeOnce } from './write-once.js';

export interface UserRange {
  readonly first: number;
  readonly last: number;
}

/** The holder of a user: a run, and the spool of its attempts. */
export interface Holder {
  readonly spool: string;
  readonly run: RunId;
}

export interface UserRecord {
  readonly user: CommandUser;
  /** Null if the record cannot be read. */
  readonly holder: Holder | null;
}

/** A user whose run has nothing here becomes free after this time: its run may be about to start. */
const TAKEN_MS = 2_000;
const MS_PER_SECOND = 1_000;
const RECORD = /^\d+$/;

export class UserRecords {
  constructor(
    readonly folder: string,
    private readonly range: UserRange,
    private readonly now: () => number,
  ) {}

  /** Takes the first free user for the holder; null if there is none. */
  take(holder: Holder): CommandUser | null {
    const taken = new Set(namesIn(this.folder));
    for (let uid = this.range.first; uid <= this.range.last; uid++) {
      if (!taken.has(String(uid)) && writeOnce(this.file(uid), JSON.stringify(holder))) return userOf(uid);
    }
    return null;
  }

  all(): UserRecord[] {
    return namesIn(this.folder)
      .filter((name) => RECORD.test(name))
      .map((name) => ({ user: userOf(Number(name)), holder: this.holderOf(Number(name)) }));
  }

  isOf({ uid }: CommandUser, { spool, run }: Holder): boolean {
    const holder = this.holderOf(uid);
    return holder?.run === run && holder.spool === spool;
  }

  /** Makes the record fresh, so that no other executor of this host frees the user before the attempt exists. */
  touch({ uid }: CommandUser): void {
    const seconds = this.now() / MS_PER_SECOND;
    utimesSync(this.file(uid), seconds, seconds);
  }

  isFresh({ uid }: CommandUser): boolean {
    return this.isFreshFile(this.file(uid));
  }

  remove({ uid }: CommandUser): void {
    rmSync(this.file(uid), { force: true });
  }

  /** Removes parts of records that an executor left when it died. */
  removeParts(): void {
    for (const name of namesIn(this.folder)) {
      const file = join(this.folder, name);
      if (!RECORD.test(name) && !this.isFreshFile(file)) rmSync(file, { force: true });
    }
  }

  private isFreshFile(file: string): boolean {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return this.now() - written < TAKEN_MS;
  }

  /** Null if the user was freed meanwhile, or its record cannot be read. */
  private holderOf(uid: number): Holder | null {
    try {
      return holderFile.safeParse(parseJson(readFileSync(this.file(uid), 'utf8'))).data ?? null;
    } catch (error) {
      if (isCode(error, 'ENOENT') || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  private file(uid: number): string {
    return join(this.folder, String(uid));
  }
}

const holderFile = z.object({ spool: z.string(), run: z.string().transform(asRunId) });

export const userOf = (uid: number): CommandUser => ({ uid, gid: uid });
