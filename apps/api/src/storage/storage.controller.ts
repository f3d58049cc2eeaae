import { MASK } from '#common/domain/mask.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { StorageVersion } from '#common/run/output.js';
import { AppError } from '#common/errors/app-error.js';
import { SecretReads } from '../audit/secret-reads.js';
import { notFound } from '../access/require-access.js';
import { matches } from '../http/core/etag.js';
import { placeFrom, showPage } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { JobService, type EditRequest } from '../jobs/job.service.js';
import { storageRoutes as routes, toStorageVersionView } from './storage.routes.js';
import { requireStorageSize } from './storage-size.js';
import { StoragePort, type StorageEdit } from './storage-port.js';
import { StorageReader } from './storage-reader.js';

/** Job storage is read here; the log-collector writes it, which also saves the values that runs print. */
@Serves(routes)
export class StorageController {
  constructor(
    private readonly jobs: JobService,
    private readonly storage: StorageReader,
    private readonly port: StoragePort,
    private readonly reads: SecretReads,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    getStorage: async (request) => {
      const { caller, params } = request;
      const job = await this.jobs.find(caller, params.id, 'viewer');
      const current = await this.storage.current(caller, job);
      if (!current) throw notFound(`storage of the job ${job.id}: nothing is saved`);
      if (current.secret) await this.reads.ofPart(request, job, 'storage');
      return { body: current.value, rev: current.version };
    },

    listStorageVersions: async (request) => {
      const { caller, params, query } = request;
      const job = await this.jobs.find(caller, params.id, 'viewer');
      const before = placeFrom(query.cursor, { before: 'n' })?.before ?? Infinity;
      const older = (await this.storage.versions(caller, job)).filter(({ version }) => version < before);
      const items = older.slice(0, query.limit);
      if (items.some(({ secret }) => secret)) await this.reads.ofPart(request, job, 'storage');
      const page = { items, lastSeen: older.length > items.length ? (items.at(-1) ?? null) : null };
      return { body: showPage(page, toStorageVersionView, ({ version }) => [version]) };
    },

    putStorage: async (request) => {
      const value = request.body;
      requireStorageSize(value);
      const unchanged = await this.unchanged(request, request.params.id, value);
      if (unchanged) return { body: MASK, rev: unchanged.version };
      const edit = await this.editOf(request, request.params.id);
      return { body: value, rev: await this.port.put(edit, value) };
    },

    deleteStorage: async (request) => {
      const edit = await this.editOf(request, request.params.id);
      await this.port.delete(edit);
      return { body: null };
    },

    restoreStorage: async (request) => {
      const { version } = request.body;
      const edit = await this.editOf(request, request.params.id, `version ${version}`);
      const rev = await this.port.restore(edit, version);
      const job = await this.jobs.find(request.caller, request.params.id, 'editor');
      const restored = (await this.storage.versions(request.caller, job)).find((each) => each.version === rev);
      return { body: restored?.value ?? null, rev };
    },
  };

  /** The value that the caller saw as `***` and writes back; null if it writes another value. */
  private async unchanged({ caller }: EditRequest, id: string, value: JsonValue): Promise<StorageVersion | null> {
    if (value !== MASK) return null;
    const current = await this.storage.current(caller, await this.jobs.find(caller, id, 'editor'));
    return current?.secret === true && current.value === MASK ? current : null;
  }

  /** Judges and records an edit. Throws PRECONDITION_FAILED if the value was changed since it was read. */
  private async editOf({ caller, ifMatch, mutation }: EditRequest, id: string, detail?: string): Promise<StorageEdit> {
    const job = await this.jobs.find(caller, id, 'editor');
    const [newest] = ifMatch === null ? [] : await this.storage.versions(caller, job);
    const present = ifMatch === null ? null : (newest?.version ?? 0);
    const isAbsent = ifMatch?.kind === 'absent' && newest?.deleted === true;
    if (present !== null && !isAbsent && !matches(ifMatch, present)) {
      throw new AppError('PRECONDITION_FAILED', `the job storage has version ${present}`);
    }
    const about = { tenant: job.tenant, object: `job/${job.id}/storage` };
    await mutation.record(detail === undefined ? about : { ...about, detail });
    return { v: 1, job: job.id, tenant: job.tenant, actor: caller.name, expectedVersion: present };
  }
}
