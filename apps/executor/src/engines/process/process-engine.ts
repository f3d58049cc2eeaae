/** Attempts as processes of this host, each under a supervisor of its own that outlives this executor. */
import type { ShardSet } from '#common/domain/shards.js';
import type { AttemptId, RunId } from '#common/domain/ids.js';
import { asRunId, parseAttemptId } from '#common/domain/ids.js';
import { SharedCalls } from '#common/runtime/shared-calls.js';
import type { AttemptEnd } from '#common/run/run.js';
import { type Clock, delay } from '#common/clock/clock.js';
import { messageOf } from '#common/errors/app-error.js';
import {
  ALWAYS,
  type AttemptEngine,
  type AttemptRef,
  type CommandLaunch,
  type Found,
  type MayBegin,
  type Observation,
  type StartResult,
  type StopRequest,
  type StopResult,
} from '../engine.js';
import { commandEnvironment, type BaseEnvironment, type CommandPlace } from './command-environment.js';
import { isAlive, killMarked, signalGroup, type CommandUser } from './process-table.js';
import type { ProcessUsers } from './process-users.js';
import { ProcessSites } from './process-sites.js';
import { IDENTITY_NAME } from '#common/run/pod-contract.js';
import {
  JOB_STORAGE_FILE,
  type Spool,
  type SpoolStart,
  type StartFiles,
  type SpecFile,
  type ExitFile,
} from './spool.js';
import { SupervisorStarter } from './supervisor-starter.js';
import { constants } from 'node:os';

export interface ProcessEngineOptions {
  readonly host: string;
  /** Working folder of every command. */
  readonly workdir: string;
  /** Compiled supervisor.ts. */
  readonly supervisorFile: string;
  /** Variables of the host that every command gets: PATH, HOME, LANG. */
  readonly environment: BaseEnvironment;
  /** Folder of secrets, `<secret>/<key>` each a file; null if there is none. */
  readonly secretsDir: string | null;
  /** The spool keeps this much output of one attempt, times included: the disk of the host is shared. */
  readonly maxOutputBytes: number;
  /** Users for the commands of runs; null: they run as the executor's user. */
  readonly users?: ProcessUsers | null;
}

interface CommandHome extends Pick<CommandPlace, 'base' | 'jobStorageFile'> {
  /** Null if commands run as the executor's user. */
  readonly home: string | null;
}

/** How often attempts are checked whose supervisor is not a child of this process. */
const WATCH_MS = 250;
/** A supervisor that has not reported by then is given up. */
const SUPERVISOR_START_MS = 10_000;
/** Killed processes are gone within this time; a process that is not is stuck in the kernel. */
const KILL_WAIT_MS = 5_000;
const KILL_POLL_MS = 20;
/** The most tries to make a folder: each time that one is found and given up, another executor of this host has made it meanwhile. */
const MAX_FOLDER_TRIES = 5;

export class ProcessEngine implements AttemptEngine<'process'> {
  readonly engine = 'process';
  private listener: (observation: Observation) => void = () => undefined;
  private readonly starting = new SharedCalls<AttemptId, StartResult>();
  /** Attempts whose supervisor is not a child of this process, with their last observed state. */
  private readonly adopted = new Map<AttemptId, Found['type']>();
  private watch: NodeJS.Timeout | null = null;
  private readonly starter: SupervisorStarter;
  private readonly users: ProcessUsers | null;
  readonly sites: ProcessSites;

  constructor(
    private readonly spool: Spool,
    private readonly options: ProcessEngineOptions,
    private readonly clock: Clock,
  ) {
    this.users = options.users ?? null;
    this.sites = new ProcessSites(this.users?.root ?? spool.root, (run, path) => this.users?.share(run, path));
    this.starter = new SupervisorStarter(options.supervisorFile, SUPERVISOR_START_MS);
  }

  open(listener: (observation: Observation) => void): Promise<void> {
    this.listener = listener;
    this.spool.prepare();
    this.users?.open(() => this.runsHere());
    return Promise.resolve();
  }

  start(launch: CommandLaunch, mayBegin: MayBegin = ALWAYS): Promise<StartResult> {
    const { attempt } = launch;
    return this.starting.run(attempt, () =>
      this.begin(launch, mayBegin).catch((error: unknown) => this.spoolFailed(attempt, error)),
    );
  }

  /** The disk is full or broken: if no supervisor has started, nothing runs and the start may be repeated. */
  private spoolFailed(attempt: AttemptId, error: unknown): StartResult {
    const message = messageOf(error);
    if (this.spool.supervisor(attempt)?.pid) return { type: 'inDoubt', reason: 'SpoolUnavailable', message };
    return { type: 'refused', retryable: true, reason: 'SpoolUnavailable', message };
  }

  private async begin(launch: CommandLaunch, mayBegin: MayBegin): Promise<StartResult> {
    const { attempt, site } = launch;
    this.users?.prepare();
    if (site) await this.sites.prepare(site);
    const { home, ...place } = this.placeOf(attempt);
    const env = commandEnvironment(launch, {
      ...place,
      secretsDir: this.options.secretsDir,
      folders: {
        VC_HOSTS_DIR: site && this.sites.hostsFolder(site),
        VC_SSH_DIR: site && this.sites.keysFolder(site),
      },
    });
    if ('missing' in env) return { type: 'refused', retryable: true, reason: 'SecretMissing', message: env.missing };
    const files = startFiles(launch, {
      home,
      jobStorageFile: place.jobStorageFile,
      env: env.variables,
      cwd: this.options.workdir,
      maxOutputBytes: this.options.maxOutputBytes,
      user: this.users?.of(launch.key.run) ?? null,
    });
    const outcome = this.makeFolders(launch, files, mayBegin);
    if ('start' in outcome) return this.supervise(attempt, outcome);
    if (home !== null) this.users?.removeHome(home);
    return outcome;
  }

  /** The folder of the command's user, if it has one, and then that of the attempt. */
  private makeFolders(launch: CommandLaunch, files: StartFiles, mayBegin: MayBegin): SpoolStart | StartResult {
    const { home } = files.meta;
    try {
      if (home !== null) this.users?.furnish(home, launch.key.run, givenFiles(launch));
      return this.makeFolder(launch.attempt, files, mayBegin);
    } catch (error) {
      return this.spoolFailed(launch.attempt, error);
    }
  }

  /** Not null if this process was paused before it made the folder, and another executor has given the command's user to another run. */
  private withoutUser(attempt: AttemptId, { meta, spec }: StartFiles, start: SpoolStart): StartResult | null {
    if (this.users === null || spec.user === undefined || this.users.isOf(spec.user, asRunId(meta.run))) return null;
    const message = `the user ${spec.user.uid} of the attempt was given to another run in the meantime`;
    if (this.giveUp(attempt, start)) return { type: 'refused', retryable: true, reason: 'UserTaken', message };
    return { type: 'inDoubt', reason: 'SpoolTaken', message };
  }

  /** Returns the start if this call has made it. */
  private makeFolder(attempt: AttemptId, files: StartFiles, mayBegin: MayBegin): SpoolStart | StartResult {
    // A process that was paused must not start an attempt that others may have started and ended meanwhile: its folder is gone by then.
    if (!mayBegin()) return { type: 'notSent', message: 'the claim of the attempt ended before its folder was made' };
    for (let tries = 0; tries < MAX_FOLDER_TRIES; tries++) {
      const start = this.spool.create(attempt, files);
      if (start !== null) return this.withoutUser(attempt, files, start) ?? start;
      const state = this.lookFor(attempt);
      if (state.type !== 'absent') return this.alreadyThere(state);
    }
    return { type: 'inDoubt', reason: 'SpoolTaken', message: 'another start of the attempt is in progress' };
  }

  private async supervise(attempt: AttemptId, start: SpoolStart): Promise<StartResult> {
    const message = await this.starter.start(this.spool.folder(attempt), () => {
      this.report(attempt);
    });
    // No supervisor took the folder, so nothing runs and nothing will. If another executor has given this start up while this process was
    // paused, the folder now belongs to a start of that executor.
    if (this.giveUp(attempt, start) || !this.isThere(attempt, start))
      return { type: 'refused', retryable: true, reason: 'SpawnFailed', message };
    const running = this.spool.process(attempt);
    if (running) return { type: 'started', at: running.startedAt, node: this.options.host };
    const state = this.lookFor(attempt);
    if (state.type === 'ended') return { type: 'failed', end: state.end };
    return { type: 'created', node: this.options.host };
  }

  private alreadyThere(state: Found): StartResult {
    if (state.type === 'ended') this.listener(state);
    if (state.type === 'running')
      this.listener({ type: 'started', attempt: state.attempt, at: state.startedAt, node: state.node });
    return { type: 'alreadyStarted', node: this.options.host };
  }

  async stop(request: StopRequest): Promise<StopResult> {
    const { attempt, force } = request;
    if (request.host !== this.options.host) return { type: 'stopping' };
    await this.starting.get(attempt);
    const state = this.lookFor(attempt);
    if (state.type === 'absent') return { type: 'ended', end: this.neverStarted() };
    if (state.type === 'ended') this.listener(state);
    const running = this.spool.process(attempt);
    if (state.type === 'running' && running) signalGroup(running, force ? 'SIGKILL' : 'SIGTERM');
    return { type: 'stopping' };
  }

  recover(attempts: readonly AttemptRef[]): Promise<readonly Found[]> {
    return Promise.resolve(
      attempts.map(({ attempt, host }): Found => {
        if (host !== this.options.host || this.starting.get(attempt)) return { type: 'unknown', attempt };
        return this.lookFor(attempt);
      }),
    );
  }

  existing(shards: ShardSet): Promise<readonly AttemptId[]> {
    this.users?.free();
    return Promise.resolve(
      this.spool.attempts().filter((attempt) => {
        const key = parseAttemptId(attempt);
        return key !== null && shards.owns(key.run);
      }),
    );
  }

  async cleanUp(attempt: AttemptId): Promise<void> {
    await this.starting.get(attempt);
    const running = this.spool.process(attempt);
    if (running && !this.spool.exit(attempt)) {
      signalGroup(running, 'SIGKILL');
      await this.gone(attempt);
    }
    this.adopted.delete(attempt);
    const start = this.spool.start(attempt);
    const run = parseAttemptId(attempt)?.run;
    const isOver = run !== undefined && this.endLeftovers(run, attempt);
    // Homes of starts that never got a folder are removed, too.
    for (const home of this.users?.homes(attempt) ?? []) this.users?.removeHome(home);
    this.spool.remove(attempt, start);
    if (isOver) this.users?.forget(run);
  }

  /** If the attempt is the last of its run on this host, ends processes of the run's user. False: some may be left. */
  private endLeftovers(run: RunId, attempt: AttemptId): boolean {
    if (this.users === null) return false;
    const isLast = this.spool.attempts().every((each) => each === attempt || parseAttemptId(each)?.run !== run);
    return isLast && this.users.endLeftovers(run);
  }

  /** Prevents supervisors from taking a start and removes it. False: a supervisor has taken it, or it does not exist any more. */
  private giveUp(attempt: AttemptId, start: SpoolStart | null): boolean {
    if (!this.isThere(attempt, start)) return false;
    const isForbidden = this.spool.forbidSupervisor(attempt) || this.spool.supervisor(attempt)?.pid === 0;
    // The mark is in the folder of this start only if this folder was there before and after.
    if (!isForbidden || !this.isThere(attempt, start)) return false;
    if (start?.home != null) this.users?.removeHome(start.home);
    this.spool.remove(attempt, start);
    return true;
  }

  private isThere(attempt: AttemptId, start: SpoolStart | null): boolean {
    return this.spool.start(attempt)?.start === start?.start;
  }

  /** The private folder of the command of one start: a home of its user, if it has a user of its own. */
  private placeOf(attempt: AttemptId): CommandHome {
    const { environment } = this.options;
    if (this.users === null)
      return { home: null, base: environment, jobStorageFile: this.spool.jobStorageFile(attempt) };
    const home = this.users.newHome(attempt);
    const base = { ...environment, HOME: home, TMPDIR: home };
    return { home, base, jobStorageFile: this.users.jobStorageFile(home) };
  }

  /** Finds the runs that have something on this host. */
  private runsHere(): (run: RunId) => boolean {
    const runs = new Set(this.spool.attempts().map((attempt) => parseAttemptId(attempt)?.run));
    return (run) => runs.has(run) || this.sites.has(run);
  }

  close(): Promise<void> {
    this.users?.free();
    if (this.watch) clearInterval(this.watch);
    this.watch = null;
    this.starter.letGo();
    return Promise.resolve();
  }

  /** The state of an attempt by the spool; a running one is watched from here on. */
  private lookFor(attempt: AttemptId): Found {
    if (!this.spool.exists(attempt)) return { type: 'absent', attempt };
    const supervisor = this.spool.supervisor(attempt);
    // The starter died before a supervisor took the folder: nothing runs, and a late supervisor is prevented from starting.
    if (!supervisor || supervisor.pid === 0)
      return this.giveUp(attempt, this.spool.start(attempt)) ? { type: 'absent', attempt } : this.lookFor(attempt);
    if (!this.spool.exit(attempt) && isAlive(supervisor)) {
      const running = this.spool.process(attempt);
      const node = this.options.host;
      this.adopt(attempt, running ? 'running' : 'created');
      return running
        ? { type: 'running', attempt, startedAt: running.startedAt, node }
        : { type: 'created', attempt, node };
    }
    return this.lookAtEnd(attempt);
  }

  private lookAtEnd(attempt: AttemptId): Found {
    const running = this.spool.process(attempt);
    if (!this.spool.exit(attempt)) this.endOrphaned(attempt);
    const exit = this.spool.exit(attempt);
    if (!exit) return { type: 'absent', attempt };
    this.adopted.delete(attempt);
    return { type: 'ended', attempt, startedAt: running?.startedAt ?? null, end: endOf(exit), node: this.options.host };
  }

  /** The supervisor is dead and the end of its command is unknown: the command is ended, and this end is recorded. */
  private endOrphaned(attempt: AttemptId): void {
    const running = this.spool.process(attempt);
    if (running && isAlive(running)) signalGroup(running, 'SIGKILL');
    // The supervisor may have died after it started the command and before it noted the process.
    const home = this.spool.start(attempt)?.home ?? null;
    const file = home === null ? this.spool.jobStorageFile(attempt) : this.users?.jobStorageFile(home);
    const run = parseAttemptId(attempt)?.run;
    const uid = run && this.users?.find(run)?.uid;
    if (file !== undefined) killMarked(markOf(file), uid);
    this.spool.writeExit(attempt, {
      exitCode: null,
      signal: null,
      endedAt: this.clock.now(),
      error: 'the supervisor died; the remaining processes of the command were ended, and the exit code is not known',
    });
  }

  /** Reports changes of an attempt. */
  private report(attempt: AttemptId): void {
    const before = this.adopted.get(attempt);
    const state = this.lookFor(attempt);
    if (state.type === 'absent') this.adopted.delete(attempt);
    if (state.type === 'ended') this.listener(state);
    if (state.type === 'running' && before !== 'running')
      this.listener({ type: 'started', attempt, at: state.startedAt, node: state.node });
  }

  private adopt(attempt: AttemptId, seen: Found['type']): void {
    if (this.starter.isOurs(this.spool.folder(attempt))) return;
    this.adopted.set(attempt, seen);
    this.watch ??= setInterval(() => {
      for (const each of [...this.adopted.keys()]) this.report(each);
    }, WATCH_MS);
    this.watch.unref();
  }

  private async gone(attempt: AttemptId): Promise<void> {
    for (let waited = 0; waited < KILL_WAIT_MS && !this.spool.exit(attempt); waited += KILL_POLL_MS) {
      const supervisor = this.spool.supervisor(attempt);
      if (!supervisor || !isAlive(supervisor)) return;
      await delay(KILL_POLL_MS);
    }
  }

  private neverStarted(): AttemptEnd {
    return {
      result: 'deletedByUs',
      at: this.clock.now(),
      exitCode: null,
      reason: 'Stopped',
      message: 'the attempt was stopped before it started',
    };
  }
}

/* The files of a start, from its launch and the place of its command. */

interface StartPlace extends Pick<SpecFile, 'cwd' | 'env' | 'maxOutputBytes'> {
  /** Null if commands run as the executor's user. */
  readonly home: string | null;
  readonly jobStorageFile: string;
  /** Null if commands run as the executor's user. */
  readonly user: CommandUser | null;
}

const givenFiles = ({ jobStorage, identity }: CommandLaunch): Record<string, string> => ({
  [JOB_STORAGE_FILE]: jobStorage,
  ...(identity && { [IDENTITY_NAME]: identity.token }),
});

function startFiles(launch: CommandLaunch, place: StartPlace): StartFiles {
  const { cwd, env, maxOutputBytes, user } = place;
  return {
    meta: {
      attempt: launch.attempt,
      run: launch.key.run,
      tenant: launch.tenant,
      job: launch.job,
      startedBy: launch.startedBy,
      home: place.home,
    },
    given: user ? {} : givenFiles(launch),
    spec: {
      command: launch.command,
      cwd,
      env,
      maxOutputBytes,
      mark: markOf(place.jobStorageFile),
      ...(user && { user }),
    },
  };
}

/** Each start has a file of job storage of its own, which is named in the environment of its processes. */
const markOf = (jobStorageFile: string): string => `JOB_STORAGE_FILE=${jobStorageFile}`;

/** The convention of shells: a process that was ended by a signal has exit code 128 plus the signal's number. */
const SIGNAL_BASE = 128;

/** The end of an attempt from the exit of its process. */
function endOf({ exitCode, signal, endedAt, error, reason }: ExitFile): AttemptEnd {
  if (error !== undefined)
    return { result: 'failed', at: endedAt, exitCode, reason: reason ?? reasonOf(exitCode), message: error };
  if (signal !== null) {
    const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0;
    const code = SIGNAL_BASE + number;
    return { result: 'failed', at: endedAt, exitCode: code, reason: 'Signal', message: `ended by ${signal}` };
  }
  if (exitCode === 0) return { result: 'succeeded', at: endedAt, exitCode, reason: 'Exited', message: '' };
  return { result: 'failed', at: endedAt, exitCode, reason: 'ExitCode', message: `exit code ${String(exitCode)}` };
}

const reasonOf = (exitCode: number | null): string => (exitCode === null ? 'SupervisorLost' : 'StartError');
