import { Module, type DynamicModule, type InjectionToken, type Provider } from '@nestjs/common';
import { type Clock, delay } from '#common/clock/clock.js';
import { moduleLog, type Logger } from '#common/logging/logger.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { BackfillsStore } from '#common/mongo/backfills.store.js';
import { CalendarsStore } from '#common/mongo/calendars.store.js';
import { ChannelsStore } from '#common/mongo/channels.store.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import { OverviewRuns } from '#common/mongo/overview-runs.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { IdempotencyStore } from '#common/mongo/idempotency.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LimitQueries } from '#common/mongo/limit-queries.store.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { JobSample } from '#common/mongo/samples.js';
import { JobSearch } from '#common/mongo/job-search.js';
import { SlotLists } from '#common/mongo/slot-lists.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { RunEstimates } from '#common/mongo/samples.js';
import { RunOutcomes } from '#common/mongo/overview-runs.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SuccessAgesStore } from '#common/mongo/success-ages.store.js';
import { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import { issuerOf } from '#common/spec/identity.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { TokensStore } from '#common/mongo/tokens.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { Authenticator } from './access/authenticator.js';
import type { ClaimRules } from './access/core/oidc-claims.js';
import { IssuerKeys } from './access/issuer-keys.js';
import { TokenUses } from './access/token-uses.js';
import { OidcVerifier } from './access/oidc-verifier.js';
import { AuditVerification } from '#common/mongo/audit-verification.js';
import { SecretReads } from './audit/secret-reads.js';
import { AuditController } from './audit/audit.controller.js';
import { CalendarController } from './calendars/calendar.controller.js';
import { IcsReader } from './calendars/ics-reader.js';
import { archiveOf } from './archive/make-archive.js';
import { BulkController } from './bulk/bulk.controller.js';
import { bulkParts } from './bulk/make-bulk.js';
import { CallbackController } from './callbacks/callback.controller.js';
import { CallbackService } from './callbacks/callback.service.js';
import { IdentityRenewal } from './callbacks/identity-renewal.js';
import { IdentityKeysStore } from '#common/mongo/identity-keys.store.js';
import { IdentityTokens } from '#common/secrets/identity-tokens.js';
import type { ApiConfig } from './config.js';
import { EventController } from './events/event.controller.js';
import { LiveStreams } from './events/live-streams.js';
import { RunFeed } from './events/run-feed.js';
import { RunReplay } from './events/run-replay.js';
import { AuditLog } from './http/audit-log.js';
import { IdempotentAnswers } from './http/idempotent-answers.js';
import { FormerJobs } from './jobs/former-jobs.js';
import { JobBatchController } from './jobs/job-batch.controller.js';
import { JobController } from './jobs/job.controller.js';
import { JobJudge } from './jobs/job-judge.js';
import { JobBatches } from './jobs/job-batches.js';
import { JobPresenter } from './jobs/job.presenter.js';
import { JobService } from './jobs/job.service.js';
import { JobsReader } from './jobs/jobs-reader.js';
import { References } from './jobs/references.js';
import { SecretKeeper } from './jobs/secret-keeper.js';
import { LimitController } from './limits/limit.controller.js';
import { GraphController } from './graph/graph.controller.js';
import { GraphReader } from './graph/graph-reader.js';
import { JobReferences } from './jobs/job-references.js';
import { FormReaders } from './jobs/form-readers.js';
import { JobSurroundings } from './jobs/job-surroundings.js';
import { OwnPauses } from './jobs/own-pauses.js';
import { pauseLoopsOf } from './jobs/pause-loops.js';
import { LogController } from './logs/log.controller.js';
import { LogStream } from './logs/log-stream.js';
import { ErrorGroupController } from './failures/error-group.controller.js';
import { IncidentController } from './monitors/incident.controller.js';
import { MonitorController } from './monitors/monitor.controller.js';
import { RuleController } from './rules/rule.controller.js';
import { watchingOf } from './monitors/make-watching.js';
import { OutcomesController } from './overview/outcomes.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { RunFigures, MissedGaps, OverviewReader } from './overview/overview-reader.js';
import { SuccessController } from './overview/success.controller.js';
import { SuccessReader } from './overview/success-reader.js';
import { IssuerClient } from './sign-in/issuer-client.js';
import { Sessions, SIGNED_IN_PATH } from './sign-in/sessions.js';
import { SignIn } from './sign-in/sign-in.js';
import { StoragePort } from './storage/storage-port.js';
import { StorageReader } from './storage/storage-reader.js';
import { StorageController } from './storage/storage.controller.js';
import { RunBatches } from './runs/run-batches.js';
import { RunDetailController } from './runs/run-detail.controller.js';
import { RunController } from './runs/run.controller.js';
import { RunListController } from './runs/run-list.controller.js';
import { RunDetailsReader } from './runs/run-details.js';
import { RunLists } from './runs/run-lists.js';
import { RunReader } from './runs/run.reader.js';
import { RunWaits } from './runs/run-waits.js';
import { ChannelController } from './channels/channel.controller.js';
import { DeliveryController } from './deliveries/delivery.controller.js';
import { Doctor } from './doctor/doctor.js';
import { surroundingsOf } from './doctor/surroundings.js';
import { DoctorController } from './doctor/doctor.controller.js';
import { OperationsController } from './operations/operations.controller.js';
import { HoldController } from './holds/hold.controller.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { RunCommandController } from './runs/run-command.controller.js';
import { RunCommands } from './runs/run-commands.js';
import { RunService } from './runs/run.service.js';
import { HerdController } from './schedules/herd.controller.js';
import { HerdReader } from './schedules/herd-reader.js';
import { SlotHistory } from './schedules/slot-history.js';
import { SlotPreview } from './schedules/slot-preview.js';
import { BackfillController } from './schedules/backfill.controller.js';
import { ScheduleController } from './schedules/schedule.controller.js';
import { SchedulerPort } from './scheduler-port.js';
import { KeyUse } from './system/key-use.js';
import { SystemController } from './system/system.controller.js';
import { TenantRemoval } from './tenants/tenant-removal.js';
import { TenantController } from './tenants/tenant.controller.js';
import { TenantQuotas, type DefaultQuotas } from './tenants/tenant-quotas.js';
import { TokenMaking, TokenRemoval } from './tokens/token-making.js';
import { TokenController } from './tokens/token.controller.js';
import { TriggerController } from './triggers/trigger.controller.js';
import { triggerPartsOf } from './triggers/make-triggers.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageReader } from './usage/usage-reader.js';
import { WorkerController } from './workers/worker.controller.js';
import { WorkerPresenter } from './workers/worker.presenter.js';
import { WorkerSecrets } from './workers/worker-secrets.js';
import { outsideWorkersOf } from './workers/outside-workers.js';
import { WorkerContents } from './workers/worker-contents.js';
import { WorkerChecks } from './workers/worker-checks.js';
import { WorkerService } from './workers/worker.service.js';

export type ApiParts = ServiceParts<ApiConfig>;

export const CONTROLLERS = [
  WorkerController,
  JobController,
  JobBatchController,
  ScheduleController,
  BackfillController,
  RunCommandController,
  RunController,
  RunDetailController,
  GraphController,
  BulkController,
  RunListController,
  DeliveryController,
  LogController,
  StorageController,
  EventController,
  CallbackController,
  TenantController,
  TokenController,
  AuditController,
  CalendarController,
  ChannelController,
  MonitorController,
  RuleController,
  TriggerController,
  IncidentController,
  ErrorGroupController,
  HoldController,
  DoctorController,
  OperationsController,
  OverviewController,
  SuccessController,
  OutcomesController,
  HerdController,
  UsageController,
  LimitController,
  SystemController,
];

/** The only place where the api's parts are assembled; Nest only injects the parts that controllers name. */
@Module({})
export class AppModule {
  /** `icsWorkerFile`: the compiled entry of the thread that reads iCalendar files. */
  static of(parts: ApiParts, icsWorkerFile: string): DynamicModule {
    const ics = { provide: IcsReader, useValue: new IcsReader(icsWorkerFile, parts.clock) };
    return { module: AppModule, controllers: CONTROLLERS, providers: [...compose(parts), ics] };
  }
}

function compose(parts: ApiParts): Provider[] {
  const { mongo, nats, clock, secrets, log } = parts;
  const shardCount = mongo.shards.count;
  const jobs = new JobsStore(mongo);
  const workers = new WorkersStore(mongo);
  const tenants = new TenantsStore(mongo);
  const search = new JobSearch(mongo, new JobSample(mongo, clock));
  const slots = new SlotLists(mongo);
  const runs = new RunReads(mongo);
  const attempts = new AttemptsStore(mongo);
  const tokens = new TokensStore(mongo);
  const audit = new AuditStore(mongo, secrets);
  const schedules = new SchedulesStore(mongo);
  const gaps = new GapsStore(mongo);
  const backfills = new BackfillsStore(mongo);
  const feed = new RunFeed({ nats, runs, clock, log: moduleLog(log, 'events') });
  const { cold, archive, everyRun, logs, values: ofArchive } = archiveOf(parts, runs, attempts);
  const calendars = new CalendarsStore(mongo);
  const channels = new ChannelsStore(mongo);
  const watching = watchingOf(parts, { jobs, tenants, audit }, channels);
  const references = new References(calendars, channels, archive);
  const keeper = new SecretKeeper(secrets);
  const workerSecrets = new WorkerSecrets(secrets);
  const scheduler = new SchedulerPort(nats);
  const storage = new JobStorageStore(mongo);
  const storagePort = new StoragePort(nats);
  const auditLog = new AuditLog(audit, clock);
  const quotas = new TenantQuotas(tenants, defaultQuotas(parts.config));
  const { requests, streams } = authenticators(parts, tokens);
  const tokenRemoval = new TokenRemoval(tokens);
  const former = new FormerJobs(runs, storage, storagePort);
  const readers = new FormReaders(new MembersStore(mongo));
  const judge = new JobJudge(workers, keeper, workerSecrets, {
    references: new JobReferences(references, jobs, { tenants, schedules }, parts.config.SECRET_PROVIDERS),
    surroundings: new JobSurroundings(tenants, issuerOf(parts.config), readers),
  });
  const jobService = new JobService(jobs, judge, scheduler, { quotas, former });
  const pauses = new OwnPauses(jobs, scheduler, auditLog, clock);
  const loops = pauseLoopsOf(parts, { jobs, schedules, runs }, watching.ruleStores, pauses);
  const contents = new WorkerContents(keeper, workerSecrets);
  const outside = outsideWorkersOf(parts);
  const checks = new WorkerChecks(tenants, readers);
  const workerService = new WorkerService(workers, { jobs, checks }, contents, scheduler);
  const specs = new SpecsStore(mongo);
  const identityTokens = identityTokensOf(parts);
  const chunks = new RunIndexesStore(mongo);
  const details = new RunDetailsReader({ specs, chunks, runs, archive });
  const reader = new RunReader(everyRun, tenants, details);
  const answers = new IdempotentAnswers(new IdempotencyStore(mongo), secrets, clock);
  const runService = new RunService(reader, jobService, scheduler, { details, secrets });
  const commands = new RunCommands(reader, details, new CommandsStore(mongo), { nats, pause: delay });
  const triggers = triggerPartsOf(parts, { jobs, tokens, runs: runService, audit: auditLog });
  const estimates = { kept: new RunEstimates(mongo, clock), archived: new RunEstimates(mongo, clock, 'coldRuns') };
  const holds = new HoldsStore(mongo);
  const lists = new RunLists(runs, tenants, estimates, cold);
  const definitions = [calendars, ...watching.definitions, ...triggers.definitions, holds];
  const usage = new UsageReader(new UsageStore(mongo), tenants, clock);
  const figures = new RunFigures(new OverviewRuns(mongo), new FailingJobsStore(mongo), jobs, usage);
  const values: readonly object[] = [
    ...[runs, new OverviewReader({ runs: figures, missed: new MissedGaps(gaps, backfills), slots, tenants }, clock)],
    ...[new GraphReader({ schedules, runs }), new RunOutcomes(mongo)],
    new SuccessReader(new SuccessAgesStore(mongo), search, runs, clock),
    ...[new LimitQueries(mongo), new MembersStore(mongo), schedules, usage],
    ...[secrets, jobs, workers, tenants, tokens, audit, keeper, jobService, workerService],
    ...[...watching.values, ...triggers.values],
    ...[calendars, quotas, tokenRemoval, new TokenMaking(tokens), new WorkerPresenter(keeper, workerSecrets, outside)],
    new TenantRemoval({ tenants, jobs, runs, definitions }, tokenRemoval),
    ...[new JobsReader(jobs, search, slots), lists, loops],
    ...[new JobPresenter(runs, schedules, keeper, clock), new RunWaits(schedules, clock)],
    ...[details, reader, runService, commands, outside],
    ...bulkParts(parts, { jobs: jobService, runs: runService, commands, lists, requests, auditLog, search }),
    ...[new RunBatches(runService, answers, log), new JobBatches(jobService, log)],
    ...[nats, feed, storagePort, ...ofArchive],
    new RunReplay(runs),
    new LogStream(logs, runs, feed, nats),
    new StorageReader(storage, secrets),
    ...[identityTokens, new IdentityRenewal(identityTokens, runs, { specs, tenants }, clock)],
    new CallbackService(nats, new InboxStore(mongo, secrets), { runs, attempts, shardCount }, clock),
    ...[requests, auditLog, signInOf(parts, tokens, auditLog)],
    new LiveStreams(streams, clock, moduleLog(log, 'events')),
    answers,
    new AuditVerification(audit, clock, secrets),
    new SecretReads(clock),
    ...[holds, backfills, new HeldWorkStore(mongo), new KeyUse(new SealedValuesStore(mongo), secrets)],
    new Doctor(mongo, nats, secrets, surroundingsOf(parts.config)),
    ...[scheduler, new SlotHistory(gaps, runs, schedules, backfills), new HerdReader(schedules, calendars, clock)],
    new SlotPreview(calendars, jobs, schedules, clock),
  ];
  return values.map((value) => ({ provide: value.constructor as InjectionToken, useValue: value }));
}

const identityTokensOf = ({ config, secrets, mongo, clock, metrics }: ApiParts): IdentityTokens =>
  new IdentityTokens(secrets, new IdentityKeysStore(mongo, secrets), clock, { issuer: issuerOf(config), metrics });

const noneIfZero = (quota: number): number | null => (quota === 0 ? null : quota);
const defaultQuotas = (config: ApiConfig): DefaultQuotas => ({
  maxJobs: noneIfZero(config.DEFAULT_MAX_JOBS),
  maxActiveRuns: noneIfZero(config.DEFAULT_MAX_ACTIVE_RUNS),
});

/** Identifies the senders of requests; the rights to read open streams are checked before other work of the database. */
function authenticators(
  { config, log, secrets, mongo, clock }: ApiParts,
  tokens: TokensStore,
): { requests: Authenticator; streams: Authenticator } {
  const { BOOTSTRAP_TOKEN: bootstrapToken = null } = config;
  const oidc = verifierOf(config, clock, moduleLog(log, 'access'));
  const common = { uses: new TokenUses(tokens), attempts: secrets, bootstrapToken, oidc };
  const over = (store: TokensStore): Authenticator => new Authenticator({ ...common, tokens: store }, clock);
  return { requests: over(tokens), streams: over(new TokensStore(mongo.inLane('urgent'))) };
}

function verifierOf(config: ApiConfig, clock: Clock, log: Logger): OidcVerifier | null {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined || audience === undefined) return null;
  return new OidcVerifier(
    { issuer, audience, clientId, claims: claimRules(config) },
    new IssuerKeys(issuer, clock),
    log,
  );
}

const claimRules = (config: ApiConfig): ClaimRules => ({ claim: config.OIDC_ROLES_CLAIM, roles: config.OIDC_ROLES });

function signInOf({ config, clock, secrets, log }: ApiParts, tokens: TokensStore, audit: AuditLog): SignIn {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_SCOPES: scopes,
  } = config;
  const redirectUri = `${config.PUBLIC_URL}${config.PATH_PREFIX}${SIGNED_IN_PATH}`;
  const client =
    issuer === undefined || clientId === undefined
      ? null
      : new IssuerClient({ issuer, clientId, clientSecret, scopes, redirectUri }, clock, moduleLog(log, 'access'));
  return new SignIn(client, new Sessions(tokens, audit, clock, claimRules(config)), secrets, clock);
}
