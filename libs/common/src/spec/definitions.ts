/** Definitions as they are stored: the public shape without its secrets, and the encrypted secrets beside it. */
import type { JobSpec } from './job.js';
import type { RunChange } from './tasks.js';
import type { WorkerSpec, Engine } from './worker.js';
import { type JobId, type TenantId, type WorkerId, asWorkerId, type SpecHash } from '../domain/ids.js';
import type { ClusterAccess } from './pods/cluster-access.js';
import type { Instant } from '../run/run.js';

/** Secret values, each encrypted by the secret box; header names stay readable. */
export interface SealedSecrets {
  /** JSON of the secure parameters; null if there are none. */
  readonly secureParameters: string | null;
  readonly httpHeaders: Readonly<Record<string, string>>;
  /** JSON of the defaults of secret options, by name; none if absent. */
  readonly options?: string | null;
}

/** Who paused a job, and why. */
export interface PauseNote {
  readonly by: string;
  readonly at: Instant;
  readonly note: string | null;
  /** Lists omit the job unless archived jobs are requested. */
  readonly archived?: true;
}

/** The stored content of a job without its secrets. */
export interface StoredJobSpec extends Omit<JobSpec, 'secureParameters' | 'httpHeaders'> {
  /** True if an admin has set references of its pods beyond what its tenant is granted: these stay valid until they are changed. */
  readonly podsByAdmin?: true;
  /** True if an admin has set variables of `secretsFrom` that others may not set: they stay valid until `secretsFrom` is changed. */
  readonly secretsByAdmin?: true;
  /** The subject of its identity tokens (`subjectOf`), where it has an identity. */
  readonly identitySubject?: string;
}

export interface StoredJob {
  readonly id: JobId;
  readonly tenant: TenantId;
  /** Counts edits from 1; every version is kept in `jobVersions`. Pausing is not an edit. */
  readonly version: number;
  /**
   * The version with which it was created, where its id had belonged to a deleted job: earlier versions are of that job and are never
   * shown. 1 if absent.
   */
  readonly firstVersion?: number;
  /** Guards every write, pausing included. */
  readonly rev: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly updatedBy: string;
  readonly spec: StoredJobSpec;
  readonly sealed: SealedSecrets;
  /**
   * Where the job has a `url` of its own: names, in lower case, of its worker's headers that are sent there. Headers that the worker
   * is given later are not sent. None if absent.
   */
  readonly workerHeaders?: readonly string[];
  readonly paused: PauseNote | null;
  /** When it was last resumed: earlier failures do not pause it again. Absent if it never was. */
  readonly resumedAt?: Instant;
  /** Set by DELETE: the schedule stops, the history stays until retention. */
  readonly deletedAt: Instant | null;
}

/** Objects under the job's id belong to it from this time on: a former job with that id may have left older objects. */
export const ownSince = ({ firstVersion, createdAt }: Pick<StoredJob, 'firstVersion' | 'createdAt'>): Instant =>
  firstVersion === undefined ? 0 : createdAt;

export interface StoredWorker {
  readonly id: WorkerId;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly updatedBy: string;
  readonly spec: Omit<WorkerSpec, 'httpHeaders'>;
  readonly sealed: { readonly httpHeaders: Readonly<Record<string, string>> };
}

export interface LogLimits {
  readonly maxBytesPerAttempt: number | null;
  readonly maxBytesPerRun: number | null;
}

export interface Tenant {
  readonly id: TenantId;
  readonly name: string;
  /** Runs of the tenant that may be unfinished and admitted at once; null is no limit. */
  readonly maxActiveRuns: number | null;
  readonly maxJobs: number | null;
  /** Sizes of the tenant's concurrency groups by name; a group that is not named here has one permit. */
  readonly groups?: Readonly<Record<string, number>>;
  /** Its share against other tenants; 1 if absent. */
  readonly weight?: number;
  /** Shares of its groups by name, 1 for one that is not named; if absent, runs of all groups are served in one line. */
  readonly groupWeights?: Readonly<Record<string, number>>;
  /** The most of an executor's permits that it may take, in percent; null, or no value, is no limit. */
  readonly maxSharePercent?: number | null;
  /** Bytes of log text that are kept; null, or no value, leaves it to the service. */
  readonly logLimits?: LogLimits | null;
  readonly namespace: string | null;
  readonly webserviceHosts: readonly string[] | null;
  /** The fields that its pod templates may set; null, or no value, means the common list. */
  readonly podTemplatePaths?: readonly string[] | null;
  /** The objects of the cluster to which its jobs may refer; null, or no value, means none. */
  readonly clusterAccess?: ClusterAccess | null;
  readonly retention: {
    readonly successful: number;
    readonly failed: number;
    readonly maxAgeSeconds: number;
    /** 0, or no value: its runs are not archived. */
    readonly archiveSeconds?: number;
  };
  /** Other tenants whose jobs may run after its jobs, and see their ends and outputs; none if absent. */
  readonly dependents?: readonly string[];
  /** For whom its jobs may have identity tokens; nobody if absent. */
  readonly identityAudiences?: readonly string[];
  readonly createdAt: Instant;
  /** Set if a removed tenant had this id: older objects belong to that tenant and are never shown. */
  readonly since?: Instant;
  readonly rev: number;
}

export const DEFAULT_RETENTION = { successful: 100, failed: 100, maxAgeSeconds: 30 * 86_400 } as const;

export const ROLES = ['viewer', 'operator', 'editor', 'owner', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** An access token; only the hash of its secret is kept. `tenant: "*"` with `admin` is everything. */
export interface Token {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the secret part, hex. */
  readonly hash: string;
  readonly roles: readonly { readonly tenant: string; readonly role: Role }[];
  readonly createdAt: Instant;
  readonly createdBy: string;
  /**
   * Stable identities of its creators, such as `token:<id>`: the last one created this token, each of the others created the token of
   * the next. Absent in sessions, which no other subject has created.
   */
  readonly makers?: readonly string[];
  readonly expiresAt: Instant | null;
  /** Only for a session: the person that the issuer named at the sign-in. All other tokens are subjects themselves. */
  readonly subject?: string;
  /** When it was last used, to the minute; absent until it is used. */
  readonly lastUsedAt?: Instant | null;
}

export const RUN_COMMANDS = ['abort', 'resume', 'terminate', 'restart', 'complete', 'kill'] as const;
export type RunCommandName = (typeof RUN_COMMANDS)[number];

/** A command on a run; durable before it is answered, applied once by the run's current owner. */
export interface RunCommand {
  readonly id: string;
  readonly run: string;
  readonly shard: number;
  /** People give all but `preempt`: by it the scheduler requests the permits of a run for a run of higher priority. */
  readonly command: RunCommandName | 'change' | 'preempt';
  /** The validated change of a `change` command, merged with earlier changes by `mergeChanges`. */
  readonly change?: RunChange;
  readonly reason: string | null;
  readonly graceSeconds: number | null;
  readonly actor: string;
  readonly at: Instant;
}

/* The immutable snapshot that a run refers to: its worker and job as they were when the run was admitted. */

export type WorkerSnapshot = Omit<WorkerSpec, 'httpHeaders' | 'template'>;

export interface TaskWorker {
  readonly id: WorkerId;
  readonly version: number;
  readonly worker: WorkerSnapshot;
  /** Header name to sealed value, the job's over the worker's. */
  readonly httpHeaders: Readonly<Record<string, string>>;
}

/**
 * Secrets inside are sealed strings: `job.secureParameters` is replaced by `sealed.secureParameters`, header values by
 * sealed values of the same names, the defaults of secret options by `sealed.options`.
 */
export interface RunSpec {
  readonly hash: SpecHash;
  readonly jobId: string;
  readonly jobVersion: number;
  readonly workerId: string;
  readonly workerVersion: number;
  readonly engine: Engine;
  readonly job: StoredJobSpec;
  readonly worker: WorkerSnapshot;
  /** Workers of tasks that name their own; none if absent. */
  readonly taskWorkers?: readonly TaskWorker[];
  readonly sealed: {
    /** JSON of the job's secure parameters, sealed; null if it has none. */
    readonly secureParameters: string | null;
    /** Header name to sealed value, the job's over the worker's. */
    readonly httpHeaders: Readonly<Record<string, string>>;
    /** JSON of the defaults of secret options by name, sealed; none if absent. */
    readonly options?: string | null;
  };
}

/** The workers that a job's tasks name themselves, each once, in rising order. */
export function taskWorkersOf({ tasks = [] }: Pick<JobSpec, 'tasks'>): readonly WorkerId[] {
  const named = tasks.flatMap(({ worker }) => (worker === undefined ? [] : [worker]));
  return [...new Set(named)].sort().map(asWorkerId);
}
