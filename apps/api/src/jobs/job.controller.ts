import { asJobId } from '#common/domain/ids.js';
import { jsonValue } from '#common/spec/fields.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { JobFilter } from '#common/mongo/job-search.js';
import { sealedTextsIn } from '#common/domain/sealed-text.js';
import { SecretReads } from '../audit/secret-reads.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { jobRoutes as routes } from './job.routes.js';
import { versionChanges } from './core/version-changes.js';
import { JobPresenter } from './job.presenter.js';
import { JobService, type EditedJob } from './job.service.js';
import { JobsReader } from './jobs-reader.js';
import { tenantsToList } from '../access/require-access.js';

type Routes = typeof routes;

/** Represents a job without a next slot in the cursor of a list by next slots. */
const NO_SLOT = 0;
/** Marks the cursor of a reversed list. */
const REVERSED = -1;

@Serves(routes)
export class JobController {
  constructor(
    private readonly service: JobService,
    private readonly jobs: JobsReader,
    private readonly presenter: JobPresenter,
    private readonly reads: SecretReads,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listJobs: async (request) => {
      const { caller, query } = request;
      const filter = {
        tenants: tenantsToList(caller, query.tenant, 'viewer'),
        archived: query.archived === 'any' ? undefined : query.archived === 'true',
        worker: query.worker,
        enabled: query.enabled,
        q: query.q,
        label: query.label,
      };
      const [{ jobs, nextCursor }, total] = await Promise.all([
        this.page(filter, query),
        query.total === true ? this.jobs.total(filter) : undefined,
      ]);
      await this.reads.ofJobs(request, jobs);
      const show = await this.presenter.showing(
        caller,
        jobs.map((job) => job.id),
      );
      return { body: { items: jobs.map(show), nextCursor, ...(total && { total }) } };
    },

    createJob: async (request) => {
      const job = await this.service.create(request, request.body, request.query.fromTemplate ?? false);
      // There may be runs of a former job with the same id.
      const isFirst = job.job.rev === 1;
      const body = await this.presenter[isFirst ? 'showNew' : 'showOne'](request.caller, job.job);
      return {
        body,
        rev: job.job.rev,
        isPending: !job.isSynced,
        location: `/jobs/${encodeURIComponent(job.job.id)}`,
      };
    },

    getJob: async (request) => {
      const job = await this.service.find(request.caller, request.params.id, 'viewer');
      await this.reads.ofJobs(request, [job]);
      return this.view(request, job);
    },

    replaceJob: async (request) =>
      this.changed(request, await this.service.replace(request, request.params.id, request.body)),

    patchJob: async (request) =>
      this.changed(request, await this.service.patch(request, request.params.id, request.body)),

    deleteJob: async (request) => {
      const { isSynced } = await this.service.remove(request, request.params.id);
      return { body: null, isPending: !isSynced };
    },

    listJobVersions: async (request) => {
      const { caller, query, params } = request;
      const job = await this.service.find(caller, params.id, 'viewer');
      const place = placeFrom(query.cursor, { before: 'n' });
      const page = await this.jobs.versions(job, place?.before ?? null, query.limit);
      if (page.items.some(({ spec, sealed }) => sealedTextsIn([spec, sealed]).length > 0))
        await this.reads.ofPart(request, job, 'versions');
      return {
        body: showPage(
          page,
          (each) => this.presenter.showVersion(caller, job, each),
          (each) => [each.version],
        ),
      };
    },

    diffJobVersions: async (request) => {
      const { caller, query, params } = request;
      const job = await this.service.find(caller, params.id, 'viewer');
      const to = await this.jobs.version(job, query.to ?? job.version, 'to');
      const from = await this.jobs.version(job, query.from ?? to.version - 1, 'from');
      if ([from, to].some(({ spec, sealed }) => sealedTextsIn([spec, sealed]).length > 0))
        await this.reads.ofPart(request, job, 'versions');
      const [before, after] = [from, to].map((each) =>
        jsonValue.parse(this.presenter.showVersion(caller, job, each).job),
      );
      const changes = versionChanges(before ?? null, after ?? null);
      return { body: { from: from.version, to: to.version, changes } };
    },

    rollbackJob: async (request) =>
      this.changed(request, await this.service.rollback(request, request.params.id, request.body.version)),

    pauseJob: async (request) =>
      this.changed(
        request,
        await this.service.pause(request, request.params.id, { ...request.body, note: request.body.note ?? null }),
      ),

    resumeJob: async (request) => this.changed(request, await this.service.resume(request, request.params.id)),
  };

  /** The cursors of the orders differ in form: a cursor of another order is refused, because it would lead to a wrong place. */
  private async page(
    filter: JobFilter,
    { sort, cursor, limit }: Pick<RequestContext<Routes['listJobs']>['query'], 'sort' | 'cursor' | 'limit'>,
  ): Promise<{ jobs: readonly StoredJob[]; nextCursor: string | null }> {
    if (sort === 'nextSlot') {
      const place = placeFrom(cursor, { job: 's', at: 'n' });
      const after = place && { at: place.at === NO_SLOT ? null : place.at, job: asJobId(place.job) };
      const page = await this.jobs.listByNextSlot(filter, after, limit);
      const { items, nextCursor } = showPage(
        page,
        ({ job: each }) => each,
        ({ cursor: at }) => [at.job, at.at ?? NO_SLOT],
      );
      return { jobs: items.flatMap((job) => job ?? []), nextCursor };
    }
    const isReversed = sort === '-name';
    const form = { tenant: 's', name: 's' } as const;
    const after = placeFrom(cursor, isReversed ? { ...form, reversed: 'n' } : form);
    const page = await this.jobs.list(filter, after, limit, isReversed ? 'byNameReversed' : 'byName');
    const { items, nextCursor } = showPage(
      page,
      (job) => job,
      (job) => [job.tenant, job.spec.name, ...(isReversed ? [REVERSED] : [])],
    );
    return { jobs: items, nextCursor };
  }

  private async changed(
    request: Pick<RequestContext<Routes['getJob']>, 'caller'>,
    { job, isSynced }: EditedJob,
  ): Promise<AnswerOf<Routes['getJob']>> {
    return { ...(await this.view(request, job)), isPending: !isSynced };
  }

  private async view(
    request: Pick<RequestContext<Routes['getJob']>, 'caller'>,
    job: StoredJob,
  ): Promise<AnswerOf<Routes['getJob']>> {
    return { body: await this.presenter.showOne(request.caller, job), rev: job.rev };
  }
}
