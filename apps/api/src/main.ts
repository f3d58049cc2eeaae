import { bootService } from '#common/lifecycle/service.js';
import { AppModule } from './app.module.js';
import { ArchiveStore } from './archive/archive-store.js';
import { checkedApiEnv } from './config.js';
import { createHttpApp } from './http-app.js';

await bootService({
  service: 'api',
  schema: checkedApiEnv,
  module: (parts) => AppModule.of(parts),
  create: async (module, parts) => createHttpApp(module, parts),
  loops: [ArchiveStore],
});
