import { Module, type DynamicModule } from '@nestjs/common';
import { MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import { shardOf, parseAttemptId } from '#common/domain/ids.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { clusterProblem, clusterSettings } from '#common/kubernetes/cluster-env.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { PodSource } from './adapters/kubernetes/pod-source.js';
import { SpoolSource } from './adapters/spool/spool-source.js';
import { AttemptEnds } from './callbacks/attempt-ends.js';
import { CallbackIntake } from './callbacks/callback-intake.js';
import { CallbackLogs } from './callbacks/callback-logs.js';
import { Collecting } from './collecting.js';
import type { CollectorConfig } from './config.js';
import { Followers, type FollowedSource } from './follow/followers.js';
import { followerOnHost } from './follow/host-share.js';
import { MemoryBudget } from './follow/memory-budget.js';
import { OutputSealing } from './follow/output-sealing.js';
import { LiveLines } from './live/live-lines.js';
import { CallbackController } from './messages/callback.controller.js';
import { SealController } from './messages/seal.controller.js';
import { StorageEditsController } from './messages/storage-edits.controller.js';
import { AttemptFactsReader } from './output/attempt-facts.js';
import { StorageEditing } from './storage/storage-editing.js';
import { RunAllowances } from './output/run-allowances.js';
import { InboxSweep } from './sweeps/inbox-sweep.js';
import { RetentionSweep } from './sweeps/retention-sweep.js';

type Parts = ServiceParts<CollectorConfig>;

@Module({})
class AppModule {}

/** The collector's one composition root. */
export function appModule(parts: Parts): DynamicModule {
  const { config, log, clock, metrics, mongo, nats, membership, secrets } = parts;
  const runs = new RunsStore(mongo);
  const jobStorage = new JobStorageStore(mongo);
  const stores = { logs: new LogsStore(mongo), jobStorage, metrics, clock };
  const facts = new AttemptFactsReader(
    { runs, specs: new SpecsStore(mongo), tenants: new TenantsStore(mongo) },
    secrets,
    clock,
  );
  const live = new LiveLines(nats);
  const limits = {
    maxBytesPerAttempt: config.LOG_MAX_MB_PER_ATTEMPT,
    runs: new RunAllowances(stores.logs, config.LOG_MAX_MB_PER_RUN),
  };
  const budget = new MemoryBudget(Math.ceil(config.LOG_BUFFER_MB / MAX_SOURCE_BLOCK_BYTES));
  const owned = (): ReadonlySet<number> => membership.owned();

  const followers = new Followers(sourcesOf(parts), { facts, stores, budget, live, limits, log });
  const callbackLogs = new CallbackLogs({ facts, stores, live, limits }, log);
  const intake = new CallbackIntake(callbackLogs, new AttemptEnds(new AttemptsStore(mongo), clock), facts, jobStorage);
  const inbox = new InboxSweep(new InboxStore(mongo), intake, owned, { log, metrics });
  const retention = new RetentionSweep(stores.logs, runs, owned, log);
  const sealing = new OutputSealing(followers, inbox, membership, nats);
  const collecting = new Collecting({ followers, callbackLogs, inbox, retention, live }, membership, log);
  return {
    module: AppModule,
    controllers: [CallbackController, SealController, StorageEditsController],
    providers: [
      { provide: CallbackIntake, useValue: intake },
      { provide: OutputSealing, useValue: sealing },
      { provide: StorageEditing, useValue: new StorageEditing(jobStorage, clock) },
      { provide: Collecting, useValue: collecting },
    ],
  };
}

/** Where output is read from, and which of it is this replica's own. */
function sourcesOf(parts: Parts): FollowedSource[] {
  const { config, clock, log, membership } = parts;
  const spool: FollowedSource = {
    source: new SpoolSource(config.SPOOL_DIR, clock, log),
    isOurs: (attempt) => followerOnHost(membership, membership.host, attempt) === membership.replica,
  };
  return clusterProblem(config) === null ? [spool, podSourceOf(parts)] : [spool];
}

function podSourceOf({ config, clock, metrics, log, mongo, membership }: Parts): FollowedSource {
  const settings = clusterSettings(config);
  const tenants = new TenantsStore(mongo);
  const client = new ApiClient(settings, { clock, metrics, random: Math.random });
  const tenantNamespaces = (): Promise<readonly string[]> => tenants.namespaces();
  return {
    source: new PodSource(client, { instance: settings.instance, shards: membership, tenantNamespaces, log }),
    isOurs: (attempt) => membership.owned().has(shardOf(parseAttemptId(attempt)?.run ?? '')),
  };
}
