import type { StoredWorker } from '#common/spec/definitions.js';
import { maySeeWorkerSecrets, type Caller } from '../access/core/access.js';
import { masked } from '../jobs/core/job-secrets.js';
import type { SecretKeeper, Unreadable } from '../jobs/secret-keeper.js';
import { withHiddenSecrets, type WorkerSecrets } from './worker-secrets.js';
import { toWorkerView, type WorkerView } from './worker.view.js';

/** Shows workers, with their secrets only to callers who may see them. */
export class WorkerPresenter {
  constructor(
    private readonly keeper: SecretKeeper,
    private readonly secrets: WorkerSecrets,
  ) {}

  show(caller: Caller, worker: StoredWorker): WorkerView {
    const { httpHeaders } = worker.sealed;
    const unreadable: Unreadable[] = [];
    const note = (each: Unreadable): void => void unreadable.push(each);
    const opened = this.keeper.openHeaders(httpHeaders, note).httpHeaders;
    const spec = this.secrets.open(worker.spec, note);
    const sees = maySeeWorkerSecrets(caller, worker.spec.tenants);
    const shown = { ...worker, spec: sees ? spec : withHiddenSecrets(spec) };
    return toWorkerView(shown, { ...masked(httpHeaders), ...(sees && opened) }, unreadable);
  }
}
