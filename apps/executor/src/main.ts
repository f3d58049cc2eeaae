import { bootService } from '#common/lifecycle/service.js';
import { HoldWatch } from '#common/holds/hold-watch.js';
import { createWorkerApp } from '#common/lifecycle/worker-app.js';
import { appModule } from './app.module.js';
import { executorEnv } from './config.js';
import { RightsWatch } from './engines/kubernetes/rights-watch.js';
import { ArchiveLoops } from './archive/make-archive.js';
import { EventLoops } from './events/make-events.js';
import { ExportLoop } from './export/make-export.js';
import { ExecutorLoops } from './executor-loops.js';
import { DeadManPing } from './notify/dead-man-ping.js';
import { NotificationLoops } from './notify/notification-loops.js';
import { SecretLoops } from './secrets/secret-loops.js';
import { FailureLoop } from './failures/make-failures.js';
import { UsageLoop } from './usage/make-usage.js';
import { WatchLoops } from './watch/watch-loops.js';

await bootService({
  service: 'executor',
  schema: executorEnv,
  module: appModule,
  create: createWorkerApp,
  waitsMs: ({ CALL_DRAIN_SECONDS }) => CALL_DRAIN_SECONDS * 1_000,
  loops: [
    ...[HoldWatch, SecretLoops],
    ...[
      ArchiveLoops,
      NotificationLoops,
      WatchLoops,
      FailureLoop,
      UsageLoop,
      ExportLoop,
      EventLoops,
      RightsWatch,
      DeadManPing,
    ],
    // The last to start is the first to stop: results of starts are saved before the wait for work that any replica may repeat.
    ExecutorLoops,
  ],
});
