import { Module, type DynamicModule } from '@nestjs/common';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { clusterProblem, clusterSettings } from '#common/kubernetes/cluster-env.js';
import type { ServiceParts, Startable } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { ShardSet } from '#common/domain/shards.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { InboxIntake } from '#common/inbox/inbox-intake.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import { runSecretsOf } from '#common/secrets/make-run-secrets.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import { PodSource } from './adapters/kubernetes/pod-source.js';
import { SpoolSource } from './adapters/spool/spool-source.js';
import { AttemptEnds } from './callbacks/attempt-ends.js';
import { CallbackIntake, takeStored } from './callbacks/callback-intake.js';
import { CallbackLogs } from './callbacks/callback-log.js';
import type { CollectorConfig } from './config.js';
import { Followers, type FollowedSource, Pass } from './follow/followers.js';
import { followerOnHost } from './follow/host-share.js';
import { LastWritten } from './follow/last-written.js';
import { MemoryBudget } from './follow/memory-budget.js';
import { OutputSealing } from './follow/output-sealing.js';
import { LiveLines } from './live/live-lines.js';
import { CollectorMessages, OutputMessages } from './messages.controller.js';
import { AttemptFactsReader, AttemptOrigins } from './output/attempt-facts.js';
import { AttemptOutputs, RunAllowances } from './output/attempt-outputs.js';
import { StorageEditing } from './storage/storage-editing.js';
import { RetentionSweep } from './sweeps/retention-sweep.js';
import type { Membership } from '#common/membership/membership.js';

type Parts = ServiceParts<CollectorConfig>;

/** The batching for followed outputs, for which no caller waits: if many end, their reads and writes are grouped. */
const FOLLOWED = { everyMs: 100 };

@Module({})
class AppModule {}

/** The collector's one composition root. */
export function appModule(parts: Parts): DynamicModule {
  const { config, log, clock, metrics, mongo, nats, membership } = parts;
  const runs = new RunReads(mongo);
  const jobStorage = new JobStorageStore(mongo);
  const stores = { logs: new LogsStore(mongo), jobStorage, metrics };
  const tenants = new TenantsStore(mongo);
  const cluster = clusterOf(parts);
  const runSecrets = runSecretsOf(parts, { cluster, tenants });
  const origins = new AttemptOrigins(runs, new SpecsStore(mongo), clock);
  const facts = new AttemptFactsReader(origins, tenants, runSecrets, { box: parts.secrets, clock });
  const live = new LiveLines(nats);
  const limits = {
    maxBytesPerAttempt: config.LOG_MAX_MB_PER_ATTEMPT,
    runs: new RunAllowances(stores.logs, config.LOG_MAX_MB_PER_RUN),
  };
  const budget = new MemoryBudget(config.LOG_BUFFER_MB);
  const callbackLog = moduleLog(log, 'callbacks');
  const owned = (): ShardSet => membership.owned();

  const sources = sourcesOf(parts, cluster, tenants);
  const followed = new AttemptOutputs(facts, { ...stores, logs: new LogsStore(mongo, FOLLOWED) }, limits);
  const follow = { outputs: followed, budget, live, clock };
  const followers = new Followers(sources, (attempt) => Pass.begin(attempt, follow), {
    clock,
    metrics,
    log: moduleLog(log, 'output'),
  });
  const outputs = new AttemptOutputs(facts, stores, limits);
  const callbackLogs = new CallbackLogs({ outputs, live, clock }, callbackLog);
  const ends = new AttemptEnds(new AttemptsStore(mongo), clock);
  const intake = new CallbackIntake(callbackLogs, ends, facts, { jobStorage, runs });
  const stored = new InboxStore(mongo, parts.secrets);
  const inbox = new InboxIntake(stored, 'log-collector', (entries) => takeStored(intake, entries), {
    log: callbackLog,
    metrics,
  });
  const bulk = mongo.inLane('bulk');
  const retention = new RetentionSweep(new LogsStore(bulk), new RunReads(bulk), owned, moduleLog(log, 'sweeps'));
  const sealing = new OutputSealing(followers, inbox, membership, nats);
  const written = new LastWritten(
    sources.map(({ source }) => source),
    membership,
    nats,
  );
  const inboxSweep = new SweepLoop('inbox', () => inbox.sweep(owned()), SWEEP_INTERVAL_MS, { log });
  const sweeps = [retention, inboxSweep.restWith(parts.calm)];
  const collector = new Collector({ followers, callbackLogs }, sweeps, live, membership);
  return {
    module: AppModule,
    controllers: [CollectorMessages, OutputMessages],
    providers: [
      { provide: CallbackIntake, useValue: intake },
      { provide: InboxIntake, useValue: inbox },
      { provide: OutputSealing, useValue: sealing },
      { provide: LastWritten, useValue: written },
      { provide: StorageEditing, useValue: new StorageEditing(jobStorage, clock) },
      { provide: Collector, useValue: collector },
    ],
  };
}

/** Access to the cluster; null if none is configured. */
function clusterOf({ config, clock, metrics }: Parts): ApiClient | null {
  if (clusterProblem(config) !== null) return null;
  return new ApiClient(clusterSettings(config), { clock, metrics, random: Math.random });
}

/** The sources of output, each with the rule for the attempts that this replica follows. */
function sourcesOf(parts: Parts, cluster: ApiClient | null, tenants: TenantsStore): FollowedSource[] {
  const { config, clock, log, membership } = parts;
  const spool: FollowedSource = {
    source: new SpoolSource(config.SPOOL_DIR, clock, moduleLog(log, 'output')),
    isOurs: (attempt) => followerOnHost(membership, membership.host, attempt) === membership.replica,
  };
  if (cluster === null) return [spool];
  const { instance } = clusterSettings(config);
  const tenantNamespaces = (): Promise<readonly string[]> => tenants.namespaces();
  const pods: FollowedSource = {
    source: new PodSource(cluster, {
      instance,
      shards: membership,
      tenantNamespaces,
      log: moduleLog(log, 'kubernetes'),
    }),
    isOurs: (attempt) => membership.owned().ownsAttempt(attempt),
  };
  return [spool, pods];
}

/** Starts and stops everything that the collector runs by itself, in the right order. */
export class Collector implements Startable {
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly reading: { readonly followers: Followers; readonly callbackLogs: CallbackLogs },
    private readonly sweeps: readonly Startable[],
    private readonly live: Pick<LiveLines, 'send'>,
    private readonly membership: Pick<Membership, 'onChange'>,
  ) {}

  async start(): Promise<void> {
    this.stopWatching = this.membership.onChange(() => {
      this.reading.callbackLogs.forget();
      this.reading.followers.shareAnew();
    });
    await this.reading.followers.start();
    this.reading.callbackLogs.start();
    for (const sweep of this.sweeps) void sweep.start();
  }

  async stop(): Promise<void> {
    this.stopWatching();
    this.reading.callbackLogs.stop();
    await Promise.all(this.sweeps.map((sweep) => sweep.stop()));
    await this.reading.followers.stop();
    this.live.send();
  }
}
