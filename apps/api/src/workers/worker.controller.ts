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
    private readonly shown: WorkerPresenter,
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
          (worker) => this.shown.showListed(worker),
          (worker) => [worker.id],
        ),
      };
    },

    createWorker: async (asked) => {
      const worker = await this.service.create(asked, asked.body);
      return { ...this.answer(asked.caller, worker), location: `/workers/${encodeURIComponent(worker.id)}` };
    },

    getWorker: async (asked) => {
      const worker = await this.service.find(asked.caller, asked.params.id);
      await this.reads.ofWorker(asked, worker);
      return this.answer(asked.caller, worker);
    },

    replaceWorker: async (asked) =>
      this.changed(asked.caller, await this.service.replace(asked, asked.params.id, asked.body)),

    patchWorker: async (asked) =>
      this.changed(asked.caller, await this.service.patch(asked, asked.params.id, asked.body)),

    deleteWorker: async (asked) => {
      await this.service.remove(asked, asked.params.id);
      return { body: null };
    },
  };

  private changed(caller: Caller, { worker, isSynced }: EditedWorker): AnswerOf<Routes['getWorker']> {
    return { ...this.answer(caller, worker), isPending: !isSynced };
  }

  private answer(caller: Caller, worker: StoredWorker): AnswerOf<Routes['getWorker']> {
    return { body: this.shown.show(caller, worker), rev: worker.version };
  }
}
