import type { TenantId } from '#common/domain/ids.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog, type Logger } from '#common/logging/logger.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import { TriggerDeliveriesStore } from '#common/mongo/trigger-deliveries.store.js';
import { TriggersStore } from '#common/mongo/triggers.store.js';
import { OutsideNats } from '#common/nats/outside-nats.js';
import type { ApiConfig } from '../config.js';
import type { AuditLog } from '../http/audit-log.js';
import type { RunService } from '../runs/run.service.js';
import { NotedRefusals } from './noted-refusals.js';
import { TriggerFiring } from './trigger-firing.js';
import { TriggerIntake } from './trigger-intake.js';
import { TriggerListener, type HeardStream } from './trigger-listener.js';
import { TriggerKeeper } from './trigger.keeper.js';
import { TriggerOwners } from './trigger-owners.js';
import { TriggerRuns } from './trigger-runs.js';

/** The parts of triggers. */
export function triggerPartsOf(
  { mongo, secrets, clock, metrics, config, log: serviceLog }: ServiceParts<ApiConfig>,
  using: {
    readonly jobs: JobsStore;
    readonly tokens: TokensStore;
    readonly runs: RunService;
    readonly audit: AuditLog;
  },
): { values: readonly object[]; definitions: readonly { removeAll(tenant: TenantId): Promise<void> }[] } {
  const log = moduleLog(serviceLog, 'triggers');
  const triggers = new TriggersStore(mongo);
  const deliveries = new TriggerDeliveriesStore(mongo);
  const heard = heardOf(config, log);
  const publicUrl = `${config.PUBLIC_URL}${config.PATH_PREFIX}`;
  const keeper = new TriggerKeeper(using.jobs, secrets, { publicUrl, subjects: heard?.subjects ?? null });
  const runs = new TriggerRuns(new TriggerOwners(using.tokens, clock), using.runs, using.audit, clock);
  const firing = new TriggerFiring(deliveries, runs, { clock, metrics, log });
  const noted = new NotedRefusals(deliveries, clock, metrics, log);
  const intake = new TriggerIntake({ triggers, keeper }, firing, noted, clock);
  const listener = new TriggerListener(heard, triggers, firing, { metrics, log });
  return { values: [triggers, deliveries, keeper, intake, listener], definitions: [triggers, deliveries] };
}

function heardOf(config: ApiConfig, log: Logger): HeardStream | null {
  const { TRIGGER_NATS_URL: address, TRIGGER_NATS_STREAM: stream, TRIGGER_NATS_SUBJECTS: subjects } = config;
  if (address === undefined) return null;
  return { nats: new OutsideNats({ address, name: `triggers of ${config.replica}` }, log), stream, subjects };
}
