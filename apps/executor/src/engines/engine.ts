/**
 * The port of the engines: how attempts are executed. Three adapters (kubernetes, webservice, process) and one
 * conformance suite (`#testing/conformance/engine-conformance.js`) that all of them pass.
 *
 * An engine chooses nothing: it starts, stops and reports. Whether an attempt is tried again, when its force is no longer
 * withheld, when it has taken too long: `decide` says so, and it is durable there. Everything here may be called twice.
 */
import type { JsonValue } from '#common/spec/fields.js';
import type { ClaimSpec } from '#common/spec/tasks.js';
import type { Engine } from '#common/spec/worker.js';
import type { AttemptId, AttemptKey, JobId, RunId, TenantId, WorkerId } from '#common/domain/ids.js';
import type { PluginSettings } from '#common/spec/plugin-arguments.js';
import type { LabelledReference } from '#common/spec/pods/pod-rights.js';
import type { AttemptEnd, AttemptResult, Instant } from '#common/run/run.js';

/** What every engine is told about an attempt. */
interface AttemptLaunch {
  readonly attempt: AttemptId;
  readonly key: AttemptKey;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly jobName: string;
  readonly worker: WorkerId;
  /** The run's shard: a label of pods, so that a replica lists and watches its own only. */
  readonly shard: number;
  /** Number of indexes of the attempt's task. */
  readonly indexCount: number;
  /** A start that is refused may be repeated until then, and not later. */
  readonly startBy: Instant;
  /** Seconds that the attempt may run once started; the executor stops it then, an engine may do so too. Null: no limit. */
  readonly timeoutSeconds: number | null;
}

/** Variables of an attempt, substituted and complete. `secret` ones are kept out of anything that others may read. */
export interface AttemptEnvironment {
  readonly plain: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
}

/** A variable taken from a secret of the engine's own place: a Kubernetes secret, or a file `<secret>/<key>` on the host. */
export interface SecretVariable {
  readonly secret: string;
  readonly key: string;
  readonly as: string;
}

export interface LaunchVolume {
  readonly mountPath: string;
  /** A claim that exists already; null: the run's own claim for this volume, else an empty folder that goes with the pod. */
  readonly claimName: string | null;
}

export const LOCAL_HOST = '127.0.0.1';

/** What all attempts of a run share: names by which they find each other, a key pair, claims that are made for it. */
export interface RunSite {
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly shard: number;
  /** A DNS label made of the job's name. */
  readonly slug: string;
  readonly namespace: string | null;
  readonly tasks: readonly { readonly name: string; readonly indexes: number }[];
  readonly svc: PluginSettings['svc'];
  readonly ssh: PluginSettings['ssh'];
  /** What a gang scheduler of the cluster is to place together, by wave; none where no such scheduler is named. */
  readonly gangs: readonly {
    readonly wave: number;
    readonly tasks: readonly string[];
    readonly members: number;
    readonly queue: string;
    readonly priorityClassName: string | null;
  }[];
  /** Claims to be made, by the position of their volume in the job. */
  readonly claims: readonly { readonly volume: number; readonly spec: ClaimSpec }[];
}

/** What was found of the site of a run. */
export interface FoundSite {
  readonly run: RunId;
  /** Engine-specific names of the things found. */
  readonly things: readonly string[];
}

/** The sites of runs on an engine. Everything may be called twice, and by several replicas at once. */
export interface RunSites {
  /**
   * Makes what is missing, and brings lists of hosts up to date. An attempt's start does it by itself; keys and claims that are
   * there are kept, so that they outlive restarts.
   */
  prepare(site: RunSite): Promise<void>;

  /** The same, where `found` shows that something is missing or old. */
  repair(site: RunSite, found: FoundSite): Promise<void>;

  /** What there is for runs of these shards; an engine that is bound to its host tells of all runs. */
  existing(shards: ReadonlySet<number>): Promise<readonly FoundSite[]>;

  /** Removes everything; claims are kept where the run may be resumed. */
  remove(site: RunSite, keep: { readonly claims: boolean }): Promise<void>;

  /** Removes what was found. */
  discard(found: FoundSite, keep: { readonly claims: boolean }): Promise<void>;
}

export interface ContainerLaunch extends AttemptLaunch {
  readonly engine: 'kubernetes';
  /** A DNS label made of the job's name: where the pod's name and hostname begin. */
  readonly slug: string;
  readonly namespace: string | null;
  readonly image: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: AttemptEnvironment;
  /** What containers that templates add are told of the attempt. */
  readonly indexEnv: Readonly<Record<string, string>>;
  readonly envFrom: readonly SecretVariable[];
  readonly resources: {
    readonly requests: Readonly<Record<string, string>>;
    readonly limits: Readonly<Record<string, string>>;
  };
  /** Templates to be laid over each other, the later over the earlier: worker's, job's, task's. */
  readonly podTemplates: readonly Readonly<Record<string, JsonValue>>[];
  /** What the templates may say; null is what the engine allows everyone. */
  readonly templatePaths: readonly string[] | null;
  /** Granted only where these objects bear labels: the engine proves it before it starts anything. None if absent. */
  readonly toProve?: readonly LabelledReference[];
  /** Its tenant is granted objects of its namespace, which is then not the common one. */
  readonly hasOwnObjects?: boolean;
  /** Its containers may run as root: an admin has said so of the worker. */
  readonly allowRoot: boolean;
  readonly imagePullSecrets: readonly string[];
  readonly serviceAccount: string | null;
  readonly restartPolicy: 'Never' | 'OnFailure';
  readonly priorityClassName: string | null;
  readonly schedulerName: string | null;
  readonly completionMode: 'Indexed' | 'NonIndexed';
  /** None if absent. */
  readonly volumes?: readonly LaunchVolume[];
  /** Null where the run shares nothing. */
  readonly site: RunSite | null;
  /** Content of the file that `JOB_STORAGE_FILE` names. */
  readonly jobStorage: string;
  /** A name given in an earlier try of this start, where the derived one was taken (`alreadyTaken`). */
  readonly name: string | null;
}

export interface CallLaunch extends AttemptLaunch {
  readonly engine: 'webservice';
  readonly url: string;
  /** Worker's and job's headers, the job's over the worker's, opened. Never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** The invocation's body as docs/api describes it. Holds secure parameters: never logged. */
  readonly body: JsonValue;
  readonly cancelUrl: string | null;
  /** The attempt of this index before this one: its cancel URL is called first. */
  readonly former: AttemptId | null;
  /** Hosts that this tenant may call; null leaves it to the service's own ranges. */
  readonly allowedHosts: readonly string[] | null;
}

export interface CommandLaunch extends AttemptLaunch {
  readonly engine: 'process';
  /** Program and arguments; at least one. */
  readonly command: readonly [string, ...string[]];
  readonly env: AttemptEnvironment;
  readonly envFrom: readonly SecretVariable[];
  /** Content of the file that `JOB_STORAGE_FILE` names. */
  readonly jobStorage: string;
  /** Null where the run shares nothing. */
  readonly site: RunSite | null;
  /** Who starts it: kept with the attempt for whoever looks into the spool. */
  readonly startedBy: string;
}

/** Everything an attempt is given. */
export type Launch = ContainerLaunch | CallLaunch | CommandLaunch;
export type LaunchOf<E extends Engine> = Extract<Launch, { engine: E }>;

/** Where an attempt runs, and what the engine calls it where that cannot be derived from its id. */
export interface Placement {
  readonly node: string | null;
  readonly name?: string;
}

export type StartResult =
  /** It runs. */
  | ({ readonly type: 'started'; readonly at: Instant } & Placement)
  /** It exists and will run when it can (a pod that is not scheduled yet); an observation says when. */
  | ({ readonly type: 'created' } & Placement)
  /** It existed before this call: running, waiting or ended; an observation says which. */
  | ({ readonly type: 'alreadyStarted' } & Placement)
  /** The claim had lapsed before anything was sent: nothing has left this process, and nothing will under that claim. */
  | { readonly type: 'notSent'; readonly message: string }
  /** Certainly not started. Retryable ones are repeated with backoff until the start deadline, others fail the attempt. */
  | { readonly type: 'refused'; readonly retryable: boolean; readonly reason: string; readonly message: string }
  /** Tried, and over already. */
  | { readonly type: 'failed'; readonly end: AttemptEnd }
  /** Nobody knows whether it started. */
  | { readonly type: 'inDoubt'; readonly reason: string; readonly message: string };

/** An attempt that the executor knows of, as far as an engine needs it to find or stop it. */
export interface AttemptRef {
  readonly attempt: AttemptId;
  /** The host whose replica claimed its start. */
  readonly host: string;
  readonly name: string | null;
  /** When its end was asked for, or null. Lets an engine tell `deletedByUs` from `deletedByOther`. */
  readonly stoppedAt: Instant | null;
}

export interface StopRequest extends AttemptRef {
  /** True: at once and by force. False: asked to end; the executor asks again with force when the grace has passed. */
  readonly force: boolean;
  readonly graceSeconds: number;
  /** Why, in a word for the worker. */
  readonly reason: string;
  /** Web service only: whom to tell. */
  readonly cancel: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null;
}

export type StopResult =
  /** Asked; an observation will say when it has ended. */
  | { readonly type: 'stopping' }
  /** It provably does not run: it never started, is gone, or cannot be told more (a web service was told to cancel). */
  | { readonly type: 'ended'; readonly end: AttemptEnd };

/** What an engine reports by itself. May come twice, late, and before the reply of `start`. */
export type Observation =
  | ({ readonly type: 'started'; readonly attempt: AttemptId; readonly at: Instant } & Placement)
  /** It exists but does not run, and why: image pull, unschedulable, missing claim. Cleared by `started`. */
  | {
      readonly type: 'waiting';
      readonly attempt: AttemptId;
      readonly reason: string;
      readonly message: string;
      /** What it has come to where it is certain that no time will heal it; the executor ends it then. */
      readonly cannotStart?: AttemptResult;
    }
  /** Its readiness for tasks that depend on it. */
  | { readonly type: 'ready'; readonly attempt: AttemptId; readonly ready: boolean }
  /** Its containers have been started again in place, so often in all. */
  | { readonly type: 'restarted'; readonly attempt: AttemptId; readonly restarts: number }
  | ({
      readonly type: 'ended';
      readonly attempt: AttemptId;
      readonly startedAt: Instant | null;
      readonly end: AttemptEnd;
    } & Placement);

/** What became of an attempt while nobody looked. */
export type Found =
  | ({ readonly type: 'running'; readonly attempt: AttemptId; readonly startedAt: Instant } & Placement)
  | ({ readonly type: 'created'; readonly attempt: AttemptId } & Placement)
  | Extract<Observation, { type: 'ended' }>
  /** Provably not there, and nothing of it will appear by itself: it may be started, or counts as gone. */
  | { readonly type: 'absent'; readonly attempt: AttemptId }
  /** This engine cannot know here: a web service's attempt, or one on another host that is alive. */
  | { readonly type: 'unknown'; readonly attempt: AttemptId };

/** Whether the claim still stands under which an attempt is started. Once false, it stays false. */
export type MayBegin = () => boolean;
export const ALWAYS: MayBegin = () => true;

export interface AttemptEngine<E extends Engine = Engine> {
  readonly engine: E;

  /** Begins to watch. Observations go to the one listener, in the order of each attempt. Called once, before anything else. */
  open(listener: (observation: Observation) => void): Promise<void>;

  /**
   * Starts an attempt at most once, however often it is called. Never throws for what the worker or its place did. `mayBegin` is
   * asked right before anything is done that cannot be undone: false, and it is not done (`notSent`).
   */
  start(launch: LaunchOf<E>, mayBegin?: MayBegin): Promise<StartResult>;

  /** Asks an attempt to end, or ends it. Harmless when it has ended. */
  stop(request: StopRequest): Promise<StopResult>;

  /** Looks for these attempts and watches from now on those that run. Gives exactly one answer for each. */
  recover(known: readonly AttemptRef[]): Promise<readonly Found[]>;

  /**
   * Attempts of these shards that exist here, ended or not. The executor asks now and then and cleans up whatever no
   * unfinished run counts among its live attempts.
   */
  existing(shards: ReadonlySet<number>): Promise<readonly AttemptId[]>;

  /**
   * Removes what is left of an attempt: its result is recorded and its output sealed (or given up). A pod's finalizer is
   * released here and nowhere else. An attempt that still runs is ended by force first.
   */
  cleanUp(attempt: AttemptId, name: string | null): Promise<void>;

  /** Where attempts of a run can share something; absent where they cannot. */
  readonly sites?: RunSites;

  /** Stops watching; attempts go on. */
  close(): Promise<void>;
}
