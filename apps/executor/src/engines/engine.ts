/**
 * The port of the engines, which execute attempts. Three adapters (kubernetes, webservice, process) pass one conformance suite
 * (`#testing/conformance/engine-conformance.js`).
 *
 * An engine makes no choices: it starts, stops and reports. `reconcile` decides durably whether an attempt is retried, when it is
 * stopped by force and when it has taken too long. Every method may be called twice.
 */
import type { ShardSet } from '#common/domain/shards.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { SecretReference } from '#common/spec/secret-reference.js';
import type { CallMethod, HttpCallSpec } from '#common/spec/http-call.js';
import type { ClaimSpec } from '#common/spec/volumes.js';
import type { Engine } from '#common/spec/worker.js';
import type { AttemptId, AttemptKey, JobId, RunId, TenantId, WorkerId } from '#common/domain/ids.js';
import type { PluginSettings } from '#common/spec/plugin-arguments.js';
import type { LabelledReference } from '#common/spec/pods/pod-rights.js';
import type { AttemptEnd, AttemptResult, Instant, RunOutputs } from '#common/run/run.js';
import type { Requested } from '#common/usage/usage.js';

/** The facts about an attempt that every engine gets. */
interface AttemptLaunch {
  readonly attempt: AttemptId;
  readonly key: AttemptKey;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly jobName: string;
  readonly worker: WorkerId;
  /** Number of indexes of the attempt's task. */
  readonly indexCount: number;
  /** Secrets of providers, which are read right before the start; none if absent. `namespace`: that of the tenant's pods. */
  readonly outside?: { readonly references: readonly SecretReference[]; readonly namespace: string | null };
  /** The identity of the attempt; none if absent. */
  readonly identity?: IdentityGrant;
  /** A refused start may be repeated until then. */
  readonly startBy: Instant;
  /** Seconds that the attempt may run after its start; the executor stops it then, an engine may do so, too. Null: no limit. */
  readonly timeoutSeconds: number | null;
}

/** The identity token of an attempt, and where it is renewed. Never logged. */
export interface IdentityGrant {
  readonly token: string;
  readonly url: string;
}

/** Variables of an attempt with all references substituted. `secret` ones must not be readable by others. */
export interface AttemptEnvironment {
  readonly plain: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
}

/** A variable from a secret of the workers' environment: a Kubernetes secret, or a file `<secret>/<key>` on the host. */
export interface SecretVariable {
  readonly secret: string;
  readonly key: string;
  readonly as: string;
}

export interface LaunchVolume {
  readonly mountPath: string;
  /** An existing volume claim; null: the run's own claim for this volume, else an empty folder that is removed with the pod. */
  readonly claimName: string | null;
}

export const LOCAL_HOST = '127.0.0.1';

/** The objects that all attempts of a run share: names by which they find each other, a key pair, volume claims. */
export interface RunSite {
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  /** A DNS label made of the job's name. */
  readonly slug: string;
  readonly namespace: string | null;
  readonly tasks: readonly { readonly name: string; readonly indexes: number }[];
  readonly svc: PluginSettings['svc'];
  readonly ssh: PluginSettings['ssh'];
  /** The groups that a gang scheduler of the cluster places together, by wave; none if no such scheduler is named. */
  readonly gangs: readonly {
    readonly wave: number;
    readonly tasks: readonly string[];
    readonly members: number;
    readonly queue: string;
    readonly priorityClassName: string | null;
  }[];
  /** Volume claims to be made, by the position of their volume in the job. */
  readonly claims: readonly { readonly volume: number; readonly spec: ClaimSpec }[];
}

/** The parts of a run's site that exist. */
export interface FoundSite {
  readonly run: RunId;
  /** Engine-specific names of the objects found. */
  readonly things: readonly string[];
}

/** The sites of runs on an engine. Every method may be called twice, and by several replicas at once. */
export interface RunSites {
  /**
   * Makes missing objects and updates lists of hosts. A start of an attempt does this, too; existing keys and claims are kept, so they
   * outlive restarts.
   */
  prepare(site: RunSite): Promise<void>;

  /** The same as `prepare`, if `found` shows that an object is missing or outdated. */
  repair(site: RunSite, existing: FoundSite): Promise<void>;

  /** The sites of runs of these shards; an engine that is bound to its host reports the sites of all runs. */
  existing(shards: ShardSet): Promise<readonly FoundSite[]>;

  /** Removes everything; volume claims are kept if the run may be resumed. */
  remove(site: RunSite, keep: { readonly claims: boolean }): Promise<void>;

  /** Removes a site that was found. */
  discard(site: FoundSite, keep: { readonly claims: boolean }): Promise<void>;
}

export interface ContainerLaunch extends AttemptLaunch {
  readonly engine: 'kubernetes';
  /** A DNS label made of the job's name: the beginning of the pod's name and hostname. */
  readonly slug: string;
  readonly namespace: string | null;
  readonly image: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: AttemptEnvironment;
  /** The variables of containers that templates add. */
  readonly indexEnv: Readonly<Record<string, string>>;
  readonly envFrom: readonly SecretVariable[];
  readonly resources: {
    readonly requests: Readonly<Record<string, string>>;
    readonly limits: Readonly<Record<string, string>>;
  };
  /** Pod templates, the later over the earlier: worker's, job's, task's. */
  readonly podTemplates: readonly Readonly<Record<string, JsonValue>>[];
  /** The fields that the templates may set; null: the fields that the engine allows every tenant. */
  readonly templatePaths: readonly string[] | null;
  /** Objects that are granted only if they have certain labels: the engine checks that before it starts anything. None if absent. */
  readonly toProve?: readonly LabelledReference[];
  /** The tenant is granted objects of its own namespace, which must not be the shared one. */
  readonly hasOwnObjects?: boolean;
  /** The pod's containers may run as root, because an admin set that for the worker. */
  readonly allowRoot: boolean;
  readonly imagePullSecrets: readonly string[];
  readonly serviceAccount: string | null;
  readonly restartPolicy: 'Never' | 'OnFailure';
  readonly priorityClassName: string | null;
  readonly schedulerName: string | null;
  readonly completionMode: 'Indexed' | 'NonIndexed';
  /** None if absent. */
  readonly volumes?: readonly LaunchVolume[];
  /** Null if the run shares nothing. */
  readonly site: RunSite | null;
  /** The content of the file that `JOB_STORAGE_FILE` names. */
  readonly jobStorage: string;
  /** Job storage contains a secret: it is put into the attempt's Secret and not into the pod. */
  readonly hasSecretStorage?: boolean;
  /** A name from an earlier try of this start, if the derived name was taken (`alreadyTaken`). */
  readonly name: string | null;
}

export interface CallLaunch extends AttemptLaunch {
  readonly engine: 'webservice';
  readonly url: string;
  /** Headers of the worker, overridden by those of the job, decrypted. Never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the invocation as docs/openapi.json describes it. It contains secure parameters and is never logged. */
  readonly body: JsonValue;
  readonly cancelUrl: string | null;
  /** The previous attempt of this index: its cancel URL is called first. */
  readonly former: AttemptId | null;
  /** Hosts that this tenant may call; null: the hosts that the service allows. */
  readonly allowedHosts: readonly string[] | null;
  /** The call whose answer ends the attempt; null: the answer accepts the work, which callbacks report. */
  readonly call: EndingCall | null;
}

/** What is sent in place of the invocation, and how its answer is judged. */
export interface EndingCall {
  readonly method: CallMethod;
  /** With all references substituted. It may contain secrets and is never logged. */
  readonly body: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly success: HttpCallSpec['success'];
  /** JSON Pointers into the answer, by the names of outputs. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Whether the call may be sent again after its replica has died. */
  readonly mayRepeat: boolean;
  /** `secret`: that of the client, once it has been read. */
  readonly oauth: (NonNullable<HttpCallSpec['auth']>['oauth'] & { readonly secret: string | null }) | null;
}

export interface CommandLaunch extends AttemptLaunch {
  readonly engine: 'process';
  /** Program and arguments; at least one. */
  readonly command: readonly [string, ...string[]];
  readonly env: AttemptEnvironment;
  readonly envFrom: readonly SecretVariable[];
  /** The content of the file that `JOB_STORAGE_FILE` names. */
  readonly jobStorage: string;
  /** Null if the run shares nothing. */
  readonly site: RunSite | null;
  /** The replica that starts it, kept in the spool for diagnosis. */
  readonly startedBy: string;
}

/** Everything an attempt is given. */
export type Launch = ContainerLaunch | CallLaunch | CommandLaunch;
export type LaunchOf<E extends Engine> = Extract<Launch, { engine: E }>;

/** The place where an attempt runs, and its engine-specific name if that cannot be derived from its id. */
export interface Placement {
  readonly node: string | null;
  readonly name?: string;
  /** What it requests of its node; nothing if absent. */
  readonly requested?: Requested;
}

export type StartResult =
  /** The attempt runs. */
  | ({ readonly type: 'started'; readonly at: Instant } & Placement)
  /** The attempt exists and will run when it can (a pod that is not scheduled yet); an observation reports its start. */
  | ({ readonly type: 'created' } & Placement)
  /** The attempt existed before this call: running, waiting or ended; an observation reports which. */
  | ({ readonly type: 'alreadyStarted' } & Placement)
  /** The claim had lapsed before anything was sent: nothing will be sent under that claim. */
  | { readonly type: 'notSent'; readonly message: string }
  /**
   * The attempt certainly has not started. Retryable refusals are repeated with backoff until the start deadline, others fail the attempt.
   */
  | {
      readonly type: 'refused';
      readonly retryable: boolean;
      readonly reason: string;
      readonly message: string;
      /** The instant at which the worker asked to be called again. */
      readonly retryAt?: Instant;
    }
  /** The attempt has started and ended already. */
  | { readonly type: 'failed'; readonly end: AttemptEnd }
  /** It is unknown whether the attempt started. */
  | { readonly type: 'inDoubt'; readonly reason: string; readonly message: string };

/** The facts about an attempt that an engine needs to find or stop it. */
export interface AttemptRef {
  readonly attempt: AttemptId;
  /** The host of the replica that claimed its start. */
  readonly host: string;
  readonly name: string | null;
  /** When the executor asked it to end, or null. Distinguishes `deletedByUs` from `deletedByOther`. */
  readonly stoppedAt: Instant | null;
}

export interface StopRequest extends AttemptRef {
  /** True: by force, at once. False: asked to end; the executor asks again with force after the grace. */
  readonly force: boolean;
  readonly graceSeconds: number;
  /** The reason, as one word for the worker. */
  readonly reason: string;
  /** Another replica makes the call whose answer is the end of the attempt. */
  readonly isElsewhere?: boolean;
  /** Web service only: the address to call. */
  readonly cancel: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null;
}

export type StopResult =
  /** The request was accepted; an observation will report the end. */
  | { readonly type: 'stopping' }
  /**
   * The attempt certainly does not run: it never started, is gone, or no further action is possible (the cancel call to a web service was
   * sent).
   */
  | { readonly type: 'ended'; readonly end: AttemptEnd };

/** A report of an engine. It may arrive twice, late, and before the reply of `start`. */
export type Observation =
  | ({ readonly type: 'started'; readonly attempt: AttemptId; readonly at: Instant } & Placement)
  /** The attempt exists but does not run, with the reason: image pull, unschedulable, missing volume claim. Cleared by `started`. */
  | {
      readonly type: 'waiting';
      readonly attempt: AttemptId;
      readonly reason: string;
      readonly message: string;
      /** The result if the attempt certainly can never start; the executor ends it then. */
      readonly cannotStart?: AttemptResult;
    }
  /** Its readiness for tasks that depend on it. */
  | { readonly type: 'ready'; readonly attempt: AttemptId; readonly ready: boolean }
  /** The number of restarts of its containers in place. */
  | { readonly type: 'restarted'; readonly attempt: AttemptId; readonly restarts: number }
  | ({
      readonly type: 'ended';
      readonly attempt: AttemptId;
      readonly startedAt: Instant | null;
      readonly end: AttemptEnd;
      readonly outputs?: RunOutputs;
      /** The incarnation that made the call, where a call is the attempt: another may make it again. */
      readonly by?: string;
    } & Placement);

export type Waiting = Extract<Observation, { readonly type: 'waiting' }>;

/** The state of an attempt that was not watched. */
export type Found =
  | ({ readonly type: 'running'; readonly attempt: AttemptId; readonly startedAt: Instant } & Placement)
  | ({ readonly type: 'created'; readonly attempt: AttemptId } & Placement)
  | Extract<Observation, { type: 'ended' }>
  /** The attempt certainly does not exist and will not appear by itself: it may be started, or counts as gone. */
  | { readonly type: 'absent'; readonly attempt: AttemptId }
  /** This engine cannot know the state: an attempt of a web service, or one on another host that is alive. */
  | { readonly type: 'unknown'; readonly attempt: AttemptId };

/** True while the claim under which an attempt is started is valid. Once false, it stays false. */
export type MayBegin = () => boolean;
export const ALWAYS: MayBegin = () => true;

export interface AttemptEngine<E extends Engine = Engine> {
  readonly engine: E;

  /** Begins to watch. Observations go to the one listener, in order for each attempt. Called once, before anything else. */
  open(listener: (observation: Observation) => void): Promise<void>;

  /** A hint that `start` will be called once its claim is saved. Nothing may be sent until then, and `start` is not called if the claim fails. */
  prepare?(launch: LaunchOf<E>): void;

  /**
   * Starts an attempt at most once, even if it is called repeatedly. Never throws for failures of the worker or its environment.
   * `mayBegin` is called right before anything irreversible; when it returns false, nothing is done (`notSent`).
   */
  start(launch: LaunchOf<E>, mayBegin?: MayBegin): Promise<StartResult>;

  /** Asks an attempt to end, or ends it. Without effect when it has ended. */
  stop(request: StopRequest): Promise<StopResult>;

  /** Finds these attempts and watches those that run. Returns exactly one answer for each. */
  recover(attempts: readonly AttemptRef[]): Promise<readonly Found[]>;

  /**
   * All attempts of these shards that exist, ended or not. The executor calls this regularly and cleans up attempts that no unfinished run
   * has among its live attempts.
   */
  existing(shards: ShardSet): Promise<readonly AttemptId[]>;

  /**
   * Removes the objects of an attempt whose result is recorded and whose output is sealed (or given up). Only here a pod's finalizer is
   * removed. An attempt that still runs is first ended by force.
   */
  cleanUp(attempt: AttemptId, name: string | null): Promise<void>;

  /** The sites of runs; absent if attempts cannot share anything. */
  readonly sites?: RunSites;

  /** Attempts that end with this process; none if absent. */
  underWay?(): readonly AttemptId[];

  /** Waits for these for so long, and reports the ends of those that it must leave. */
  drain?(ms: number): Promise<void>;

  /** Stops watching; attempts continue. */
  close(): Promise<void>;
}

/** The engines that this replica runs, at most one of each kind. */
export interface EngineSet {
  readonly kubernetes?: AttemptEngine<'kubernetes'>;
  readonly webservice?: AttemptEngine<'webservice'>;
  readonly process?: AttemptEngine<'process'>;
}

/** Routes calls to the engine that they concern. Nothing is known of attempts on an engine that this replica does not run. */
export class Engines {
  constructor(private readonly set: EngineSet) {}

  get names(): Engine[] {
    return this.all().map(({ engine }) => engine);
  }

  async open(listener: (observation: Observation) => void): Promise<void> {
    for (const engine of this.all()) await engine.open(listener);
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((engine) => engine.close()));
  }

  /** A hint that `start` will be called once its claim is saved; until then nothing is sent. */
  prepare(launch: Launch): void {
    if (launch.engine === 'webservice') this.set.webservice?.prepare?.(launch);
  }

  start(launch: Launch, mayBegin: MayBegin): Promise<StartResult> {
    switch (launch.engine) {
      case 'kubernetes':
        return this.set.kubernetes?.start(launch, mayBegin) ?? refusal(launch.engine);
      case 'webservice':
        return this.set.webservice?.start(launch, mayBegin) ?? refusal(launch.engine);
      case 'process':
        return this.set.process?.start(launch, mayBegin) ?? refusal(launch.engine);
    }
  }

  async stop(engine: Engine, request: StopRequest): Promise<StopResult | null> {
    return (await this.set[engine]?.stop(request)) ?? null;
  }

  async recover(engine: Engine, attempts: readonly AttemptRef[]): Promise<readonly Found[]> {
    return (await this.set[engine]?.recover(attempts)) ?? [];
  }

  /** Attempts that end with this process. */
  underWay(): readonly AttemptId[] {
    return this.set.webservice?.underWay?.() ?? [];
  }

  async drain(ms: number): Promise<void> {
    await this.set.webservice?.drain?.(ms);
  }

  async existing(engine: Engine, shards: ShardSet): Promise<readonly AttemptId[]> {
    return (await this.set[engine]?.existing(shards)) ?? [];
  }

  async cleanUp(engine: Engine, attempt: AttemptId, name: string | null): Promise<void> {
    await this.set[engine]?.cleanUp(attempt, name);
  }

  /** The sites of runs on the engine; null if attempts cannot share anything. */
  sitesOf(engine: Engine): RunSites | null {
    return this.set[engine]?.sites ?? null;
  }

  private all(): (AttemptEngine<'kubernetes'> | AttemptEngine<'webservice'> | AttemptEngine<'process'>)[] {
    return [this.set.kubernetes, this.set.webservice, this.set.process].filter((engine) => engine !== undefined);
  }
}

const refusal = (engine: Engine): Promise<StartResult> =>
  Promise.resolve({
    type: 'refused',
    retryable: true,
    reason: 'EngineUnavailable',
    message: `this executor does not run the ${engine} engine`,
  });
