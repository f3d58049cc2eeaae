/** A whole api over real servers, with simulated services behind it that answer over the same NATS. */
import { resolve as pathTo } from 'node:path';
import { systemClock, type Clock } from '#common/clock/clock.js';
import type { Contract, PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { parseSecretKeys, SecretBox } from '#common/crypto/secret-box.js';
import type { Role } from '#common/spec/definitions.js';
import { Readiness } from '#common/health/readiness.js';
import { watchServers } from '#common/lifecycle/service.js';
import { Membership } from '#common/membership/membership.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { MembersStore } from '#common/mongo/members.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { decode, encode, type Nats } from '#common/nats/nats.js';
import { freshMongo, ownNats, silentLog, type NatsProcess } from '#testing/servers.js';
import { ArchiveStore } from '../../../apps/api/src/archive/archive-store.js';
import { AppModule, type ApiParts } from '../../../apps/api/src/app.module.js';
import { createHttpApp } from '../../../apps/api/src/http-app.js';
import { asJobId } from '#common/domain/ids.js';
import { storeRun } from './stored-runs.js';

export const BOOTSTRAP = 'bootstrap-token-of-the-test';
/** Tests of other subjects send as fast as they can. */
const UNLIMITED = {
  RATE_LIMIT_PER_TOKEN: 0,
  RATE_LIMIT_PER_TENANT: 0,
  RATE_LIMIT_PER_ADDRESS: 0,
  LOCKOUT_AFTER: 0,
  DEFAULT_MAX_JOBS: 0,
  DEFAULT_MAX_ACTIVE_RUNS: 0,
  TRUSTED_PROXIES: [],
  SECRET_PROVIDERS: new Map(),
};
const KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** JSON if the answer is JSON, otherwise its text. The test names its type. */
  readonly body: T;
}
export type Loose = Record<string, unknown>;
export interface Listed<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export interface Request {
  readonly token?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Answers a contract until it is stopped. */
export type StandIn = <C extends Contract>(
  contract: C,
  answer: (payload: PayloadOf<C>) => ReplyOf<C> | Promise<ReplyOf<C>>,
) => () => void;

export type Asking = <T = Loose>(method: string, path: string, request?: Request) => Promise<Reply<T>>;

export interface ApiUnderTest {
  readonly url: string;
  readonly prefix: string;
  readonly mongo: Mongo;
  readonly nats: Nats;
  readonly natsServer: NatsProcess;
  readonly secrets: SecretBox;
  readonly standIn: StandIn;
  /** Asks below `/api/v1`. */
  readonly ask: Asking;
  /** Asks at any path of the server. */
  readonly askAt: Asking;
  readonly tokenFor: (...roles: [tenant: string, role: Role][]) => Promise<string>;
  /** The metrics of the service. */
  readonly metrics: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function startApi(
  options: {
    prefix?: string;
    env?: Record<string, unknown>;
    clock?: Clock;
    /** A new one unless given. */
    database?: { readonly mongo: Mongo; readonly drop: () => Promise<void> };
  } = {},
): Promise<ApiUnderTest> {
  const { mongo, drop } = options.database ?? (await freshMongo());
  const { nats, server: natsServer, stop: stopNats } = await ownNats();
  const secrets = new SecretBox(parseSecretKeys(KEYS));
  const prefix = options.prefix ?? '';
  const env = { PATH_PREFIX: prefix, ...options.env };
  const parts = { ...partsOf(mongo, nats, secrets, env), clock: options.clock ?? systemClock };
  const app = await createHttpApp(
    AppModule.of(parts, pathTo('dist/apps/api/src/calendars/ics-worker.js')),
    parts,
  ).catch(async (error: unknown) => {
    await stopNats();
    await drop();
    throw error;
  });
  await app.listen();
  const url = await (app.context as unknown as { getUrl(): Promise<string> }).getUrl();
  const base = url.replace('[::1]', '127.0.0.1');
  const askAt: Asking = async (method, path, request = {}) => send(`${base}${path}`, method, request);
  const ask: Asking = async (method, path, request) => askAt(method, `${prefix}/api/v1${path}`, request);
  return {
    url: base,
    prefix,
    mongo,
    nats,
    natsServer,
    secrets,
    ask,
    askAt,
    standIn: standInOn(nats),
    metrics: () => parts.metrics.text(),
    tokenFor: async (...roles) => {
      const made = await ask<{ token: string }>('POST', '/tokens', {
        body: { name: 'test', roles: roles.map(([tenant, role]) => ({ tenant, role })) },
      });
      return made.body.token;
    },
    stop: async () => {
      await app.context.get(ArchiveStore).stop();
      await app.context.close();
      await stopNats();
      await drop();
    },
  };
}

function partsOf(mongo: Mongo, nats: Nats, secrets: SecretBox, env: Record<string, unknown>): Omit<ApiParts, 'clock'> {
  const identity = { service: 'api', replica: 'api-test', host: 'test', version: '0.0.0' };
  const readiness = new Readiness();
  const metrics = new Metrics('api', identity.version);
  watchServers({ readiness, mongo, nats, metrics });
  const config = {
    MONGODB_URI: '',
    NATS_URL: '',
    PORT: 0,
    METRICS_PORT: 0,
    METRICS_ON_API: false,
    LISTEN_ADDRESS: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PATH_PREFIX: '',
    PUBLIC_URL: 'http://carillon.test',
    SECRET_KEYS: [],
    SPOOL_DIR: '',
    BOOTSTRAP_TOKEN: BOOTSTRAP,
    ...UNLIMITED,
    OIDC_SCOPES: 'openid profile',
    OIDC_ROLES: new Map(),
    replica: identity.replica,
    host: identity.host,
    ...env,
  } as unknown as ApiParts['config'];
  return {
    config,
    log: silentLog,
    metrics,
    readiness,
    secrets,
    mongo,
    nats,
    membership: new Membership(identity, new MembersStore(mongo), mongo, {
      clock: systemClock,
      log: silentLog,
      shardCount: mongo.shards.count,
    }),
    version: identity.version,
  };
}

function standInOn(nats: Nats): StandIn {
  return (contract, answer) => {
    const subscription = nats.subscribe(contract.pattern, {
      callback: (_error, message) => {
        const payload = decode(contract.schema, message.data) as PayloadOf<typeof contract>;
        const answered = (reply: ReplyOf<typeof contract>): void => {
          if (message.reply && contract.reply) nats.respond(message, encode(contract.reply, reply));
        };
        void Promise.resolve(answer(payload)).then(answered);
      },
    });
    return () => {
      subscription.unsubscribe();
    };
  };
}

type Admission = Omit<PayloadOf<typeof contracts.admitRun>, 'v'>;

/** A scheduler that applies every definition at once, and admits every run, which is over at once. */
export function obligingScheduler(api: ApiUnderTest): {
  applied: string[];
  admitted: Admission[];
} {
  const applied: string[] = [];
  const admitted: Admission[] = [];
  api.standIn(contracts.applyJob, ({ job }) => {
    applied.push(job);
    return { ok: true as const, jobRev: Number.MAX_SAFE_INTEGER, nextSlot: null };
  });
  const admit = async (request: Admission): Promise<ReplyOf<typeof contracts.admitRun>> => {
    admitted.push(request);
    await storeRun(api.mongo, request.run, { job: asJobId(request.job), phase: 'Completed' });
    return { ok: true as const, run: request.run };
  };
  api.standIn(contracts.admitRun, admit);
  api.standIn(contracts.admitRuns, async ({ requests }) => ({
    ok: true as const,
    replies: await Promise.all(requests.map(admit)),
  }));
  return { applied, admitted };
}

async function send<T>(
  url: string,
  method: string,
  { token = BOOTSTRAP, body, headers = {} }: Request,
): Promise<Reply<T>> {
  const sent: Record<string, string> = { connection: 'close', ...headers };
  if (token !== null) sent['authorization'] ??= `Bearer ${token}`;
  let payload: string | undefined;
  if (body !== undefined) {
    payload = typeof body === 'string' ? body : JSON.stringify(body);
    sent['content-type'] ??= 'application/json';
  }
  const response = await fetch(url, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(payload === undefined ? {} : { body: payload }),
  });
  const text = await response.text();
  const json = /[/+]json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, headers: response.headers, text, body: (json ? JSON.parse(text) : text) as T };
}

/** An api with a scheduler that accepts everything, and an owner and an editor of the tenant `ibm`. */
export async function startWithPeople(): Promise<{ api: ApiUnderTest; owner: string; editor: string }> {
  const api = await startApi();
  obligingScheduler(api);
  return { api, owner: await api.tokenFor(['ibm', 'owner']), editor: await api.tokenFor(['ibm', 'editor']) };
}
