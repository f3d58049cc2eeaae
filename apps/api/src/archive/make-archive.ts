/** Makes the api's objects for the archive. */
import { PackReader } from '#common/cold/pack-reader.js';
import { coldStoreOf } from '#common/cold/cold-store-config.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import { ColdRunsStore } from '#common/mongo/cold-runs.store.js';
import { LogReader, ArchivedLogReader } from '#common/mongo/log-reader.js';
import { RunEventsStore } from '#common/mongo/run-events.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { ApiConfig } from '../config.js';
import { AllLogs } from '../logs/all-logs.js';
import { AllRuns } from './all-runs.js';
import { ArchiveStore } from './archive-store.js';
import { ArchivedRuns } from './archived-runs.js';

interface Made {
  readonly cold: ColdRunsStore;
  readonly archive: ArchivedRuns;
  readonly everyRun: AllRuns;
  readonly logs: AllLogs;
  /** The objects that controllers and the service's life cycle need. */
  readonly values: readonly object[];
}

export function archiveOf({ mongo, config }: ServiceParts<ApiConfig>, runs: RunReads, attempts: AttemptsStore): Made {
  const cold = new ColdRunsStore(mongo);
  const store = new ArchiveStore(coldStoreOf(config));
  const archive = new ArchivedRuns(cold, store.objects && new PackReader(store.objects));
  const inArchive = new ArchivedLogReader((run, wanted) => archive.blocks(run, 'log', wanted));
  const logs = new AllLogs(new LogReader(mongo), inArchive);
  const everyRun = new AllRuns(runs, archive, { attempts, events: new RunEventsStore(mongo) });
  return { cold, archive, everyRun, logs, values: [archive, store, logs] };
}
