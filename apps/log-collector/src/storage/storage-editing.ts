/** Edits of a job's storage by people. The collector applies them because job storage has one writer. */
import type { Clock } from '#common/clock/clock.js';
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobStorageStore, NewStorage } from '#common/mongo/job-storage.store.js';

export type StorageEdit = Payload<'deleteStorage'>;
export type StorageEdited = ReplyTo<'deleteStorage'>;

export class StorageEditing {
  constructor(
    private readonly jobStorage: JobStorageStore,
    private readonly clock: Clock,
  ) {}

  /** Makes the value, encrypted or not, the job's storage; `undefined` deletes it. Every edit is a new version. */
  async save(edit: StorageEdit, stored: Pick<NewStorage, 'value' | 'secret'>): Promise<StorageEdited> {
    const owner = { job: asJobId(edit.job), tenant: asTenantId(edit.tenant) };
    try {
      const change = { source: { actor: edit.actor }, at: this.clock.now(), ...stored };
      return { ok: true, version: await this.jobStorage.save(owner, [change], edit.expectedVersion) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'PRECONDITION_FAILED') throw error;
      return { ok: false, code: error.code, detail: error.message };
    }
  }

  /** Deletes the value, or with `forget` every version of it. */
  async delete(edit: StorageEdit): Promise<StorageEdited> {
    if (edit.forget !== true) return this.save(edit, { value: undefined });
    await this.jobStorage.deleteAll(asJobId(edit.job));
    return { ok: true, version: 0 };
  }

  /** Makes an earlier version the job's value again. */
  async restore(edit: StorageEdit, version: number): Promise<StorageEdited> {
    const versions = await this.jobStorage.versions(asJobId(edit.job));
    const wanted = versions.find((each) => each.version === version);
    if (wanted === undefined)
      return { ok: false, code: 'NOT_FOUND', detail: `version ${version} of the job storage is not stored` };
    const { deleted, value, secret } = wanted;
    return this.save(edit, deleted ? { value: undefined } : { value, ...(secret && { secret }) });
  }
}
