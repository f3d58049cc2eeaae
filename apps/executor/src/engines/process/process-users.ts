/**
 * The users of commands if the executor is root: one for each run, from a range without other use. Commands of different runs cannot read
 * the environment, memory or files of each other, nor of any service. The files that a command reads or writes are in a folder of its
 * user.
 */
import { createHash, randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { attemptSegment, type AttemptId, type RunId, asRunId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { namesIn } from './names-in.js';
import { JOB_STORAGE_FILE } from './spool.js';
import { killAllOf, type CommandUser } from './process-table.js';
import { writeOnce } from './write-once.js';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { isCode } from '#common/errors/system-error.js';

/** Others may traverse the folder but not list it. */
const PASSABLE_FOLDER = 0o711;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** The group may read the folder; only this user is in the group. */
const SHARED_FOLDER = 0o750;
const SHARED_FILE = 0o640;
/** The folder, beside those of spools, that records which run has which user, for all executors of this host. */
const USERS = '.users';
/** Names in the folder of a spool: the folder that runs share, and the file that names the spool's owner. */
const SHARED = '.runs';
const OWNER = '.spool';
/** The length of the mark that distinguishes the homes of an attempt's starts. */
const HOME_MARK_BYTES = 8;
/** Users that are freed at once: each takes the start of a process, and the executor waits for it. */
const MAX_FREED_AT_ONCE = 16;
/** No further user is freed after this time, where the ends of processes take long; the next call goes on. */
const MAX_FREEING_MS = 2_000;
const ROOT = 0;

export interface UserTools {
  readonly now: () => number;
  /** Called with the users that no run may have, because processes of their former run could not be ended. */
  readonly onStuck?: (uids: readonly number[]) => void;
  /** Ends all processes of the user; false if some may be left. By default `killAllOf`. */
  readonly endAll?: (user: CommandUser) => boolean;
}

export interface UserFolders {
  /** Shared by all executors of this host that have the same range. */
  readonly folder: string;
  readonly spool: string;
}

export class ProcessUsers {
  /** The folder for the commands of this spool. */
  readonly root: string;
  private readonly records: UserRecords;
  private readonly users = new Map<RunId, CommandUser>();
  private readonly stuck = new Set<number>();
  private runsHere: () => (run: RunId) => boolean = () => () => true;

  constructor(
    private readonly at: UserFolders,
    private readonly range: UserRange,
    private readonly tools: UserTools,
  ) {
    this.root = join(at.folder, createHash('sha256').update(at.spool).digest('hex').slice(0, 16));
    this.records = new UserRecords(join(at.folder, USERS), range, tools.now);
  }

  /**
   * `runsHere` finds the runs that have something in the spool. Throws AppError UNAVAILABLE if commands cannot run as other
   * users.
   */
  open(runsHere: () => (run: RunId) => boolean): void {
    this.runsHere = runsHere;
    this.prepare();
    this.requireChange();
    this.removeAbandoned();
    this.records.removeParts();
    this.free();
  }

  /** To be called before each start: files in a temporary folder may be cleaned up when they were not used for days. */
  prepare(): void {
    for (const path of [this.at.folder, this.root, join(this.root, SHARED)]) makeOwn(path, PASSABLE_FOLDER);
    makeOwn(this.records.folder, PRIVATE_FOLDER);
    const owner = join(this.root, OWNER);
    // An empty one names nobody.
    if (statSync(owner, { throwIfNoEntry: false })?.size === 0) rmSync(owner);
    if (!existsSync(owner)) writeOnce(owner, this.at.spool);
  }

  /** Root may lack the right to become another user, for example in a container. */
  private requireChange(): void {
    const { error } = spawnSync('/bin/sh', ['-c', ':'], { ...userOf(this.range.first), cwd: '/', env: {} });
    if (!error) return;
    const why = `commands cannot be run as user ${this.range.first}: ${error.message}`;
    throw unavailable(
      `${why}; PROCESS_UIDS=own runs them as the user of this service, which is refused in production`,
      error,
    );
  }

  /** The user of the run, the same for all its attempts on this host. Throws AppError UNAVAILABLE when all are taken. */
  of(run: RunId): CommandUser {
    const user = this.kept(run) ?? this.take(run) ?? this.takeFreed(run);
    if (user === null)
      throw unavailable(`all users of the range ${this.range.first}-${this.range.last} (PROCESS_UIDS) are in use`);
    this.users.set(run, user);
    return user;
  }

  /**
   * The folder of a command, which is its home, for one start of the attempt: an executor that was paused while others have started the
   * attempt again changes none of their files.
   */
  newHome(attempt: AttemptId): string {
    return join(this.root, `${attemptSegment(attempt)}.${randomBytes(HOME_MARK_BYTES).toString('hex')}`);
  }

  jobStorageFile(home: string): string {
    return join(home, JOB_STORAGE_FILE);
  }

  /** Makes the folder with the files that the command reads, by name. */
  furnish(home: string, run: RunId, texts: Readonly<Record<string, string>>): void {
    const user = this.of(run);
    mkdirSync(home, { mode: PRIVATE_FOLDER });
    const files = Object.entries(texts).map(([name, text]) => ({ path: join(home, name), text }));
    for (const { path, text } of files) writeFileSync(path, text, { mode: PRIVATE_FILE, flag: 'wx' });
    // The folder comes last: while it belongs to root, no other user can put anything into it.
    for (const path of [...files.map((each) => each.path), home]) chownSync(path, user.uid, user.gid);
  }

  /**
   * Lets the user of the run read a file or folder, which root still owns: root writes it again later, and if a command could replace a
   * folder by a link, root would write to the target of the link and give it away.
   */
  share(run: RunId, path: string): void {
    chownSync(path, ROOT, this.of(run).gid);
    chmodSync(path, lstatSync(path).isDirectory() ? SHARED_FOLDER : SHARED_FILE);
  }

  /** The homes of the attempt's starts. */
  homes(attempt: AttemptId): readonly string[] {
    const segment = attemptSegment(attempt);
    const names = namesIn(this.root).filter((name) => name.slice(0, name.lastIndexOf('.')) === segment);
    return names.map((name) => join(this.root, name));
  }

  removeHome(home: string): void {
    rmSync(home, { recursive: true, force: true });
  }

  /**
   * Frees users of runs that have nothing on this host any more, at most `most`, and ends processes that they left running. A user with
   * processes that cannot be ended stays out of use, and the next call tries again.
   */
  free(most = MAX_FREED_AT_ONCE): void {
    const isHere = this.runsHere();
    // Users that are stuck come last, so that they keep no other from being freed.
    const records = this.records.all().sort((a, b) => Number(this.isStuck(a)) - Number(this.isStuck(b)));
    const until = performance.now() + MAX_FREEING_MS;
    let tried = 0;
    for (const record of records) {
      if (tried >= most || performance.now() > until) break;
      if (this.isUsed(record, isHere) || this.records.isFresh(record.user)) continue;
      // An attempt of the run may have got its folder meanwhile: its start checks afterwards that the user is still the run's.
      if (this.isUsed(record, this.runsHere())) continue;
      this.giveBack(record);
      tried++;
    }
    for (const uid of this.stuck) if (!records.some(({ user }) => user.uid === uid)) this.stuck.delete(uid);
    this.tools.onStuck?.([...this.stuck]);
  }

  /** Ends what a run that has no attempt on this host any more has left running. False: some of it may be left. */
  endLeftovers(run: RunId): boolean {
    const user = this.find(run);
    return user !== null && this.endAll(user);
  }

  /** Frees the user of a run whose leftovers are ended, unless something of the run is here or about to come. */
  forget(run: RunId): void {
    const user = this.find(run);
    if (user === null || this.runsHere()(run) || this.records.isFresh(user)) return;
    this.records.remove(user);
    this.users.delete(run);
  }

  private isUsed({ holder }: UserRecord, isHere: (run: RunId) => boolean): boolean {
    if (holder === null) return false;
    return holder.spool === this.at.spool ? isHere(holder.run) : existsSync(holder.spool);
  }

  private endAll(user: CommandUser): boolean {
    return (this.tools.endAll ?? killAllOf)(user);
  }

  private isStuck({ user }: UserRecord): boolean {
    return this.stuck.has(user.uid);
  }

  private giveBack({ user, holder }: UserRecord): void {
    if (!this.endAll(user)) {
      this.stuck.add(user.uid);
      return;
    }
    this.stuck.delete(user.uid);
    this.records.remove(user);
    if (holder?.spool === this.at.spool) this.users.delete(holder.run);
  }

  private takeFreed(run: RunId): CommandUser | null {
    this.free(1);
    return this.take(run);
  }

  /** Null if all are taken. */
  private take(run: RunId): CommandUser | null {
    return this.records.take(this.asHolder(run));
  }

  private kept(run: RunId): CommandUser | null {
    const user = this.find(run);
    if (user !== null) this.records.touch(user);
    return user;
  }

  /** The user that the run has; null if it has none. */
  find(run: RunId): CommandUser | null {
    const user = this.users.get(run);
    if (user && this.isOf(user, run)) return user;
    return this.records.all().find(({ user }) => this.isOf(user, run))?.user ?? null;
  }

  /** False: another executor has freed the user, because the run had nothing here for long. */
  isOf(user: CommandUser, run: RunId): boolean {
    return this.records.isOf(user, this.asHolder(run));
  }

  private asHolder(run: RunId): Holder {
    return { spool: this.at.spool, run };
  }

  /** Folders of spools that do not exist any more. No executor removes its own folder when it stops: another may be using it. */
  private removeAbandoned(): void {
    for (const name of readdirSync(this.at.folder)) {
      const owner = join(this.at.folder, name, OWNER);
      const spool = existsSync(owner) ? readFileSync(owner, 'utf8') : '';
      // If the name is empty, it is just being written.
      if (spool !== '' && !existsSync(spool)) rmSync(join(this.at.folder, name), { recursive: true, force: true });
    }
  }
}

/** Makes a folder of ours and refuses a link that another user made: every user may be allowed to write to the path. */
function makeOwn(path: string, mode: number): void {
  mkdirSync(path, { recursive: true, mode });
  const stats = lstatSync(path);
  if (!stats.isDirectory() || stats.uid !== ROOT) throw unavailable(`${path} is not a folder that belongs to root`);
  chmodSync(path, mode);
}

const unavailable = (message: string, cause?: unknown): AppError => new AppError('UNAVAILABLE', message, { cause });

/*
 * The records that say which run has which user, for all executors of this host. They outlive executors: a user whose record exists is
 * given to no other run.
 */

interface UserRange {
  readonly first: number;
  readonly last: number;
}

/** The holder of a user: a run, and the spool of its attempts. */
interface Holder {
  readonly spool: string;
  readonly run: RunId;
}

interface UserRecord {
  readonly user: CommandUser;
  /** Null if the record cannot be read. */
  readonly holder: Holder | null;
}

/** A user whose run has nothing here becomes free after this time: its run may be about to start. */
const TAKEN_MS = 2_000;
const MS_PER_SECOND = 1_000;
const RECORD = /^\d+$/;

class UserRecords {
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

const userOf = (uid: number): CommandUser => ({ uid, gid: uid });
