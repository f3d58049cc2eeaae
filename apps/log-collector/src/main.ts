import { setFlagsFromString } from 'node:v8';
import { bootService } from '#common/lifecycle/service.js';
import { createWorkerApp } from '#common/lifecycle/worker-app.js';
import { appModule } from './app.module.js';
import { Collecting } from './collecting.js';
import { collectorEnv } from './config.js';

/**
 * Lines go through this process by the hundred thousand a second and none stays. Left to itself the heap grows to several times
 * what lives in it; collected whenever it has grown by so much, it keeps small for some more processor. The size of its young
 * part can only be given at the start of the process (`--max-semi-space-size`, in all places that start it), as can what the C
 * library keeps of freed memory (`MALLOC_TRIM_THRESHOLD_`).
 */
const HEAP_GROWTH_PERCENT = 30;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

await bootService({
  service: 'log-collector',
  schema: collectorEnv,
  module: appModule,
  create: createWorkerApp,
  loops: [Collecting],
});
