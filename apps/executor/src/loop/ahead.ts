/**
 * What is read of a run ahead of the moment at which it is needed. A run that is dispatched ahead of its instant is read shortly before it, and
 * what its start needs besides while the run itself is still being loaded: so the start waits for fewer round trips. Nothing else depends on it:
 * without it each of these is read when it is needed. A run that is read too early costs a lost write, never a wrong result.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asSpecHash, asTenantId, type JobId, type RunId } from '#common/domain/ids.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { Run } from '#common/run/run.js';
import type { ExecutorConfig } from '../config.js';
import type { Success } from '../launch/context.js';
import type { LastSuccesses } from './last-successes.js';
import { storageInputs, type LaunchSources, type StorageInputs } from './launch-input.js';
import type { RunLoader, RunPlans } from './run-loader.js';
import type { WakeOptions } from './wake-timers.js';

/** The fields of an admitted run that identify the facts for its start. */
export type StartFacts = Pick<Run, 'job' | 'tenant' | 'spec'>;

/** The facts from a message, whose fields are plain strings. */
export const startFactsOf = ({ job, tenant, spec }: Readonly<Record<keyof StartFacts, string>>): StartFacts => ({
  job: asJobId(job),
  tenant: asTenantId(tenant),
  spec: asSpecHash(spec),
});

/** A value whose read began longer ago is read again: a run that has ended meanwhile may have saved a newer one. */
const MAX_AGE_MS = 100;
/** The most reads that no caller has asked for yet. With more runs at one instant, most reads would be too old when they are needed. */
const MAX_BEGUN = 128;

interface Begun {
  readonly at: number;
  readonly value: Promise<StorageInputs>;
}

export interface AheadSources {
  readonly storage: (job: JobId) => Promise<StorageInputs>;
  readonly successes: Pick<LastSuccesses, 'get'>;
  readonly plans: Pick<RunPlans, 'of'>;
  readonly loader: Pick<RunLoader, 'read' | 'keep'>;
}

export class Ahead implements LaunchSources {
  private readonly reads = new Map<JobId, Begun>();

  constructor(
    private readonly sources: AheadSources,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /**
   * The run waits for its instant: reads what stays valid until then, and returns what is to be called when the instant comes near and when it has
   * come. `start`: null if the run was not just admitted.
   */
  untilDue(run: RunId, start: StartFacts | null): Required<Pick<WakeOptions, 'onSoon' | 'onDue'>> {
    if (start) this.readLasting(start);
    return {
      onSoon: () => {
        ignored(this.readRun(run));
      },
      onDue: () => {
        this.due(start, null);
      },
    };
  }

  /** The run is loaded next: begins the reads for its start. `inserted`: the run as its maker has just stored it, which need not be read. */
  due(start: StartFacts | null, inserted: Run | null): void {
    if (inserted) this.sources.loader.keep({ run: inserted, chunks: new Map(), tables: null });
    if (start) this.begin(start);
  }

  /** The job's saved value, read now or at most `MAX_AGE_MS` ago. Throws the error of the read. */
  jobStorage(job: JobId): Promise<StorageInputs> {
    const read = this.reads.get(job);
    this.reads.delete(job);
    const isRecent = read !== undefined && this.clock.monotonic() - read.at <= MAX_AGE_MS;
    return isRecent ? read.value : this.sources.storage(job);
  }

  lastSuccess(job: JobId): Promise<Success | null> {
    return this.sources.successes.get(job);
  }

  private async readRun(run: RunId): Promise<void> {
    const { loader } = this.sources;
    const loaded = await loader.read(run);
    if (loaded) loader.keep(loaded);
  }

  /** The snapshot, which cannot change, and the job's last success, which is kept current. Both stay in their caches. */
  private readLasting({ job, tenant, spec }: StartFacts): void {
    ignored(this.sources.plans.of({ tenant, spec, overrides: null }));
    ignored(this.sources.successes.get(job));
  }

  private begin(facts: StartFacts): void {
    const now = this.clock.monotonic();
    if (this.reads.size >= MAX_BEGUN) this.forgetOld(now);
    if (this.reads.size >= MAX_BEGUN) return;
    this.readLasting(facts);
    const value = this.sources.storage(facts.job);
    ignored(value);
    this.reads.set(facts.job, { at: now, value });
  }

  private forgetOld(now: number): void {
    for (const [job, { at }] of this.reads) if (now - at > MAX_AGE_MS) this.reads.delete(job);
  }
}

/** A failure reaches the caller that asks for the value itself. */
const ignored = (read: Promise<unknown>): void => {
  read.catch(() => undefined);
};

export const aheadOf = (
  { secrets, clock }: ServiceParts<ExecutorConfig>,
  stores: { readonly jobStorage: JobStorageStore },
  others: Omit<AheadSources, 'storage'>,
): Ahead =>
  new Ahead({ storage: async (job) => storageInputs(secrets, await stores.jobStorage.current(job)), ...others }, clock);
