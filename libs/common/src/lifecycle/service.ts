/**
 * The life of a service process, in one order for all: configuration, health server, MongoDB, NATS (which may come later), membership, Nest
 * application, message handlers, loops; and the reverse on SIGTERM or SIGINT, with a deadline.
 */
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import type { z } from 'zod';
import { MAX_TIMER_MS, systemClock, type Clock } from '../clock/clock.js';
import { allowSlowAddresses } from '../config/connect-attempts.js';
import { loadConfig, type commonEnv, type Identity } from '../config/service-config.js';
import type { ServiceName } from '../domain/service-name.js';
import { SecretBox, type UnreadableSecret } from '../crypto/secret-box.js';
import { startHealthServer } from '../health/health-server.js';
import { FINE, Readiness } from '../health/readiness.js';
import { createLogger, moduleLog, type Logger } from '../logging/logger.js';
import { LogLevels } from '../logging/log-levels.js';
import { Membership } from '../membership/membership.js';
import { Metrics } from '../metrics/catalogue.js';
import type { TraceOf } from '../metrics/run-histogram.js';
import { tellingLags } from './lags.js';
import { MembersStore } from '../mongo/members.store.js';
import type { Mongo } from '../mongo/mongo.js';
import { databaseTrouble } from '../mongo/outage.js';
import { SealedValuesStore } from '../mongo/sealed-values.store.js';
import { Nats } from '../nats/nats.js';
import { ContractTransport } from '../nats/transport.js';
import { Calm } from '../runtime/calm.js';
import { openTracing } from '../telemetry/open-tracing.js';
import { traceIdOf } from '../telemetry/trace-context.js';
import type { Tracing } from '../telemetry/tracing.js';
import { Closers } from './closers.js';
import { Housekeeping } from './housekeeping.js';
import { join, openInstance } from './instance.js';
import { Diagnosis } from './diagnosis.js';
import { CensusWatch } from './key-census.js';
import { keepStreams, natsOptions } from './nats-options.js';
import { heedOperators } from './operations.js';
import { keepNames } from './name-meter.js';
import { productVersion } from './version.js';
import { LANES, type Lane } from '../runtime/gate.js';
import { countNewer } from '../mongo/newer-documents.js';

/**
 * Thousands of documents and messages pass through a service in a minute and none stays. By default the heap grows to several times its
 * live data; if it is collected whenever it has grown by this much, it stays small for some more processor time. The size of its young
 * generation can be set only at the start of the process (`--max-semi-space-size`), like the amount of freed memory that the C library
 * keeps (`MALLOC_TRIM_THRESHOLD_`): the image and the quickstart do so.
 */
const HEAP_GROWTH_PERCENT = 35;
const MAX_KEYS_REPORTED = 100;
const HOURLY = '17 * * * *';
/** A replica that ended without a leave is listed this long, so that operators can find out what happened. */
const SILENT_MEMBER_KEPT_MS = 24 * 3_600_000;
/** Work under way must end within this time after a signal, or after the time that its service waits for; the next start repairs the rest. */
const STOP_DEADLINE_MS = 10_000;
/** A service waits this long for NATS before it starts without. */
const NATS_START_WAIT_MS = 5_000;

/** Something that runs for as long as the service does. */
export interface Startable {
  start(): Promise<void> | void;
  /** Finishes work under way and starts nothing new. */
  stop(): Promise<void>;
}

/** The parts that a service's modules are built from. */
export interface ServiceParts<Config> {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly secrets: SecretBox;
  readonly mongo: Mongo;
  readonly nats: Nats;
  readonly membership: Membership;
  readonly version: string;
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing;
  /** Whether the service is at rest. Absent: unknown, so it never counts as resting. */
  readonly calm?: Calm;
}

type CommonConfig = z.output<typeof commonEnv>;

export interface ServiceSpec<S extends z.ZodObject> {
  readonly service: ServiceName;
  readonly schema: S;
  /** The only composition root; every dependency is a value of `parts`. */
  readonly module: (parts: ServiceParts<z.output<S> & Identity>) => DynamicModule | Type;
  /** Builds the Nest application; the transport serves the handlers of its controllers. */
  readonly create: (
    module: DynamicModule | Type,
    parts: ServiceParts<z.output<S> & Identity>,
    transport: ContractTransport,
  ) => Promise<RunningApp>;
  /** Providers started in this order once messages flow, and stopped in reverse. */
  readonly loops: readonly Type<Startable>[];
  /** How long the loops may wait for work of others when they stop, beside the usual time. Default: not at all. */
  readonly waitsMs?: (config: z.output<S> & Identity) => number;
}

export interface RunningApp {
  readonly context: INestApplicationContext;
  /** Begins to handle messages (and requests). */
  readonly listen: () => Promise<void>;
}

/** Runs a service until it is asked to stop. */
export async function bootService<S extends z.ZodObject>(spec: ServiceSpec<S>): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  allowSlowAddresses();
  const config = loadConfig(spec.service, spec.schema);
  const common = config as unknown as CommonConfig & Identity;
  const version = productVersion();
  const log = createLogger(spec.service, common.LOG_LEVEL, { replica: common.replica });
  const readiness = new Readiness();
  const stopping = new AbortController();
  const closers = new Closers(log);
  dieOnBugs(log);
  stopOnSignals(log, stopping, closers, STOP_DEADLINE_MS + (spec.waitsMs?.(config) ?? 0));
  const traced = await tracingOf(common, { service: spec.service, replica: common.replica, version }, closers);
  const bounds = { maxTenants: common.METRICS_MAX_TENANTS, maxWorkers: common.METRICS_MAX_WORKERS };
  const metrics = new Metrics(spec.service, version, bounds, exportedTraceOf(traced.tracing));

  readiness.needs('start', () => 'starting');
  const health = await startHealthServer(metricsAddress(common), readiness, metrics, {
    service: spec.service,
    version,
  });
  closers.add('health server', health.close);
  log.info({ version, metricsUrl: health.url }, 'starting');
  try {
    const mongo = await openInstance(common, moduleLog(log, 'database'), stopping.signal, (trouble) => {
      readiness.needs('start', () => `waits for MongoDB: ${trouble}`);
    });
    readiness.needs('start', () => 'starting');
    closers.add('database', () => mongo.close());
    const identity = {
      service: spec.service,
      replica: common.replica,
      host: common.host,
      version,
      ...sharing(spec.service),
    };
    const members = new MembersStore(mongo.inLane('urgent'));
    closers.add('silent members', forgetSilentMembers(mongo, members, log));
    const membership = new Membership(identity, tellingLags(members, spec.service, metrics), mongo, {
      clock: systemClock,
      log: moduleLog(log, 'membership'),
      shardCount: mongo.shards.count,
    });
    const time = (): number | null => (membership.ready ? membership.clock.now() : null);
    const natsTools = { metrics, log: moduleLog(log, 'nats') };
    const nats = Nats.open(natsOptions(spec.service, common, { time, ...natsTools }), natsTools.log);
    closers.add('nats', () => nats.close());
    closers.add('streams', keepStreams(spec.service, nats, natsTools));
    closers.add('operations', operatorsOf(identity, nats, common, log));
    // NATS is nearly always available, and a service that reports ready should be able to do everything.
    await nats.untilConnected(AbortSignal.any([stopping.signal, AbortSignal.timeout(NATS_START_WAIT_MS)]));
    const parts = {
      ...traced,
      calm: calmOf(nats, membership),
      config,
      log,
      clock: systemClock,
      metrics,
      readiness,
      secrets: new SecretBox(common.SECRET_KEYS, tellOnce(metrics, log)),
      mongo,
      nats,
      membership,
      version,
    };
    watchDependencies(parts);
    await keepNames(parts);
    const keys = watchOfKeys(parts);
    closers.add('keys in use', () => keys.stop());
    await run(spec, parts, closers);
    readiness.needs('start', () => null);
    log.info('ready');
    keys.start();
  } catch (error) {
    if (stopping.signal.aborted) return;
    log.fatal({ err: error }, 'the service cannot start');
    process.exit(1);
  }
}

/** Counts in the background which keys the database needs. */
function watchOfKeys({ mongo, secrets, metrics, log }: ServiceParts<unknown>): CensusWatch {
  const store = new SealedValuesStore(mongo.inLane('bulk'));
  return new CensusWatch({ store, keys: secrets, database: mongo, metrics, log });
}

/** Executors of this version share the limits of workers (`limits/limit-parts.ts`). */
const sharing = (service: ServiceName): { readonly sharesLimits?: true } =>
  service === 'executor' ? { sharesLimits: true } : {};

/** Removes replicas that ended without a leave. Returns the function that ends this. */
function forgetSilentMembers(mongo: Mongo, members: MembersStore, log: Logger): () => Promise<void> {
  const run = async (): Promise<void> => members.forgetSilent((await mongo.serverTime()) - SILENT_MEMBER_KEPT_MS);
  const housekeeping = new Housekeeping([{ name: 'silent members', cron: HOURLY, run }], {
    log: moduleLog(log, 'sweeps'),
  });
  housekeeping.start();
  return () => housekeeping.stop();
}

/** Spans are sent to a collector if one is configured. */
async function tracingOf(
  config: CommonConfig,
  identity: { readonly service: ServiceName; readonly replica: string; readonly version: string },
  closers: Closers,
): Promise<{ tracing?: Tracing }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (endpoint === undefined) return {};
  const tracing = await openTracing({ endpoint, headers, ratio: config.OTEL_TRACES_SAMPLER_ARG }, identity);
  closers.add('tracing', () => tracing.close());
  return { tracing };
}

/** Null where nothing is traced. */
const exportedTraceOf = (tracing: Tracing | undefined): TraceOf | null =>
  tracing === undefined
    ? null
    : (run) => {
        const trace = traceIdOf(run);
        return tracing.isExported(trace) ? trace : null;
      };

/** Handles requests of operators from here on. Returns the function that ends this. */
function operatorsOf(
  identity: { readonly service: ServiceName; readonly replica: string },
  nats: Nats,
  config: CommonConfig,
  log: Logger,
): () => void {
  const tools = { levels: new LogLevels(log, systemClock), diagnosis: new Diagnosis(config.DIAGNOSIS_DIR), log };
  const stop = heedOperators(identity, nats, tools);
  return stop;
}

/** Metrics may have an address of their own; otherwise they are served beside the service. */
const metricsAddress = (config: CommonConfig): { host: string; port: number } => ({
  host: config.METRICS_ADDRESS ?? config.LISTEN_ADDRESS,
  port: config.METRICS_PORT,
});

/** Counts every secret that cannot be opened; logs it once for each key and reason. */
function tellOnce(metrics: Metrics, log: Logger): (secret: UnreadableSecret) => void {
  const reported = new Set<string>();
  return ({ keyId, reason }) => {
    metrics.secretsUnreadable.inc({ key: keyId });
    if (reported.has(`${reason} ${keyId}`) || reported.size >= MAX_KEYS_REPORTED) return;
    reported.add(`${reason} ${keyId}`);
    log.error({ key: keyId, reason }, 'a stored secret cannot be read');
  };
}

async function run<S extends z.ZodObject>(
  spec: ServiceSpec<S>,
  parts: ServiceParts<z.output<S> & Identity>,
  closers: Closers,
): Promise<void> {
  const { metrics, log, tracing } = parts;
  const transport = new ContractTransport(spec.service, parts.nats, parts.membership, {
    metrics,
    log: moduleLog(log, 'nats'),
  });
  transport.tracing = tracing;
  transport.calm = parts.calm;
  const app = await spec.create(spec.module(parts), parts, transport);
  closers.add('membership', () => parts.membership.stop());
  await join(parts);
  closers.add('message handlers', () => app.context.close());
  const loops = spec.loops.map((type) => ({ name: type.name, loop: app.context.get(type) }));
  for (const { name, loop } of loops) closers.add(name, () => loop.stop());
  // No new messages arrive while the loops end; earlier ones are answered before that.
  closers.add('new messages', () => {
    transport.pause();
  });
  await app.listen();
  for (const { loop } of loops) await loop.start();
}

function watchDependencies(parts: ServiceParts<unknown>): void {
  const { readiness, membership, metrics } = parts;
  watchServers(parts);
  parts.nats.onLost(() => {
    metrics.natsLost.inc();
  });
  readiness.needs('clock', () =>
    membership.ready ? null : `differs from the clock of the database by ${membership.clockSkewMs} ms`,
  );
  metrics.shards.set(membership.all.count);
  membership.onChange(() => {
    metrics.shardsOwned.set(membership.owned().size);
    metrics.sharings.inc();
  });
  const measureDatabase = databaseMeter(parts);
  metrics.beforeReading(newerMeter(parts));
  metrics.beforeReading(() => {
    measureDatabase();
    metrics.clockSkew.set(membership.clockSkewMs / 1_000);
    metrics.memberCount.set(membership.members().length);
  });
}

/** Without the database a service cannot work; without NATS it serves stored data, and its sweeps do the rest more slowly. */
export function watchServers({
  readiness,
  mongo,
  nats,
  metrics,
}: Pick<ServiceParts<unknown>, 'readiness' | 'mongo' | 'nats' | 'metrics'>): void {
  readiness.needs('mongodb', () => mongo.ping().then(() => null, databaseTrouble));
  readiness.uses('nats', () => nats.trouble);
  metrics.beforeReading(async () => {
    const { ready, checks } = await readiness.report();
    metrics.ready.set(ready ? 1 : 0);
    for (const [dependency, word] of Object.entries(checks))
      metrics.dependencyUp.set({ dependency }, word === FINE ? 1 : 0);
  });
}

function stopOnSignals(log: Logger, stopping: AbortController, closers: Closers, deadlineMs: number): void {
  const stop = (signal: string): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, 'stopping');
    setTimeout(
      () => {
        log.error(
          { deadlineMs, waitsFor: closers.waitsFor },
          'the service ends at its stop deadline, before all of its parts were closed',
        );
        process.exit(1);
      },
      Math.min(deadlineMs, MAX_TIMER_MS),
    ).unref();
    void closers.closeAll().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** After a programming error the state of the process is unknown: it is stopped, and the restart converges. */
function dieOnBugs(log: Logger): void {
  const die = (error: unknown): void => {
    log.fatal({ err: error }, 'an error was not handled; the process ends');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}

/** A service receives messages only while NATS is available; during an outage it may have missed some. */
function calmOf(nats: Pick<Nats, 'connected' | 'onLost'>, membership: Pick<Membership, 'onChange'>): Calm {
  const calm = new Calm(systemClock, () => nats.connected);
  nats.onLost(() => {
    calm.end();
  });
  membership.onChange(() => {
    calm.end();
  });
  return calm;
}

/** Records each database operation; the returned function measures the gate and the connections. */
function databaseMeter({
  metrics,
  mongo,
  log,
}: {
  readonly metrics: Metrics;
  readonly mongo: Mongo;
  readonly log: Logger;
}): () => void {
  const operations = moduleLog(log, 'database');
  let before: Partial<Record<Lane, number>> = {};
  mongo.onOperation((collection, ms, result) => {
    metrics.databaseSeconds.observe({ collection, result }, ms / 1_000);
    operations.trace({ collection, result, ms }, 'operation');
  });
  return () => {
    const { underWay, waiting, refused, limit } = mongo.load;
    metrics.databaseOperations.set(underWay);
    metrics.databaseOperationsLimit.set(limit);
    for (const state of ['open', 'used'] as const) metrics.databaseConnections.set({ state }, mongo.connections[state]);
    for (const lane of LANES) {
      metrics.databaseOperationsWaiting.set({ lane }, waiting[lane]);
      metrics.databaseOperationsRefused.inc({ lane }, refused[lane] - (before[lane] ?? 0));
    }
    before = refused;
  };
}

/** Logs that this version does not change documents of a newer one, once each time that such documents appear. */
function newerMeter({
  metrics,
  mongo,
  log,
}: {
  readonly metrics: Pick<Metrics, 'newerDocuments'>;
  readonly mongo: Mongo;
  readonly log: Logger;
}): () => Promise<void> {
  const bulk = mongo.inLane('bulk');
  let isLogged = false;
  return async () => {
    const counts = await countNewer(bulk).catch(() => null);
    // Without the database the last figures are kept.
    if (counts === null) return;
    for (const [collection, count] of Object.entries(counts)) metrics.newerDocuments.set({ collection }, count);
    const isThere = Object.values(counts).some((count) => count > 0);
    if (isThere && !isLogged) log.warn({ ...counts }, 'documents of a newer version are not processed by this version');
    isLogged = isThere;
  };
}
