/** The whole public API: only these routes are served, and all of them are documented. */
import type { Route } from './http/route.js';
import { adminRoutes } from './tenants/admin.routes.js';
import { auditRoutes } from './audit/audit.routes.js';
import { herdRoutes } from './schedules/herd.routes.js';
import { backfillRoutes } from './schedules/backfill.routes.js';
import { bulkRoutes } from './bulk/bulk.routes.js';
import { callbackRoutes } from './callbacks/callback.routes.js';
import { channelRoutes } from './channels/channel.routes.js';
import { deliveryRoutes } from './deliveries/delivery.routes.js';
import { doctorRoutes } from './doctor/doctor.routes.js';
import { eventRoutes } from './events/event.routes.js';
import { errorGroupRoutes } from './failures/error-group.routes.js';
import { graphRoutes } from './graph/graph.routes.js';
import { holdRoutes } from './holds/hold.routes.js';
import { incidentRoutes } from './monitors/incident.routes.js';
import { jobRoutes } from './jobs/job.routes.js';
import { monitorRoutes } from './monitors/monitor.routes.js';
import { ruleRoutes } from './rules/rule.routes.js';
import { triggerRoutes } from './triggers/trigger.routes.js';
import { operationsRoutes } from './operations/operations.routes.js';
import { logRoutes } from './logs/log.routes.js';
import { limitRoutes } from './limits/limit.routes.js';
import { overviewRoutes } from './overview/overview.routes.js';
import { successRoutes } from './overview/success.routes.js';
import { runRoutes } from './runs/run.routes.js';
import { storageRoutes } from './storage/storage.routes.js';
import { systemRoutes } from './system/system.routes.js';
import { usageRoutes } from './usage/usage.routes.js';
import { workerRoutes } from './workers/worker.routes.js';

export const API_PATH = '/api/v1';

export const routes: readonly Route[] = [
  ...Object.values(workerRoutes),
  ...Object.values(jobRoutes),
  ...Object.values(backfillRoutes),
  ...Object.values(runRoutes),
  ...Object.values(graphRoutes),
  ...Object.values(deliveryRoutes),
  ...Object.values(channelRoutes),
  ...Object.values(monitorRoutes),
  ...Object.values(ruleRoutes),
  ...Object.values(triggerRoutes),
  ...Object.values(incidentRoutes),
  ...Object.values(errorGroupRoutes),
  ...Object.values(bulkRoutes),
  ...Object.values(logRoutes),
  ...Object.values(storageRoutes),
  ...Object.values(eventRoutes),
  ...Object.values(callbackRoutes),
  ...Object.values(adminRoutes),
  ...Object.values(auditRoutes),
  ...Object.values(holdRoutes),
  ...Object.values(doctorRoutes),
  ...Object.values(operationsRoutes),
  ...Object.values(overviewRoutes),
  ...Object.values(successRoutes),
  ...Object.values(herdRoutes),
  ...Object.values(usageRoutes),
  ...Object.values(limitRoutes),
  ...Object.values(systemRoutes),
];
