/** The whole public API: what is not here is not served, and what is here is documented. */
import type { Route } from '../http/route.js';
import { adminRoutes } from './admin.routes.js';
import { auditRoutes } from './audit.routes.js';
import { backfillRoutes } from './backfill.routes.js';
import { callbackRoutes } from './callback.routes.js';
import { eventRoutes } from './event.routes.js';
import { jobRoutes } from './job.routes.js';
import { logRoutes } from './log.routes.js';
import { runRoutes } from './run.routes.js';
import { storageRoutes } from './storage.routes.js';
import { workerRoutes } from './worker.routes.js';

export const API_PATH = '/api/v1';

export const routes: readonly Route[] = [
  ...Object.values(workerRoutes),
  ...Object.values(jobRoutes),
  ...Object.values(backfillRoutes),
  ...Object.values(runRoutes),
  ...Object.values(logRoutes),
  ...Object.values(storageRoutes),
  ...Object.values(eventRoutes),
  ...Object.values(callbackRoutes),
  ...Object.values(adminRoutes),
  ...Object.values(auditRoutes),
];
