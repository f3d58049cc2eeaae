import type { StoredWorker } from '#common/spec/definitions.js';
import { maySeeWorkerSecrets, type Caller } from '../access/core/access.js';
import { masked } from '../jobs/core/job-secrets.js';
import type { SecretKeeper, Unreadable } from '../jobs/secret-keeper.js';
import type { OutsideWorkers } from './outside-workers.js';
import { withHiddenSecrets, type WorkerSecrets } from './worker-secrets.js';
import { toWorkerView, type WorkerView } from './worker.routes.js';

/** Shows workers, with their secrets only to callers who may see them. */
export class WorkerPresenter {
  constructor(
    private readonly keeper: SecretKeeper,
    private readonly secrets: WorkerSecrets,
    private readonly outside: OutsideWorkers,
  ) {}

  show(caller: Caller, worker: StoredWorker): WorkerView {
    return this.viewOf(worker, maySeeWorkerSecrets(caller, worker.spec.tenants));
  }

  /** A worker in a list, which shows secrets to nobody: so that opening a list is not recorded as reading them. */
  showListed(worker: StoredWorker): WorkerView {
    return this.viewOf(worker, false);
  }

  private viewOf(worker: StoredWorker, sees: boolean): WorkerView {
    const { httpHeaders } = worker.sealed;
    const unreadable: Unreadable[] = [];
    const note = (each: Unreadable): void => void unreadable.push(each);
    const opened = this.keeper.openHeaders(httpHeaders, note).httpHeaders;
    const spec = this.secrets.open(worker.spec, note);
    const view = { ...worker, spec: sees ? spec : withHiddenSecrets(spec) };
    return toWorkerView(
      view,
      { ...masked(httpHeaders), ...(sees && opened) },
      unreadable,
      this.outside.refusalOf(worker),
    );
  }
}
