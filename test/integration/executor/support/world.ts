/** A database, a NATS, a spool and runs for tests of the executor's shells. */
import { mkdtemp, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { PayloadOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import type { jobSpec } from '#common/spec/job.js';
import type { WorkerSpec } from '#common/spec/worker.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import {
  asAttemptId,
  asJobId,
  asRunId,
  parseAttemptId,
  asSpecHash,
  asTenantId,
  asWorkerId,
  type RunId,
} from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { storedPriority } from '#common/domain/priority.js';
import { newRun } from '#common/run/new-run.js';
import { isFinal } from '#common/run/phase.js';
import type { AttemptRecord, Run } from '#common/run/run.js';
import { toInsertedRun } from '#common/run/inserted-run.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import type { Nats } from '#common/nats/nats.js';
import { freshMongo, ownNats, type NatsProcess } from '#testing/servers.js';
import { until } from '#testing/until.js';

export const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
export const box = new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 7) }]);

type JobFields = Partial<Omit<z.output<typeof jobSpec>, 'secureParameters' | 'httpHeaders'>>;

export interface RunOptions {
  readonly job?: JobFields;
  readonly worker?: Partial<WorkerSpec>;
  readonly jobId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secure?: Readonly<Record<string, string>>;
  /** The box that encrypts them; one that the executor can decrypt with if absent. */
  readonly sealedBy?: Pick<SecretBox, 'seal'>;
  readonly startAfter?: number;
  readonly priority?: number;
  readonly tenant?: string;
  readonly workerId?: string;
  /** Its snapshot has the limits with which the worker was defined. */
  readonly isLimited?: true;
}

/** The tenant of the runs, and the key that encrypts their secrets, unless a test sets them. */
const OWNER = { tenant: 'ibm', workerId: 'worker', sealedBy: box };

export class World {
  private count = 0;

  readonly mongo: Mongo;
  readonly nats: Nats;
  readonly natsServer: NatsProcess;

  private constructor(
    servers: Pick<World, 'mongo' | 'nats' | 'natsServer'>,
    /** The settings by which a service finds all of this. */
    readonly env: Readonly<Record<string, string>>,
    private readonly closers: (() => Promise<void>)[],
  ) {
    ({ mongo: this.mongo, nats: this.nats, natsServer: this.natsServer } = servers);
  }

  static async create(): Promise<World> {
    const spool = await mkdtemp(join(tmpdir(), 'carillon-spool-'));
    const [{ mongo, uri, drop }, { nats, url, server, stop }] = await Promise.all([freshMongo(), ownNats(KEYS)]);
    const env = {
      MONGODB_URI: uri,
      NATS_URL: url,
      SPOOL_DIR: spool,
      SECRET_KEYS: KEYS,
      ENGINES: 'process,webservice',
      WEBSERVICE_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'info',
    };
    const removeSpool = (): Promise<void> => rm(spool, { recursive: true, force: true });
    return new World({ mongo, nats, natsServer: server }, env, [stop, drop, removeSpool]);
  }

  get spool(): string {
    return this.env['SPOOL_DIR'] ?? '';
  }

  /** Records a run of a snapshot of its own, as the scheduler does, without telling anybody. */
  async record(command: readonly string[], options: RunOptions = {}): Promise<Run> {
    const id = `run${String(++this.count).padStart(4, '0')}-${process.pid}`;
    const { job = {}, worker = {}, jobId = `job-${id}`, headers = {}, secure, startAfter = 0, priority } = options;
    const { tenant, workerId, sealedBy } = { ...OWNER, ...options };
    const engine = worker.engine ?? 'process';
    const spec = asSpecHash(`spec-${id}`);
    const limits = await this.limitsOf(workerId, options);
    await new SpecsStore(this.mongo).put({
      hash: spec,
      jobId,
      jobVersion: 1,
      workerId,
      workerVersion: 1,
      engine,
      job: { tenant, name: 'A job', worker: workerId, ...job },
      worker: {
        name: 'A worker',
        engine,
        ...(engine === 'process' ? { command: [...command] } : {}),
        ...worker,
        ...limits,
      },
      sealed: {
        secureParameters: secure === undefined ? null : sealedBy.seal(JSON.stringify(secure)),
        httpHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, sealedBy.seal(value)])),
      },
    });
    const run = newRun(
      {
        id: asRunId(id),
        shard: shardOf(id),
        tenant: asTenantId(tenant),
        job: asJobId(jobId),
        jobName: 'A job',
        jobVersion: 1,
        worker: asWorkerId(workerId),
        engine,
        spec,
        trigger: 'schedule',
        requestedBy: null,
        scheduledFor: 1_700_000_000_000,
        startAfter,
        overrides: null,
        phase: 'Pending',
        reason: 'Admitted',
        message: '',
        ...storedPriority(priority),
        holds: [],
      },
      Date.now(),
    );
    await new RunsStore(this.mongo).insertRuns([run]);
    return run;
  }

  private async limitsOf(id: string, { worker = {}, isLimited }: RunOptions): Promise<Pick<WorkerSpec, 'limits'>> {
    if (worker.limits) await this.define(id, worker);
    const limits = isLimited ? (await new WorkersStore(this.mongo).load(asWorkerId(id)))?.spec.limits : worker.limits;
    return limits ? { limits } : {};
  }

  /** Stores the worker, or its limits: the scheduler reads them. */
  async define(id: string, { limits = {}, ...fields }: Partial<WorkerSpec>): Promise<void> {
    const workers = new WorkersStore(this.mongo);
    const stored = await workers.load(asWorkerId(id));
    const now = Date.now();
    const spec = { name: id, engine: 'process', ...fields, limits } as WorkerSpec;
    const times = {
      createdAt: stored?.createdAt ?? now,
      updatedAt: now,
      updatedBy: 'test',
      sealed: { httpHeaders: {} },
    };
    const next = { id: asWorkerId(id), version: (stored?.version ?? 0) + 1, spec, ...times };
    if (stored === null) await workers.insert(next, `test-${id}`);
    else await workers.save(next, stored, `test-${id}-${next.version}`);
  }

  /** Records a run and hands it to the executor. */
  async begin(command: readonly string[], options: RunOptions = {}): Promise<Run> {
    const run = await this.record(command, options);
    await this.dispatch(run.id);
    return run;
  }

  /** `made`: the run as it was stored, if it is sent with the message. */
  async dispatch(run: RunId, made?: Run): Promise<void> {
    const { job, tenant, spec } = made ?? {};
    const sent = made && { start: { job, tenant, spec }, made: toInsertedRun(made) };
    const message = { v: 1, run, ...sent } as PayloadOf<typeof contracts.dispatch>;
    await this.nats.publishDurable(contracts.dispatch, { shard: shardOf(run) }, message);
  }

  /** Reports the end of an attempt, as a web service does, until the report is accepted. */
  async reportFinished(text: string): Promise<void> {
    const attempt = asAttemptId(text);
    const shard = shardOf(parseAttemptId(attempt)!.run);
    const said = { v: 1, attempt, state: 'FINISHED', message: null, exitCode: 0, progress: null } as const;
    for (let isHeard = false; !isHeard;) {
      const answer = this.nats.request(contracts.reportStatus, { shard }, { ...said, at: Date.now() }, 2_000);
      isHeard = await answer.then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isHeard) await delay(500);
    }
  }

  async load(run: RunId): Promise<Run> {
    const found = (await new RunReads(this.mongo).load([run])).get(run);
    if (!found) throw new Error(`there is no run ${run}`);
    return found;
  }

  async attempts(run: RunId): Promise<AttemptRecord[]> {
    return new AttemptsStore(this.mongo).ofRuns([run]);
  }

  /** The run once it is final. */
  async ended(run: RunId, limitMs = 60_000): Promise<Run> {
    return this.reaches(run, 'final', ({ phase }) => isFinal(phase), limitMs);
  }

  /** All of them once they are final, read together: hundreds of single requests would delay the runs that they wait for. */
  async allEnded(runs: readonly RunId[], limitMs: number): Promise<Run[]> {
    const ended = new Map<RunId, Run>();
    const areOver = async (): Promise<boolean> => {
      const open = runs.filter((run) => !ended.has(run));
      for (const run of (await new RunReads(this.mongo).load(open)).values())
        if (isFinal(run.phase)) ended.set(run.id, run);
      return ended.size === runs.length;
    };
    await until(`${runs.length} runs to end`, areOver, limitMs, 250);
    return runs.map((run) => ended.get(run)!);
  }

  async reaches(run: RunId, what: string, test: (run: Run) => boolean, limitMs = 60_000): Promise<Run> {
    try {
      return await until(
        `${run} to be ${what}`,
        async () => {
          const found = await this.load(run);
          return test(found) ? found : null;
        },
        limitMs,
        25,
      );
    } catch (cause) {
      throw new Error(`run is ${JSON.stringify(await this.load(run))}`, { cause });
    }
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
  }
}
