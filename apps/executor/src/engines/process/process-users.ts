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
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { attemptSegment, asRunId, type AttemptId, type RunId } from '#common/domain/ids.js';
import { parseJson } from '#common/domain/parse-json.js';
import { AppError } from '#common/errors/app-error.js';
import { isCode } from '#common/errors/system-error.js';
import { namesIn } from './names-in.js';
import { killAllOf } from './process-table.js';

export interface UserRange {
  readonly first: number;
  readonly last: number;
}

/** The user of a command; its group has the same number. */
export interface CommandUser {
  readonly uid: number;
  readonly gid: number;
}

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
const JOB_STORAGE = 'job-storage.json';
/** The length of the mark that distinguishes the homes of an attempt's starts. */
const HOME_MARK_BYTES = 8;
/** A user whose run has nothing here becomes free after this time: its run may be about to start. */
const TAKEN_MS = 2_000;
const MS_PER_SECOND = 1_000;
const ROOT = 0;

/** The holder of a user: a run, and the spool of its attempts. */
interface Holder {
  readonly spool: string;
  readonly run: RunId;
}

export class ProcessUsers {
  /** The folder for the commands of this spool. */
  readonly root: string;
  private readonly known = new Map<RunId, CommandUser>();
  private runsHere: () => (run: RunId) => boolean = () => () => true;

  /** `folder`: shared by all executors of this host that have the same range. */
  constructor(
    private readonly folder: string,
    private readonly spool: string,
    private readonly range: UserRange,
    private readonly now: () => number,
  ) {
    this.root = join(folder, createHash('sha256').update(spool).digest('hex').slice(0, 16));
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
    this.free();
  }

  /** To be called before each start: files in a temporary folder may be cleaned up when they were not used for days. */
  prepare(): void {
    for (const path of [this.folder, this.root, join(this.root, SHARED)]) makeOwn(path, PASSABLE_FOLDER);
    makeOwn(join(this.folder, USERS), PRIVATE_FOLDER);
    const owner = join(this.root, OWNER);
    if (!existsSync(owner)) writeFileSync(owner, this.spool, { mode: PRIVATE_FILE });
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
    this.known.set(run, user);
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
    return join(home, JOB_STORAGE);
  }

  /** Makes the folder with the files that the command reads. */
  furnish(home: string, run: RunId, jobStorage: string): void {
    const [file, user] = [this.jobStorageFile(home), this.of(run)];
    mkdirSync(home, { mode: PRIVATE_FOLDER });
    writeFileSync(file, jobStorage, { mode: PRIVATE_FILE, flag: 'wx' });
    // The folder comes last: while it belongs to root, no other user can put anything into it.
    for (const path of [file, home]) chownSync(path, user.uid, user.gid);
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

  /** Frees the users of runs that have nothing on this host any more, and ends processes that they left running. */
  free(): void {
    const isHere = this.runsHere();
    for (const { user, holder } of this.records()) {
      const isUsed = holder.spool === this.spool ? isHere(holder.run) : existsSync(holder.spool);
      if (isUsed || this.isFresh(user)) continue;
      // An attempt of the run may have got its folder meanwhile: its start checks afterwards that the user is still the run's.
      if (holder.spool === this.spool && this.runsHere()(holder.run)) continue;
      killAllOf(user.uid);
      rmSync(this.record(user), { force: true });
      if (holder.spool === this.spool) this.known.delete(holder.run);
    }
  }

  private takeFreed(run: RunId): CommandUser | null {
    this.free();
    return this.take(run);
  }

  /** Null if all are taken. */
  private take(run: RunId): CommandUser | null {
    const holder: Holder = { spool: this.spool, run };
    for (let uid = this.range.first; uid <= this.range.last; uid++) {
      try {
        writeFileSync(this.record(userOf(uid)), JSON.stringify(holder), { flag: 'wx', mode: PRIVATE_FILE });
        return userOf(uid);
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      }
    }
    return null;
  }

  /** The file is touched so that no other executor of this host frees the user before the attempt exists. */
  private kept(run: RunId): CommandUser | null {
    const known = this.known.get(run);
    const user =
      known && this.isOf(known, run) ? known : this.records().find((each) => this.isOf(each.user, run))?.user;
    if (user === undefined) return null;
    const seconds = this.now() / MS_PER_SECOND;
    utimesSync(this.record(user), seconds, seconds);
    return user;
  }

  /** False: another executor has freed the user, because the run had nothing here for long. */
  isOf(user: CommandUser, run: RunId): boolean {
    const holder = this.holderOf(user);
    return holder?.run === run && holder.spool === this.spool;
  }

  private records(): { readonly user: CommandUser; readonly holder: Holder }[] {
    return namesIn(join(this.folder, USERS)).flatMap((name) => {
      const user = userOf(Number(name));
      const holder = this.holderOf(user);
      return holder ? [{ user, holder }] : [];
    });
  }

  /** Null if the user was freed meanwhile, or is just being taken. */
  private holderOf(user: CommandUser): Holder | null {
    try {
      const text = readFileSync(this.record(user), 'utf8');
      return text === '' ? null : holderFile.parse(parseJson(text));
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  private isFresh(user: CommandUser): boolean {
    const written = statSync(this.record(user), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return this.now() - written < TAKEN_MS;
  }

  private record({ uid }: CommandUser): string {
    return join(this.folder, USERS, String(uid));
  }

  /** Folders of spools that do not exist any more. No executor removes its own folder when it stops: another may be using it. */
  private removeAbandoned(): void {
    for (const name of readdirSync(this.folder)) {
      const owner = join(this.folder, name, OWNER);
      const spool = existsSync(owner) ? readFileSync(owner, 'utf8') : '';
      // If the name is empty, it is just being written.
      if (spool !== '' && !existsSync(spool)) rmSync(join(this.folder, name), { recursive: true, force: true });
    }
  }
}

const holderFile = z.object({ spool: z.string(), run: z.string().transform(asRunId) });

const userOf = (uid: number): CommandUser => ({ uid, gid: uid });

/** Makes a folder of ours and refuses a link that another user made: every user may be allowed to write to the path. */
function makeOwn(path: string, mode: number): void {
  mkdirSync(path, { recursive: true, mode });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== ROOT) throw unavailable(`${path} is not a folder that belongs to root`);
  chmodSync(path, mode);
}

const unavailable = (message: string, cause?: unknown): AppError => new AppError('UNAVAILABLE', message, { cause });
