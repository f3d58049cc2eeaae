import { bootService } from '#common/lifecycle/service.js';
import { HoldWatch } from '#common/holds/hold-watch.js';
import { createWorkerApp } from '#common/lifecycle/worker-app.js';
import { appModule } from './app.module.js';
import { schedulerEnv } from './config.js';
import { PlanLoop } from './plan/plan-loop.js';
import { Sweeps } from './sweeps/sweeps.js';

await bootService({
  service: 'scheduler',
  schema: schedulerEnv,
  module: appModule,
  create: createWorkerApp,
  loops: [HoldWatch, Sweeps, PlanLoop],
});
