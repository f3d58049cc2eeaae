import type { ShardSet } from '#common/domain/shards.js';
import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule } from '@nestjs/common';
import { asReplicaId, type JobId, type RunId } from '#common/domain/ids.js';
import { holderOf } from '#common/limits/limit-parts.js';
import { HoldWatch } from '#common/holds/hold-watch.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { contracts } from '#common/messages/registry.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { InboxIntake } from '#common/inbox/inbox-intake.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LastSuccessesStore } from '#common/mongo/last-successes.store.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import { RunEventsStore } from '#common/mongo/run-events.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { clusterSettings } from '#common/kubernetes/cluster-env.js';
import { RunReads } from '#common/mongo/run-reads.js';
import type { AttemptClaim, Run } from '#common/run/run.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import type { ExecutorConfig } from './config.js';
import { DecisionWriter, RunReconciler, FactGatherer, outsideTextsOf } from './loop/reconcile-run.js';
import { EffectRunner, PostCommit, type RunObserver, AttemptStarter, SecretStarter } from './loop/post-commit.js';
import { Engines } from './engines/engine.js';
import { engineSet } from './engines/make-engines.js';
import type { Success } from './launch/context.js';
import { LastSuccesses, laterSuccess, type JobSuccess } from './loop/last-successes.js';
import { launchInputOf } from './loop/launch-input.js';
import { aheadOf, type Ahead } from './loop/ahead.js';
import { partsOf } from './loop/make-parts.js';
import type { WorkerParts } from './loop/worker-parts.js';
import { CallDrain } from './loop/call-drain.js';
import { RunChanges } from './loop/run-changes.js';
import { SiteKeeper } from './loop/site-keeper.js';
import { ArchiveLoops, archiveOf } from './archive/make-archive.js';
import { EventLoops, eventsOf } from './events/make-events.js';
import { ExportLoop, exportOf } from './export/make-export.js';
import { ExecutorLoops, WorkUnderWay } from './executor-loops.js';
import { sweepsOf } from './executor-sweeps.js';
import { OwnedRuns } from './loop/owned-runs.js';
import { TakeOver } from './sweeps/take-over.js';
import { CommandSweep } from './sweeps/command-sweep.js';
import { DueSweep } from './sweeps/due-sweep.js';
import { HostWatch } from './sweeps/host-watch.js';
import { removalOf, retentionOf } from './sweeps/make-removal.js';
import { Recovery, ShardRecovery } from './sweeps/recovery.js';
import type { RetentionSweep } from './sweeps/retention-sweep.js';
import { FailureLoop, failuresOf } from './failures/make-failures.js';
import { GroupChanges } from './failures/group-changes.js';
import { AlertMessages, Dispatches, MessagesController } from './messages.js';
import { Removals, type RemovableEnds } from './sweeps/removals.js';
import { StatusIntake, takeStored } from './loop/status-intake.js';
import { ChannelTests } from './notify/channel-tests.js';
import { DeadManPing } from './notify/dead-man-ping.js';
import { deadManOf, noticesOf } from './notify/make-notices.js';
import { Redeliveries } from './notify/redeliveries.js';
import { NotificationLoops } from './notify/notification-loops.js';
import { IncidentChanges } from './watch/incident-changes.js';
import { watchOf } from './watch/make-watch.js';
import { CountableEnds } from './usage/countable-ends.js';
import { UsageLoop, usageOf } from './usage/make-usage.js';
import { WatchLoops } from './watch/watch-loops.js';
import { CallbackSigns } from './loop/callback-signs.js';
import { outsideSecretsOf, type OutsideSecrets } from './secrets/make-secrets.js';
import { SecretLoops } from './secrets/secret-loops.js';
import { PhaseAges } from './loop/phase-ages.js';
import { RunLoader, RunPlans } from './loop/run-loader.js';
import { tracesOf } from './loop/run-traces.js';
import { RunMetrics } from './loop/run-metrics.js';
import { RunStarts } from './loop/run-starts.js';
import { attemptCountsOf, RunQueue, type ReconcileRun, type ReportInput } from './loop/run-queue.js';
import { SealWait, Sealer } from './loop/sealer.js';
import { CollectedSigns } from './loop/collected-signs.js';
import { SignsOfLife } from './loop/signs-of-life.js';
import { startLimitsOf } from './loop/start-limits.js';
import { StartQueue } from './loop/start-queue.js';
import { RightsWatch } from './engines/kubernetes/rights-watch.js';
import { isEarly } from '#common/run/new-run.js';

type Parts = ServiceParts<ExecutorConfig>;

@Module({})
class AppModule {}

/** The executor's one composition root. */
export function appModule(parts: Parts): DynamicModule {
  const { log, clock, metrics, mongo, membership } = parts;
  const stores = storesOf(parts);
  const hosts = hostsOf(parts);
  const owned = (): ShardSet => membership.owned();
  const signs = signsOf(parts, stores);
  const notices = noticesOf(parts);
  const watch = watchOf(parts);
  const outside = outsideSecretsOf(parts);
  const failures = failuresOf(parts);
  const events = eventsOf(parts);
  const packs = new ColdPacksStore(mongo);
  const ends: RemovableEnds = {
    keepEarlyEnd: (end) => stores.usage.keepEarlyEnd(end),
    areLogged: (run) => events.keeper.areLogged(run),
  };
  const holds = new HoldWatch(new HoldsStore(mongo.inLane('urgent')), {
    clock,
    log: moduleLog(log, 'holds'),
    calm: parts.calm,
  });
  const observers = [notices.planner, outside.ends];
  const work = workOf(parts, stores, { hosts, signs, holds, outside, observers });
  const { queue, engines, loader, successes, ahead } = work;
  const sweepLog = moduleLog(log, 'sweeps');
  const intake = new StatusIntake(queue, stores.attempts, signs);
  const commands = new CommandSweep(new CommandsStore(mongo), queue, owned, clock);
  const removal = removalOf(parts, engines, queue);
  const shards = new ShardRecovery(stores.reads, stores.attempts, engines, queue);
  const recovery = new Recovery(shards, owned, sweepLog, (shard) => {
    removal.orphans.takeOver(shard);
  });
  const takeOver = new TakeOver(recovery, hosts, () => membership.lease());
  const sweeps = sweepsOf({
    ...work,
    isMine: (run) => owned().owns(run),
    isOwn: isOwnClaim(membership),
    membership,
    takeOver,
    commands,
    due: new DueSweep(stores.reads, queue, owned, clock),
    inbox: new InboxIntake(new InboxStore(mongo, parts.secrets), 'executor', (entries) => takeStored(intake, entries), {
      log: moduleLog(log, 'callbacks'),
      metrics,
    }),
    reads: stores.reads,
    ...removal,
    metrics,
    log: sweepLog,
    calm: parts.calm,
  });
  const ownership = { owned: new OwnedRuns(membership, { ...work, recovery }), takeOver };
  const loops = new ExecutorLoops(work.startQueue, new WorkUnderWay(work), sweeps, ownership);
  return {
    module: AppModule,
    controllers: [MessagesController, AlertMessages],
    providers: [
      { provide: Dispatches, useValue: new Dispatches({ queue, commands, loader, ahead, clock }) },
      { provide: StatusIntake, useValue: intake },
      { provide: LastSuccesses, useValue: successes },
      { provide: Removals, useValue: new Removals({ ...stores, packs, ends }, clock) },
      { provide: HoldWatch, useValue: holds },
      { provide: ExecutorLoops, useValue: loops },
      { provide: ArchiveLoops, useValue: archiveOf(parts) },
      { provide: SecretLoops, useValue: outside.loops },
      { provide: RightsWatch, useValue: rightsWatchOf(parts) },
      { provide: NotificationLoops, useValue: notices.loops },
      { provide: Redeliveries, useValue: notices.redeliveries },
      { provide: ChannelTests, useValue: notices.tests },
      { provide: IncidentChanges, useValue: watch.changes },
      { provide: WatchLoops, useValue: watch.loops },
      { provide: GroupChanges, useValue: failures.changes },
      { provide: FailureLoop, useValue: failures.loop },
      { provide: UsageLoop, useValue: usageOf(parts) },
      { provide: ExportLoop, useValue: exportOf(parts) },
      { provide: EventLoops, useValue: events },
      { provide: DeadManPing, useValue: deadManOf(parts) },
    ],
  };
}

const hostsOf = ({ membership, clock }: Parts): HostWatch =>
  new HostWatch(
    () => membership.members(),
    () => membership.endedLeases(),
    clock,
  );

function rightsWatchOf({ config, clock, metrics, mongo, membership, log }: Parts): RightsWatch {
  const members = new MembersStore(mongo);
  const tenants = new TenantsStore(mongo);
  const tools = { clock, metrics, random: Math.random };
  return new RightsWatch({
    client: config.ENGINES.includes('kubernetes') ? new ApiClient(clusterSettings(config), tools) : null,
    tenantNamespaces: () => tenants.namespaces(),
    tell: (rights) => members.tellRights(membership.replica, rights),
    log: moduleLog(log, 'kubernetes'),
  });
}

interface Stores {
  readonly runs: RunsStore;
  readonly reads: RunReads;
  readonly attempts: AttemptsStore;
  readonly events: RunEventsStore;
  readonly indexes: RunIndexesStore;
  readonly jobStorage: JobStorageStore;
  readonly usage: UsageStore;
}

const storesOf = ({ mongo }: Parts): Stores => ({
  runs: new RunsStore(mongo),
  reads: new RunReads(mongo),
  attempts: new AttemptsStore(mongo),
  events: new RunEventsStore(mongo),
  indexes: new RunIndexesStore(mongo),
  jobStorage: new JobStorageStore(mongo),
  usage: new UsageStore(mongo),
});

interface Work {
  readonly queue: RunQueue;
  readonly startQueue: StartQueue;
  readonly workerParts: WorkerParts;
  readonly engines: Engines;
  readonly attempts: AttemptStarter;
  readonly calls: CallDrain;
  readonly effects: EffectRunner;
  readonly performers: readonly { close(): Promise<void> }[];
  readonly loader: RunLoader;
  readonly retention: RetentionSweep;
  readonly sites: SiteKeeper;
  readonly runMetrics: RunMetrics;
  readonly successes: LastSuccesses;
  readonly ahead: Ahead;
}

interface Around {
  readonly hosts: HostWatch;
  readonly signs: SignsOfLife;
  readonly holds: HoldWatch;
  readonly outside: OutsideSecrets;
  readonly observers: readonly RunObserver[];
}

/** The run queue and the effects of its decisions: each needs the other, so both are made here. */
function workOf(parts: Parts, stores: Stores, around: Around): Work {
  const { config, clock, metrics, mongo, nats, membership } = parts;
  const log = moduleLog(parts.log, 'runs');
  const self = { replica: asReplicaId(config.replica), incarnation: config.replica, host: config.host };
  const plans = new RunPlans(new SpecsStore(mongo), new TenantsStore(mongo), clock);
  const loader = new RunLoader(stores.reads, stores.indexes);
  const engines = new Engines(engineSet(parts));
  const sealer = new Sealer(nats, new InboxStore(mongo, parts.secrets), log);
  const runMetrics = new RunMetrics(metrics, clock);
  const retention = retentionOf(parts);
  const sites = new SiteKeeper({ engines, plans, runs: stores.reads, owned: () => membership.owned(), log });
  const reconcileRun: ReconcileRun = (run, request) =>
    runMetrics.timed((setPlan) => reconciler.reconcile(run, request, setPlan));
  const queue: RunQueue = new RunQueue(reconcileRun, log, clock, (run) => attemptCountsOf(loader.peek(run)?.run));
  const limits = startLimitsOf(config);
  const workerParts = partsOf(parts, { reads: stores.reads, plans, limits });
  const wake = (run: RunId): void => {
    queue.wake(run);
  };
  const tellOwner = (run: RunId): void => {
    nats.publish(contracts.runWaits, { shard: membership.all.of(run) }, { v: 1, run });
  };
  const startQueue = new StartQueue(wake, clock, workerParts, tellOwner);
  const sealHoldMs = config.SEAL_HOLD_SECONDS * 1_000;
  const successes = lastSuccessesOf(parts);
  const ahead = aheadOf(parts, stores, { successes, plans, loader });
  const input = launchInputOf(parts, plans, ahead);
  const report: ReportInput = queue.report.bind(queue);
  const attempts = new AttemptStarter({
    input,
    log,
    report: runMetrics.countingStarts(report),
    secretStarter: new SecretStarter(engines, around.outside.giver),
    incarnation: self.incarnation,
    lease: () => membership.lease(),
  });
  const calls = new CallDrain({ engines, attempts, membership, tellOwner, ms: config.CALL_DRAIN_SECONDS * 1_000 });
  const seals = new SealWait(sealer, report, sealHoldMs, clock);
  const effects = new EffectRunner({ engines, input, seals, report, log });
  const changes = new RunChanges(nats, log);
  const others = [...around.observers, ...tracesOf(parts.tracing)];
  const postCommit = new PostCommit({
    starter: attempts,
    effects,
    observers: [changes, successes, runMetrics, retention, sites, calls, ...others],
    watchers: [runMetrics, new PhaseAges(metrics, clock, () => membership.owned(), around.holds)],
    wakeSoon: queue.wakeSoon.bind(queue),
  });
  const facts = new FactGatherer({
    texts: outsideTextsOf(parts, new TenantsStore(mongo), around.outside.cluster),
    plans,
    sealer,
    signs: around.signs,
    surroundings: (run) => ({
      now: clock.now(),
      self: isHeld(around.holds, run) ? { ...self, ...heldClaims(around.holds) } : { ...self, lease: attempts.lease },
      engines: engines.names,
      ranUntil: around.holds.skipUntil(run.tenant),
      sealHoldMs,
      priorities: config.PRIORITY_CLASSES,
      alive: around.hosts.alive(),
      nonce: randomUUID(),
    }),
  });
  const reconciler = new RunReconciler({
    loader,
    facts,
    postCommit,
    starts: new RunStarts(startQueue, limits, isOwnClaim(membership), workerParts.covers.bind(workerParts)),
    writer: new DecisionWriter(stores, new CountableEnds(stores.usage, clock)),
  });
  const shared = {
    queue,
    startQueue,
    workerParts,
    engines,
    attempts,
    calls,
    effects,
    performers: [attempts, effects, workerParts],
    loader,
    retention,
    sites,
  };
  return { ...shared, runMetrics, successes, ahead };
}

/** Whether an attempt counts in the parts of this replica under its present lease. */
const isOwnClaim =
  (membership: Parts['membership']) =>
  (claim: AttemptClaim): boolean => {
    const { replica, lease } = holderOf(claim);
    return replica === membership.replica && lease === membership.lease();
  };

function lastSuccessesOf({ nats, clock, mongo }: Parts): LastSuccesses {
  const stored = new LastSuccessesStore(mongo);
  const read = async (job: JobId): Promise<Success | null> => {
    const { ofRuns, ofSchedule } = await stored.of(job);
    return laterSuccess(ofRuns, ofSchedule);
  };
  const announce = (successes: readonly JobSuccess[]): void => {
    nats.publish(contracts.jobsSucceeded, {}, { v: 1, successes: [...successes] });
  };
  return new LastSuccesses(read, announce, clock);
}

const signsOf = ({ mongo, nats, log }: Parts, { jobStorage, reads }: ReturnType<typeof storesOf>): SignsOfLife =>
  new SignsOfLife(
    new CallbackSigns(new LogsStore(mongo), jobStorage, reads),
    new CollectedSigns(nats, moduleLog(log, 'runs')),
  );

/* Runs of a tenant on hold are not started: what that means for their admission and for the claims of their attempts. */

/** Runs whose starts are held are checked again after this time: a start may take this long after the release. */
const HELD_RETRY_MS = 10_000;

/** A slot whose run was made ahead of time counts as admitted when it takes effect. */
const isHeld = (holds: HoldWatch, run: Run): boolean =>
  holds.isHeld('starts', run.tenant) || (isEarly(run) && holds.isHeld('admissions', run.tenant));

/** For a tenant on hold nothing is claimed, as if the replica had no lease. */
const heldClaims = ({ isKnown }: HoldWatch): { lease: null; claimAgainInMs?: number } => ({
  lease: null,
  ...(isKnown && { claimAgainInMs: HELD_RETRY_MS }),
});
