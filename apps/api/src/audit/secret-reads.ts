import type { Clock } from '#common/clock/clock.js';
import { SECRET_READ_REPEAT_MS } from '#common/domain/limits.js';
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { sealedTextsIn } from '#common/domain/sealed-text.js';
import { maySeeJobSecrets, maySeeWorkerSecrets, type Caller } from '../access/core/access.js';
import type { Mutation, MutationRecord } from '../http/route.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

interface Reader {
  readonly caller: Caller;
  readonly mutation: Mutation;
}

/** Reads that are remembered; a forgotten read is recorded again. */
const MAX_REMEMBERED = 10_000;

/** Records who reads secrets, before they are shown. Repeated reads of the same object are recorded only once in a while. */
export class SecretReads {
  private readonly recorded: TtlCache<string, true>;

  constructor(clock: Clock) {
    this.recorded = new TtlCache(MAX_REMEMBERED, SECRET_READ_REPEAT_MS, clock);
  }

  /** Records jobs whose secrets the caller sees; a list gives one entry for each tenant. */
  async ofJobs(by: Reader, jobs: readonly StoredJob[]): Promise<void> {
    const seen = jobs.filter((job) => sealedTextsIn([job.spec, job.sealed]).length > 0 && seesSecrets(by.caller, job));
    for (const [tenant, of] of Map.groupBy(seen, (job) => job.tenant)) {
      const object = of.length === 1 ? `job/${of[0]?.id ?? ''}` : 'jobs';
      await this.record(by, {
        tenant,
        object,
        detail: of.length === 1 ? 'secrets read' : `secrets of ${of.length} read`,
      });
    }
  }

  /** Records the worker if the caller sees its secrets. */
  async ofWorker(by: Reader, { id, spec, sealed }: StoredWorker): Promise<void> {
    if (sealedTextsIn([spec, sealed]).length > 0 && maySeeWorkerSecrets(by.caller, spec.tenants))
      await this.record(by, { tenant: null, object: `worker/${id}` });
  }

  /** Records reads of versions of a job, or of its saved values (`part`). */
  async ofPart(by: Reader, job: StoredJob, part: 'versions' | 'storage'): Promise<void> {
    if (seesSecrets(by.caller, job)) await this.record(by, { tenant: job.tenant, object: `job/${job.id}/${part}` });
  }

  private async record(by: Reader, about: MutationRecord): Promise<void> {
    const key = JSON.stringify([by.caller.subject, about.tenant, about.object]);
    if (this.recorded.has(key)) return;
    await by.mutation.record({ detail: 'secrets read', ...about });
    this.recorded.set(key, true);
  }
}

const seesSecrets = (caller: Caller, { tenant, spec }: StoredJob): boolean =>
  maySeeJobSecrets(caller, { tenant, owners: spec.owners ?? [] });
