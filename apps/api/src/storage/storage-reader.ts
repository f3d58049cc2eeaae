import { MASK } from '#common/domain/mask.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { StorageVersion } from '#common/run/output.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { openStoredValue } from '#common/secrets/stored-value.js';
import { maySeeJobSecrets, type Caller } from '../access/core/access.js';

/** Job storage as the caller may see it: a value that contains secrets of a run is shown as `***` to others. */
export class StorageReader {
  constructor(
    private readonly storage: Pick<JobStorageStore, 'current' | 'versions'>,
    private readonly box: Pick<SecretBox, 'open'>,
  ) {}

  /** The value now; null while there is none. */
  async current(caller: Caller, job: StoredJob): Promise<StorageVersion | null> {
    const current = await this.storage.current(job.id);
    return current && this.visible(caller, job, current);
  }

  /** The kept versions, newest first. */
  async versions(caller: Caller, job: StoredJob): Promise<StorageVersion[]> {
    return (await this.storage.versions(job.id)).map((each) => this.visible(caller, job, each));
  }

  /** A value whose key is gone is hidden from every caller. */
  private visible(caller: Caller, job: StoredJob, version: StorageVersion): StorageVersion {
    if (version.secret !== true) return version;
    const isTheirs = maySeeJobSecrets(caller, { tenant: job.tenant, owners: job.spec.owners ?? [] });
    // Wrapped in an object, because null is a value, too.
    const opened = isTheirs ? readable(() => ({ value: openStoredValue(this.box, version) })) : null;
    return { ...version, value: opened === null ? MASK : opened.value };
  }
}
