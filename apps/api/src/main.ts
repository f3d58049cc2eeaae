import { builtFile } from '#common/lifecycle/built-file.js';
import { bootService } from '#common/lifecycle/service.js';
import { AppModule } from './app.module.js';
import { ArchiveStore } from './archive/archive-store.js';
import { checkedApiEnv } from './config.js';
import { createHttpApp } from './http-app.js';

await bootService({
  service: 'api',
  schema: checkedApiEnv,
  module: (parts) => AppModule.of(parts, builtFile('apps/api/src/calendars/ics-worker.js')),
  create: async (module, parts) => createHttpApp(module, parts),
  loops: [ArchiveStore],
});
