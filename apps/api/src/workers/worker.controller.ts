import { asWorkerId } from '#common/domain/ids.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { maySeeWorker, type Caller } from '../access/core/access.js';
import { SecretReads } from '../audit/secret-reads.js';
import { isNamedLike } from '#common/domain/named-like.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { workerRoutes as routes } from './worker.routes.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { WorkerService, type EditedWorker } from './worker.service.js';
import { WorkerPresenter } from './worker.presenter.js';

type Routes = typeof routes;

@Serves(routes)
export class WorkerController {
  constructor(
    private readonly service: WorkerService,
    private readonly workers: WorkersStore,
    private readonly reads: SecretReads,
    private readonly presenter: WorkerPresenter,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listWorkers: async ({ caller, query }) => {
      const place = placeFrom(query.cursor, { after: 's' });
      const page = await this.workers.list(
        (worker) => maySeeWorker(caller, worker.spec.tenants) && isNamedLike(query.q, [worker.id, worker.spec.name]),
        place && asWorkerId(place.after),
        query.limit,
      );
      return {
        body: showPage(
          page,
          (worker) => this.presenter.showListed(worker),
          (worker) => [worker.id],
        ),
      };
    },

    createWorker: async (request) => {
      const worker = await this.service.create(request, request.body);
      return { ...this.answer(request.caller, worker), location: `/workers/${encodeURIComponent(worker.id)}` };
    },

    getWorker: async (request) => {
      const worker = await this.service.find(request.caller, request.params.id);
      await this.reads.ofWorker(request, worker);
      return this.answer(request.caller, worker);
    },

    replaceWorker: async (request) =>
      this.changed(request.caller, await this.service.replace(request, request.params.id, request.body)),

    patchWorker: async (request) =>
      this.changed(request.caller, await this.service.patch(request, request.params.id, request.body)),

    deleteWorker: async (request) => {
      await this.service.remove(request, request.params.id);
      return { body: null };
    },
  };

  private changed(caller: Caller, { worker, isSynced }: EditedWorker): AnswerOf<Routes['getWorker']> {
    return { ...this.answer(caller, worker), isPending: !isSynced };
  }

  private answer(caller: Caller, worker: StoredWorker): AnswerOf<Routes['getWorker']> {
    return { body: this.presenter.show(caller, worker), rev: worker.version };
  }
}
