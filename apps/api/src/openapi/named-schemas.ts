/** Names of the schemas that people speak of; the others are named after their operation. */
import type { z } from 'zod';
import { calendarSpec, newCalendar } from '#common/contracts/calendar.js';
import { jsonObject } from '#common/contracts/common.js';
import { jobReplacement, newJob, runRequest } from '#common/contracts/job.js';
import { scheduleSpec } from '#common/contracts/schedule.js';
import { newTenant } from '#common/contracts/tenant.js';
import { newWorker, workerReplacement } from '#common/contracts/worker.js';
import { calendarView } from '../calendars/calendar.view.js';
import { jobVersionView, jobView } from '../jobs/job.view.js';
import { attemptView, eventView, runView } from '../runs/run.view.js';
import { storageVersionView } from '../storage/storage.view.js';
import { tenantView } from '../tenants/tenant.view.js';
import { callerView, newTokenView, tokenView } from '../tokens/token.view.js';
import { workerView } from '../workers/worker.view.js';

export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Worker: workerView,
  NewWorker: newWorker,
  WorkerReplacement: workerReplacement,
  Job: jobView,
  NewJob: newJob,
  JobReplacement: jobReplacement,
  JobVersion: jobVersionView,
  Schedule: scheduleSpec,
  Run: runView,
  RunRequest: runRequest,
  RunTransition: eventView,
  Attempt: attemptView,
  StorageVersion: storageVersionView,
  Tenant: tenantView,
  NewTenant: newTenant,
  Token: tokenView,
  NewToken: newTokenView,
  Caller: callerView,
  Calendar: calendarView,
  NewCalendar: newCalendar,
  CalendarReplacement: calendarSpec,
  JsonObject: jsonObject,
};
