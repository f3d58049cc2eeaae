import { bootService } from '#common/lifecycle/service.js';
import { createWorkerApp } from '#common/lifecycle/worker-app.js';
import { appModule, Collector } from './app.module.js';
import { collectorEnv } from './config.js';

await bootService({
  service: 'log-collector',
  schema: collectorEnv,
  module: appModule,
  create: createWorkerApp,
  loops: [Collector],
});
