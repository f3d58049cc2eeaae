/**
 * Reads the facts that starts of a job need besides their run: its snapshot, its saved value, and its last success. For a run that is due
 * these reads begin while the run itself is still being loaded, so that its start waits for fewer round trips.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asSpecHash, asTenantId, type JobId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { Success } from '../launch/context.js';
import type { LastSuccesses } from './last-successes.js';
import type { LaunchSources, StorageInputs } from './launcher.js';
import type { RunPlans } from './run-plans.js';

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

export interface StartReadSources {
  readonly storage: (job: JobId) => Promise<StorageInputs>;
  readonly successes: Pick<LastSuccesses, 'get'>;
  readonly plans: Pick<RunPlans, 'of'>;
}

export class StartReads implements LaunchSources {
  private readonly reads = new Map<JobId, Begun>();

  constructor(
    private readonly sources: StartReadSources,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /**
   * Reads facts that stay valid until the start: the snapshot, which cannot change, and the job's last success, which is kept current.
   * Both stay in their caches.
   */
  readAhead({ job, tenant, spec }: StartFacts): void {
    ignored(this.sources.plans.of({ tenant, spec, overrides: null }));
    ignored(this.sources.successes.get(job));
  }

  /** Begins the reads for a start that will soon need all of the facts. Only a hint: without it each fact is read when it is needed. */
  begin(facts: StartFacts): void {
    const now = this.clock.monotonic();
    if (this.reads.size >= MAX_BEGUN) this.forgetOld(now);
    if (this.reads.size >= MAX_BEGUN) return;
    this.readAhead(facts);
    const value = this.sources.storage(facts.job);
    ignored(value);
    this.reads.set(facts.job, { at: now, value });
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

  private forgetOld(now: number): void {
    for (const [job, { at }] of this.reads) if (now - at > MAX_AGE_MS) this.reads.delete(job);
  }
}

/** A failure reaches the caller that asks for the value itself. */
const ignored = (read: Promise<unknown>): void => {
  read.catch(() => undefined);
};
