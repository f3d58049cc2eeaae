import { bootService } from '#common/lifecycle/service.js';
import { createWorkerApp } from '#common/lifecycle/worker-app.js';
import { appModule } from './app.module.js';
import { executorEnv } from './config.js';
import { Executing } from './executing.js';
import { Notifying } from './notify/notifying.js';

await bootService({
  service: 'executor',
  schema: executorEnv,
  module: appModule,
  create: createWorkerApp,
  loops: [Executing, Notifying],
});
