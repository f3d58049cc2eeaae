/** Names of the well-known schemas; the others are named after their operation. */
import type { z } from 'zod';
import { calendarSpec, newCalendar } from '#common/spec/calendar.js';
import { monitorSpec, newMonitor } from '#common/spec/monitor.js';
import { newRule, ruleSpec } from '#common/spec/rule.js';
import { newTrigger, triggerSpec } from '#common/spec/trigger.js';
import { channelSpec, channelTarget, newChannel } from '#common/spec/channel.js';
import { jsonObject, jsonValue } from '#common/spec/fields.js';
import { jobReplacement, newJob, runRequest } from '#common/spec/job.js';
import { scheduleSpec } from '#common/spec/schedule.js';
import { newTenant } from '#common/spec/tenant.js';
import { newWorker, workerReplacement } from '#common/spec/worker.js';
import { calendarView } from '../calendars/calendar.routes.js';
import { errorGroupView } from '../failures/error-group.routes.js';
import { incidentView } from '../monitors/incident.routes.js';
import { monitorView } from '../monitors/monitor.routes.js';
import { ruleView } from '../rules/rule.routes.js';
import { triggerDeliveryView, triggerView } from '../triggers/trigger.routes.js';
import { channelView } from '../channels/channel.routes.js';
import { cloudEvent } from '../events/event.routes.js';
import { deliveryView } from '../deliveries/delivery.routes.js';
import { jobVersionView, jobView } from '../jobs/job.view.js';
import { attemptView } from '../runs/attempt.view.js';
import { eventView, runDetailView, runView } from '../runs/run.view.js';
import { overview, recentRuns } from '../overview/overview.routes.js';
import { storageVersionView } from '../storage/storage.routes.js';
import { tenantView } from '../tenants/tenant.routes.js';
import { callerView, newTokenView, tokenView } from '../tokens/token.routes.js';
import { workerView } from '../workers/worker.routes.js';

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
  RunDetail: runDetailView,
  RunRequest: runRequest,
  RunTransition: eventView,
  Attempt: attemptView,
  StorageVersion: storageVersionView,
  Delivery: deliveryView,
  Monitor: monitorView,
  NewMonitor: newMonitor,
  MonitorReplacement: monitorSpec,
  Rule: ruleView,
  NewRule: newRule,
  RuleReplacement: ruleSpec,
  Trigger: triggerView,
  NewTrigger: newTrigger,
  TriggerReplacement: triggerSpec,
  TriggerDelivery: triggerDeliveryView,
  Incident: incidentView,
  ErrorGroup: errorGroupView,
  Channel: channelView,
  CloudEvent: cloudEvent,
  NewChannel: newChannel,
  ChannelReplacement: channelSpec,
  ChannelTarget: channelTarget,
  RecentRuns: recentRuns,
  Overview: overview,
  Tenant: tenantView,
  NewTenant: newTenant,
  Token: tokenView,
  NewToken: newTokenView,
  Caller: callerView,
  Calendar: calendarView,
  NewCalendar: newCalendar,
  CalendarReplacement: calendarSpec,
  JsonObject: jsonObject,
  JsonValue: jsonValue,
};
