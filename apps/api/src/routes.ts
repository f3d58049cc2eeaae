/** The whole public API: only these routes are served, and all of them are documented. */
import type { Route } from './http/route.js';
import { calendarRoutes } from './calendars/calendar.routes.js';
import { scheduleRoutes } from './schedules/schedule.routes.js';
import { tenantRoutes } from './tenants/tenant.routes.js';
import { tokenRoutes } from './tokens/token.routes.js';
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
import { jobBatchRoutes, jobRoutes } from './jobs/job.routes.js';
import { monitorRoutes } from './monitors/monitor.routes.js';
import { ruleRoutes } from './rules/rule.routes.js';
import { triggerRoutes } from './triggers/trigger.routes.js';
import { operationsRoutes } from './operations/operations.routes.js';
import { logRoutes } from './logs/log.routes.js';
import { limitRoutes } from './limits/limit.routes.js';
import { outcomeRoutes, overviewRoutes } from './overview/overview.routes.js';
import { successRoutes } from './overview/success.routes.js';
import { runJobRoutes, runRoutes } from './runs/run.routes.js';
import { storageRoutes } from './storage/storage.routes.js';
import { systemRoutes } from './system/system.routes.js';
import { usageRoutes } from './usage/usage.routes.js';
import { workerRoutes } from './workers/worker.routes.js';

export const API_PATH = '/api/v1';

export const routes: readonly Route[] = [
  workerRoutes,
  jobRoutes,
  jobBatchRoutes,
  runJobRoutes,
  scheduleRoutes,
  backfillRoutes,
  runRoutes,
  graphRoutes,
  deliveryRoutes,
  channelRoutes,
  monitorRoutes,
  ruleRoutes,
  triggerRoutes,
  incidentRoutes,
  errorGroupRoutes,
  bulkRoutes,
  logRoutes,
  storageRoutes,
  eventRoutes,
  callbackRoutes,
  tenantRoutes,
  tokenRoutes,
  calendarRoutes,
  auditRoutes,
  holdRoutes,
  doctorRoutes,
  operationsRoutes,
  overviewRoutes,
  outcomeRoutes,
  successRoutes,
  herdRoutes,
  usageRoutes,
  limitRoutes,
  systemRoutes,
].flatMap((table) => Object.values<Route>(table));
