import { Controller } from '@nestjs/common';
import { asWorkerId } from '#common/domain/ids.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { maySeeWorker, type Caller } from '../access/core/access.js';
import { SecretReads } from '../audit/secret-reads.js';
import { isNamedLike } from '#common/domain/named-like.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { workerRoutes as routes } from './worker.routes.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { WorkerService, type EditedWorker } from './worker.service.js';
import { WorkerPresenter } from './worker.presenter.js';

type Routes = typeof routes;

@Controller()
export class WorkerController {
  constructor(
    private readonly service: WorkerService,
    private readonly workers: WorkersStore,
    private readonly reads: SecretReads,
    private readonly shown: WorkerPresenter,
  ) {}

  @Serves(routes.listWorkers)
  async list(
    @Req() { caller, query }: RequestContext<Routes['listWorkers']>,
  ): Promise<AnswerOf<Routes['listWorkers']>> {
    const [after] = placeFrom(query.cursor, 's') ?? [];
    const page = await this.workers.list(
      (worker) => maySeeWorker(caller, worker.spec.tenants) && isNamedLike(query.q, [worker.id, worker.spec.name]),
      after === undefined ? null : asWorkerId(String(after)),
      query.limit,
    );
    return {
      body: showPage(
        page,
        (worker) => this.shown.showListed(worker),
        (worker) => [worker.id],
      ),
    };
  }

  @Serves(routes.createWorker)
  async create(@Req() asked: RequestContext<Routes['createWorker']>): Promise<AnswerOf<Routes['createWorker']>> {
    const worker = await this.service.create(asked, asked.body);
    return { ...this.answer(asked.caller, worker), location: `/workers/${encodeURIComponent(worker.id)}` };
  }

  @Serves(routes.getWorker)
  async get(@Req() asked: RequestContext<Routes['getWorker']>): Promise<AnswerOf<Routes['getWorker']>> {
    const worker = await this.service.find(asked.caller, asked.params.id);
    await this.reads.ofWorker(asked, worker);
    return this.answer(asked.caller, worker);
  }

  @Serves(routes.replaceWorker)
  async replace(@Req() asked: RequestContext<Routes['replaceWorker']>): Promise<AnswerOf<Routes['replaceWorker']>> {
    return this.changed(asked.caller, await this.service.replace(asked, asked.params.id, asked.body));
  }

  @Serves(routes.patchWorker)
  async patch(@Req() asked: RequestContext<Routes['patchWorker']>): Promise<AnswerOf<Routes['patchWorker']>> {
    return this.changed(asked.caller, await this.service.patch(asked, asked.params.id, asked.body));
  }

  @Serves(routes.deleteWorker)
  async delete(@Req() asked: RequestContext<Routes['deleteWorker']>): Promise<AnswerOf<Routes['deleteWorker']>> {
    await this.service.remove(asked, asked.params.id);
    return { body: null };
  }

  private changed(caller: Caller, { worker, isSynced }: EditedWorker): AnswerOf<Routes['getWorker']> {
    return { ...this.answer(caller, worker), isPending: !isSynced };
  }

  private answer(caller: Caller, worker: StoredWorker): AnswerOf<Routes['getWorker']> {
    return { body: this.shown.show(caller, worker), rev: worker.version };
  }
}
