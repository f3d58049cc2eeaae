import { asJobId } from '#common/domain/ids.js';
import { Random } from './support/random.js';
import { storesOf, type Line } from './support/stores.js';
import { storesSuite } from './support/stores-suite.js';
import { Tables } from './support/tables.js';

const nothing = (): void => undefined;
const nobody = {
  scheduleSaved: nothing,
  limitSaved: nothing,
  runInserted: nothing,
  runSaved: nothing,
  runRemoved: nothing,
  backfillSaved: nothing,
};
const line: Line = { call: (apply) => Promise.resolve().then(apply) };

storesSuite(() => {
  const tables = new Tables(nobody, () => 0);
  const put = (apply: () => unknown): Promise<void> => {
    apply();
    return Promise.resolve();
  };
  return Promise.resolve({
    stores: storesOf(line, tables, new Random(1)),
    putJob: (job) => put(() => tables.jobs.set(job.id, job)),
    putWorker: (worker) => put(() => tables.workers.set(worker.id, worker)),
    putTenant: (tenant) => put(() => tables.tenants.set(tenant.id, tenant)),
    putCalendar: (calendar) => put(() => tables.calendars.set(`${calendar.tenant}/${calendar.id}`, calendar)),
    remove: (run) =>
      put(() => {
        tables.removeRun(run);
      }),
    gapsOf: (job) => Promise.resolve([...tables.gaps.values()].filter((gap) => gap.job === asJobId(job))),
    close: () => Promise.resolve(),
  });
});
