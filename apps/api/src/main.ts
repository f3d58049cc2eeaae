import { fileURLToPath } from 'node:url';
import { bootService } from '#common/lifecycle/service.js';
import { AppModule } from './app.module.js';
import { ArchiveStore } from './archive/archive-store.js';
import { checkedApiEnv } from './config.js';
import { createHttpApp } from './http-app.js';

const icsWorkerFile = fileURLToPath(new URL('./calendars/ics-worker.js', import.meta.url));

await bootService({
  service: 'api',
  schema: checkedApiEnv,
  module: (parts) => AppModule.of(parts, icsWorkerFile),
  create: async (module, parts) => createHttpApp(module, parts),
  loops: [ArchiveStore],
});
