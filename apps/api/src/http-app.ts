import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { systemClock, delay } from '#common/clock/clock.js';
import { attemptFromSegment, attemptId } from '#common/domain/ids.js';
import { MAX_REQUEST_BODY_BYTES } from '#common/domain/limits.js';
import type { RunningApp } from '#common/lifecycle/service.js';
import { nestLogger } from '#common/logging/nest-logger.js';
import { inLogContext } from '#common/logging/log-context.js';
import { moduleLog, type Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { attemptSpanId, parseTraceparent, traceIdOf } from '#common/telemetry/trace-context.js';
import { IdentityTokens } from '#common/secrets/identity-tokens.js';
import { issuerOf } from '#common/spec/identity.js';
import type { Tracing } from '#common/telemetry/tracing.js';
import { Authenticator } from './access/authenticator.js';
import type { ApiParts } from './app.module.js';
import { PauseLoops } from './jobs/pause-loops.js';
import { BulkRunner } from './bulk/bulk-runner.js';
import { LiveStreams } from './events/live-streams.js';
import { RunFeed } from './events/run-feed.js';
import { AuditLog } from './http/audit-log.js';
import { IdempotentAnswers } from './http/idempotent-answers.js';
import {
  answerBroken,
  answerFailed,
  answerUnrouted,
  MAX_HEADER_BYTES,
  refuseWithoutHost,
} from './http/answer-unrouted.js';
import { withoutLastSlash } from './http/core/without-last-slash.js';
import { ProblemFilter } from './http/problem.filter.js';
import { guardRequests, guardOf } from './http/guard-hook.js';
import { nameForwarders } from './http/source-address.js';
import { REQUEST_KINDS, RequestGates } from './http/request-gates.js';
import { RouteInterceptor } from './http/route.interceptor.js';
import { PingIntake } from './monitors/ping-intake.js';
import { addPingRoutes } from './monitors/ping-routes.js';
import { openApiDocument } from './openapi/document.js';
import { API_PATH, routes } from './routes.js';
import { addSignInRoutes } from './sign-in/sign-in-routes.js';
import { SignIn } from './sign-in/sign-in.js';
import { addBodyParsers } from './system/body-parsers.js';
import { addSecurityHeaders } from './system/security-headers.js';
import { addSystemRoutes } from './system/system-routes.js';
import { addHookRoutes } from './triggers/hook-routes.js';
import { TriggerListener } from './triggers/trigger-listener.js';
import { TriggerIntake } from './triggers/trigger-intake.js';
import { WorkerService } from './workers/worker.service.js';

const MAX_PARAM_LENGTH = 512;
/** Connections at once; further ones are refused. */
const MAX_CONNECTIONS = 5_000;
/**
 * Timeouts in milliseconds: a connection is closed that does not send a whole request, its head, or anything, or does not read. Tokens of an
 * issuer that name many groups make long headers.
 */
const PATIENCE = {
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionTimeout: 60_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  },
};
const MAX_FLUSH_MS = 1_000;
const FLUSH_POLL_MS = 20;

/** Builds the HTTP application; it begins to answer with `listen`. */
export async function createHttpApp(module: DynamicModule | Type, parts: ApiParts): Promise<RunningApp> {
  const { config, metrics, clock } = parts;
  const log = moduleLog(parts.log, 'http');
  const prefix = config.PATH_PREFIX;
  const basePath = `${prefix}${API_PATH}`;
  const adapter = new FastifyAdapter({
    bodyLimit: MAX_REQUEST_BODY_BYTES,
    ...PATIENCE,
    trustProxy: config.TRUSTED_PROXIES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerBroken,
    frameworkErrors: answerUnrouted,
    rewriteUrl: ({ url = '' }) => (url.startsWith(`${basePath}/`) ? withoutLastSlash(url) : url),
  });
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest declares its options as a class
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: nestLogger(log),
    abortOnError: false,
    bodyParser: false,
  });
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  addSecurityHeaders(server);
  refuseWithoutHost(server);
  nameForwarders(server);
  const guard = guardOf(app.get(Authenticator), parts);
  const audit = app.get(AuditLog);
  guardRequests(server, guard, { basePath, prefix, database: parts.mongo, audit });
  server.server.maxConnections = MAX_CONNECTIONS;
  addBodyParsers(server);
  nameRequests(server);
  measureRequests(server, { metrics, log, ...(parts.tracing && { tracing: parts.tracing }) });
  await addPlainRoutes(server, app, parts, log);
  app.setGlobalPrefix(basePath);
  app.useGlobalFilters(new ProblemFilter(routes, basePath, log));
  const gates = new RequestGates();
  metrics.beforeReading(() => {
    measureGates(gates, metrics);
  });
  const answers = app.get(IdempotentAnswers);
  const interceptor = new RouteInterceptor({ answers, audit, gates, database: parts.mongo, log, basePath });
  app.useGlobalInterceptors(interceptor);
  const feed = app.get(RunFeed);
  const streams = app.get(LiveStreams);
  const loops = [app.get(BulkRunner), app.get(PauseLoops), app.get(TriggerListener)];
  server.addHook('preClose', async () => {
    feed.stop();
    await streams.stop();
    await interceptor.drain();
    await Promise.all(loops.map((each) => each.stop()));
    await Promise.all([flushAnswers(server), audit.settle()]);
  });
  return {
    context: app,
    listen: async () => {
      await app.get(WorkerService).ensureBuiltIn(clock.now());
      feed.start();
      streams.start();
      for (const loop of loops) loop.start();
      await app.listen(config.PORT, config.LISTEN_ADDRESS);
      log.info({ url: await app.getUrl(), prefix }, 'listening');
    },
  };
}

/** Routes that are not of the API: what the service says of itself, the page, sign-in, pings and triggers. */
async function addPlainRoutes(
  server: FastifyInstance,
  app: NestFastifyApplication,
  { config, metrics, readiness, version, mongo: database }: ApiParts,
  log: Logger,
): Promise<void> {
  const { PATH_PREFIX: prefix, PUBLIC_URL: publicUrl, METRICS_ON_API: withMetrics } = config;
  const document = openApiDocument(routes, { version, server: `${publicUrl}${prefix}${API_PATH}` });
  await server.register(async (scope) => {
    scope.setErrorHandler(answerFailed(log));
    const identity = { issuer: issuerOf(config), tokens: app.get(IdentityTokens) };
    const served = withMetrics ? metrics : null;
    await addSystemRoutes(scope, { prefix, document, readiness, version, metrics: served, identity });
    addSignInRoutes(scope, app.get(SignIn), { prefix, publicUrl, log, metrics });
    await addPingRoutes(scope, app.get(PingIntake), { prefix, database, log });
    await addHookRoutes(scope, app.get(TriggerIntake), { prefix, database, log });
  });
}

/** Lets answers and the ends of streams reach their readers, as far as they read; the server cuts off the others. */
async function flushAnswers({ server }: FastifyInstance): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  for (let waitedMs = 0; waitedMs < MAX_FLUSH_MS; waitedMs += FLUSH_POLL_MS) {
    server.closeIdleConnections();
    if ((await connections()) === 0) return;
    await delay(FLUSH_POLL_MS);
  }
}

/** Requests under way and waiting, by kind. */
function measureGates(gates: RequestGates, metrics: Metrics): void {
  for (const kind of REQUEST_KINDS) {
    const counts = gates.counts(kind);
    metrics.httpRequestsActive.set({ kind, state: 'served' }, counts?.underWay ?? 0);
    metrics.httpRequestsActive.set({ kind, state: 'waiting' }, counts?.waiting.normal ?? 0);
  }
}

/** Every log line that is written while a request is served has its id, and its trace if the caller sent one. */
function nameRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const parent = parseTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
    const { id } = request.params as { readonly id?: string };
    const run = request.routeOptions.url?.includes('/runs/:id') === true && id !== undefined ? { run: id } : {};
    inLogContext({ request: randomUUID(), ...run, ...(parent && { trace: parent.trace }) }, done);
  });
}

/** A callback belongs to the trace of its attempt; another request to the trace of its caller, if there is one. */
function traceRequest(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): void {
  const { attempt: segment } = request.params as { readonly attempt?: string };
  const key = segment === undefined ? null : attemptFromSegment(segment);
  const { traceparent } = request.headers;
  const caller = parseTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
  const ids = key
    ? { trace: traceIdOf(key.run), parent: attemptSpanId(attemptId(key)) }
    : caller && { trace: caller.trace, parent: caller.span };
  if (ids === null) return;
  const to = systemClock.now();
  tracing.record({
    name: `${request.method} ${request.routeOptions.url ?? ''}`,
    ...ids,
    from: to - reply.elapsedTime,
    to,
    kind: 'server',
    attributes: { 'http.request.method': request.method, 'http.response.status_code': reply.statusCode },
    ...(reply.statusCode >= 500 && { error: String(reply.statusCode) }),
  });
}

/** One observation per answered request, labelled with the route's pattern: never with a path that a caller has chosen. */
function measureRequests(
  server: FastifyInstance,
  { metrics, log, tracing }: Pick<ApiParts, 'metrics' | 'log' | 'tracing'>,
): void {
  server.addHook('onResponse', (request, reply, done) => {
    const labels = {
      route: request.routeOptions.url ?? 'none',
      method: request.method,
      status: String(reply.statusCode),
    };
    metrics.httpRequestDuration.observe(labels, reply.elapsedTime / 1_000);
    log.debug({ ...labels, ms: reply.elapsedTime }, 'request');
    if (tracing) traceRequest(tracing, request, reply);
    done();
  });
}
