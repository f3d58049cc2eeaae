/** A database, a NATS, definitions and scheduler replicas for tests of the scheduler's shells. */
import { randomBytes } from 'node:crypto';
import { systemClock, type Clock } from '#common/clock/clock.js';
import type { JobSpec } from '#common/spec/job.js';
import { contracts } from '#common/messages/registry.js';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import type { StoredJob, StoredWorker, Tenant } from '#common/spec/definitions.js';
import { asJobId, asTenantId, asWorkerId, type JobId, type RunId } from '#common/domain/ids.js';
import { isFinal, stateOf } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { Gap, ScheduleState } from '#common/schedule/schedule-state.js';
import { Readiness } from '#common/health/readiness.js';
import { createWorkerApp } from '#common/lifecycle/worker-app.js';
import { Membership } from '#common/membership/membership.js';
import { HoldWatch } from '#common/holds/hold-watch.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { plainTenant, TenantsStore } from '#common/mongo/tenants.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import type { Nats } from '#common/nats/nats.js';
import { ContractTransport } from '#common/nats/transport.js';
import { freshMongo, ownNats, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { appModule } from '../../../../apps/scheduler/src/app.module.js';
import type { SchedulerConfig } from '../../../../apps/scheduler/src/config.js';
import { PlanLoop } from '../../../../apps/scheduler/src/plan/plan-loop.js';
import { Sweeps } from '../../../../apps/scheduler/src/sweeps/sweeps.js';

import { SchedulerProcess } from './scheduler-process.js';

export type JobFields = Partial<Omit<JobSpec, 'secureParameters' | 'httpHeaders'>>;
type AdmitRequest = PayloadOf<typeof contracts.admitRun>;

const REQUEST_MS = 10_000;

export interface Replica {
  stop(): Promise<void>;
}

export class World {
  private count = 0;

  private constructor(
    readonly mongo: Mongo,
    readonly nats: Nats,
    /** How further replicas reach both. */
    private readonly servers: { readonly mongoUri: string; readonly natsUrl: string; connect(): Promise<Nats> },
    private readonly closers: (() => Promise<void>)[],
  ) {}

  static async create(): Promise<World> {
    const [{ mongo, uri, drop }, { nats, url, connect, stop }] = await Promise.all([freshMongo(), ownNats()]);
    const world = new World(mongo, nats, { mongoUri: uri, natsUrl: url, connect }, [stop, drop]);
    const worker: StoredWorker = {
      id: asWorkerId('worker'),
      version: 1,
      createdAt: 0,
      updatedAt: 0,
      updatedBy: 'test',
      spec: { name: 'A worker', engine: 'process', command: ['true'] },
      sealed: { httpHeaders: {} },
    };
    await new WorkersStore(mongo).insert(worker, 'test');
    return world;
  }

  /** A scheduler in this process, with messages and sweeps of its own. */
  async replica(options: { clock?: Clock; cronDisabled?: boolean } = {}): Promise<Replica> {
    const { clock = systemClock, cronDisabled = false } = options;
    const nats = await this.servers.connect();
    const identity = { service: 'scheduler', replica: `scheduler-${randomBytes(4).toString('hex')}`, host: 'here' };
    const membership = new Membership({ ...identity, version: '0' }, new MembersStore(this.mongo), this.mongo, {
      clock,
      log: silentLog,
      shardCount: this.mongo.shards.count,
    });
    const parts = {
      config: { DISABLE_CRON: cronDisabled, ...identity } as unknown as SchedulerConfig,
      log: silentLog,
      clock,
      metrics: new Metrics('scheduler', '0'),
      readiness: new Readiness(),
      secrets: new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 7) }]),
      mongo: this.mongo,
      nats,
      membership,
      version: '0',
    };
    const transport = new ContractTransport('scheduler', nats, membership, parts);
    const app = await createWorkerApp(appModule(parts), parts, transport);
    await membership.start();
    await app.listen();
    const loops = [app.context.get(HoldWatch), app.context.get(Sweeps), app.context.get(PlanLoop)];
    for (const loop of loops) await loop.start();
    let stopped = false;
    const stop = async (): Promise<void> => {
      if (stopped) return;
      stopped = true;
      for (const loop of loops.reverse()) await loop.stop();
      await membership.stop();
      await app.context.close();
    };
    this.closers.unshift(stop);
    return { stop };
  }

  /** A scheduler in a process of its own, as it is run in production. */
  async process(): Promise<SchedulerProcess> {
    const started = await SchedulerProcess.start(this.servers);
    this.closers.unshift(() => started.stop());
    return started;
  }

  /** Saves a definition as the api does, without telling anybody. */
  async saveJob(fields: JobFields = {}, change: Partial<StoredJob> = {}): Promise<StoredJob> {
    const id = change.id ?? asJobId(`job-${++this.count}`);
    const jobs = new JobsStore(this.mongo);
    const previous = await jobs.load(id);
    const now = Date.now();
    const tenant = asTenantId(fields.tenant ?? 'ibm');
    const { version, rev, createdAt, spec } = previous ?? {
      version: 0,
      rev: 0,
      createdAt: now,
      spec: { tenant, name: `Job ${id}`, worker: 'worker' },
    };
    const job: StoredJob = {
      id,
      tenant,
      version: version + 1,
      rev: rev + 1,
      createdAt,
      updatedAt: now,
      updatedBy: 'test',
      spec: { ...spec, ...fields },
      sealed: { secureParameters: null, httpHeaders: {} },
      paused: null,
      deletedAt: null,
      ...change,
    };
    const writer = randomBytes(4).toString('hex');
    const written = await (previous ? jobs.save(job, previous, writer) : jobs.insert(job, writer));
    if (written !== 'saved') throw new Error(`the job was not saved: ${written}`);
    return job;
  }

  /** Saves a definition and has it synchronised. */
  async job(fields: JobFields = {}, change: Partial<StoredJob> = {}): Promise<StoredJob> {
    const job = await this.saveJob(fields, change);
    const reply = await this.apply(job.id);
    if (!reply.ok) throw new Error(`the job was not synchronised: ${reply.detail}`);
    return job;
  }

  async apply(job: JobId): Promise<ReplyOf<typeof contracts.applyJob>> {
    return this.nats.request(contracts.applyJob, {}, { v: 1, job }, REQUEST_MS);
  }

  async tenant(id: string, change: Partial<Tenant>): Promise<void> {
    await new TenantsStore(this.mongo).insert({ ...plainTenant(asTenantId(id), 0), ...change }, 'test');
  }

  async admit(
    job: JobId,
    run: string,
    change: Partial<AdmitRequest> = {},
  ): Promise<ReplyOf<typeof contracts.admitRun>> {
    const request: AdmitRequest = { v: 1, run, job, requestedBy: 'someone', startAfter: null, ...change };
    return this.nats.request(contracts.admitRun, {}, request, REQUEST_MS);
  }

  async schedule(job: JobId): Promise<ScheduleState> {
    const state = await new SchedulesStore(this.mongo).load(job);
    if (!state) throw new Error(`there is no schedule of ${job}`);
    return state;
  }

  /** Oldest first. */
  async runsOf(job: JobId): Promise<Run[]> {
    const anything = { tenants: null, state: null, phase: null, trigger: null, errorGroup: null, from: null, to: null };
    const filter = { ...anything, job, begins: new Map() };
    const page = await new RunReads(this.mongo).list(filter, null, 1_000);
    return [...page.items].reverse();
  }

  async run(id: string): Promise<Run | undefined> {
    return (await new RunReads(this.mongo).load([id as RunId])).get(id as RunId);
  }

  async gapsOf(job: JobId): Promise<Gap[]> {
    return new GapsStore(this.mongo).within(job, 0, Number.MAX_SAFE_INTEGER, 100);
  }

  async runsReach(job: JobId, count: number): Promise<Run[]> {
    return until(`${count} runs of ${job}`, async () => {
      const runs = await this.runsOf(job);
      return runs.length >= count ? runs : null;
    });
  }

  async reaches(run: string, phase: Run['phase']): Promise<Run> {
    return until(`${run} to be ${phase}`, async () => {
      const found = await this.run(run);
      return found?.phase === phase ? found : null;
    });
  }

  /** Ends a run as the executor would, and publishes the end. */
  async end(id: string, phase: 'Completed' | 'Failed' = 'Completed', tell = true): Promise<void> {
    const run = await this.run(id);
    if (!run || isFinal(run.phase)) throw new Error(`${id} cannot end`);
    const now = Date.now();
    const ended: Run = { ...run, phase, started: now, finished: now, wakeAt: null, rev: run.rev + 1 };
    if (!(await new RunsStore(this.mongo).save(ended, run.rev))) throw new Error(`${id} was changed meanwhile`);
    if (!tell) return;
    const { shard, tenant, holds: _h, ...rest } = ended;
    await this.nats.publishDurable(
      contracts.runChanged,
      { shard, tenant },
      {
        ...rest,
        v: 1,
        run: ended.id,
        tenant,
        state: stateOf(phase),
        transitions: [],
      },
    );
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
  }
}
