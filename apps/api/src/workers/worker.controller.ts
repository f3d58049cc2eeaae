import { Controller } from '@nestjs/common';
import { asWorkerId } from '#common/domain/ids.js';
import type { StoredWorker } from '#common/domain/definitions.js';
import { maySeeWorker, maySeeWorkerSecrets, type Caller } from '../access/core/access.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, Asked } from '../http/route.js';
import { Ask, Serves } from '../http/serves.js';
import { masked } from '../jobs/core/job-secrets.js';
import { SecretKeeper, type Unreadable } from '../jobs/secret-keeper.js';
import { workerRoutes as routes } from '../routes/worker.routes.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { WorkerSecrets, withHiddenSecrets } from './worker-secrets.js';
import { WorkerService, type SettledWorker } from './worker.service.js';
import { toWorkerView, type WorkerView } from './worker.view.js';

type Routes = typeof routes;

@Controller()
export class WorkerController {
  constructor(
    private readonly service: WorkerService,
    private readonly workers: WorkersStore,
    private readonly keeper: SecretKeeper,
    private readonly secrets: WorkerSecrets,
  ) {}

  @Serves(routes.listWorkers)
  async list(@Ask() { caller, query }: Asked<Routes['listWorkers']>): Promise<AnswerOf<Routes['listWorkers']>> {
    const [after] = placeFrom(query.cursor, 's') ?? [];
    const page = await this.workers.list(
      (worker) => maySeeWorker(caller, worker.spec.tenants),
      after === undefined ? null : asWorkerId(String(after)),
      query.limit,
    );
    return {
      body: showPage(
        page,
        (worker) => this.show(caller, worker),
        (worker) => [worker.id],
      ),
    };
  }

  @Serves(routes.createWorker)
  async create(@Ask() asked: Asked<Routes['createWorker']>): Promise<AnswerOf<Routes['createWorker']>> {
    const worker = await this.service.create(asked, asked.body);
    return { ...this.answer(asked.caller, worker), location: `/workers/${encodeURIComponent(worker.id)}` };
  }

  @Serves(routes.getWorker)
  async get(@Ask() { caller, params }: Asked<Routes['getWorker']>): Promise<AnswerOf<Routes['getWorker']>> {
    return this.answer(caller, await this.service.find(caller, params.id));
  }

  @Serves(routes.replaceWorker)
  async replace(@Ask() asked: Asked<Routes['replaceWorker']>): Promise<AnswerOf<Routes['replaceWorker']>> {
    return this.changed(asked.caller, await this.service.replace(asked, asked.params.id, asked.body));
  }

  @Serves(routes.patchWorker)
  async patch(@Ask() asked: Asked<Routes['patchWorker']>): Promise<AnswerOf<Routes['patchWorker']>> {
    return this.changed(asked.caller, await this.service.patch(asked, asked.params.id, asked.body));
  }

  @Serves(routes.deleteWorker)
  async delete(@Ask() asked: Asked<Routes['deleteWorker']>): Promise<AnswerOf<Routes['deleteWorker']>> {
    await this.service.remove(asked, asked.params.id);
    return { body: null };
  }

  private changed(caller: Caller, { worker, isCarried }: SettledWorker): AnswerOf<Routes['getWorker']> {
    return { ...this.answer(caller, worker), isPending: !isCarried };
  }

  private answer(caller: Caller, worker: StoredWorker): AnswerOf<Routes['getWorker']> {
    return { body: this.show(caller, worker), rev: worker.version };
  }

  private show(caller: Caller, worker: StoredWorker): WorkerView {
    const { httpHeaders } = worker.sealed;
    const unreadable: Unreadable[] = [];
    const opened = this.keeper.openHeaders(httpHeaders, (each) => void unreadable.push(each)).httpHeaders;
    const sees = maySeeWorkerSecrets(caller, worker.spec.tenants);
    const spec = this.secrets.open(worker.spec, (each) => void unreadable.push(each));
    const shown = { ...worker, spec: sees ? spec : withHiddenSecrets(spec) };
    return toWorkerView(shown, { ...masked(httpHeaders), ...(sees && opened) }, unreadable);
  }
}
