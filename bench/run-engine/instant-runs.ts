/** Runs that the executor's real code reconciles. Its writes are counted; attempts end as soon as they begin. */
import { WholeParts } from '#testing/whole-parts.js';
import { noLedger } from '#testing/everything-counted.js';
import { shardOf } from '#testing/shards.js';
import { calculateObjectSize } from 'bson';
import { systemClock } from '#common/clock/clock.js';
import type { JobSpec } from '#common/spec/job.js';
import { DEFAULT_RETENTION, type RunSpec } from '#common/spec/definitions.js';
import {
  asJobId,
  asReplicaId,
  asRunId,
  asSpecHash,
  asTenantId,
  asWorkerId,
  parseAttemptId,
  type AttemptId,
  type RunId,
} from '#common/domain/ids.js';
import { newRun } from '#common/run/new-run.js';
import { isFinal } from '#common/run/phase.js';
import type { AttemptEnd, Run } from '#common/run/run.js';
import { createLogger } from '#common/logging/logger.js';
import { toRunDocument } from '#common/mongo/run-document.js';
import { PostCommit } from '../../apps/executor/src/loop/post-commit.js';
import { RunLoader, RunPlans } from '../../apps/executor/src/loop/run-loader.js';
import { RunStarts } from '../../apps/executor/src/loop/run-starts.js';
import { RunQueue } from '../../apps/executor/src/loop/run-queue.js';
import { Sealer } from '../../apps/executor/src/loop/sealer.js';
import { SignsOfLife } from '../../apps/executor/src/loop/signs-of-life.js';
import { StartQueue } from '../../apps/executor/src/loop/start-queue.js';
import {
  RunReconciler,
  DecisionWriter,
  type DecisionStores,
  FactGatherer,
} from '../../apps/executor/src/loop/reconcile-run.js';
import { CountableEnds } from '../../apps/executor/src/usage/countable-ends.js';
import type { BenchStores } from './bench-stores.js';

const SEAL_HOLD_MS = 60_000;

/** The writes to the stores. */
export interface Written {
  turns: number;
  attempts: number;
  runBytes: number;
  largestRunBytes: number;
  chunks: number;
  chunkBytes: number;
}

export class InstantRuns {
  readonly written: Written = { turns: 0, attempts: 0, runBytes: 0, largestRunBytes: 0, chunks: 0, chunkBytes: 0 };
  private readonly ended = new Map<RunId, (run: Run) => void>();
  private readonly begun = new Set<AttemptId>();
  private readonly queue: RunQueue;
  private readonly starts: StartQueue;
  private nonces = 0;

  /** `fails` selects the indexes that fail. */
  constructor(
    private readonly stores: BenchStores,
    private readonly fails: (index: number) => boolean,
  ) {
    const log = createLogger('bench', 'silent');
    const queue: RunQueue = new RunQueue((run, request) => reconciler.reconcile(run, request), log, systemClock);
    this.queue = queue;
    const wake = (run: RunId): void => {
      queue.wake(run);
    };
    this.starts = new StartQueue(wake, systemClock, new WholeParts(systemClock));
    const sealed = { ok: true, sealed: true, complete: true, reason: null };
    const answer = ({ others }: { others?: readonly unknown[] }): unknown =>
      others === undefined ? sealed : { ...sealed, others: others.map(() => sealed) };
    const reconciler = new RunReconciler({
      loader: new RunLoader(stores.reads, stores.indexes),
      writer: new DecisionWriter(this.counting(), new CountableEnds(noLedger, systemClock)),
      starts: new RunStarts(
        this.starts,
        { maxActivePerEngine: { process: null, webservice: null, kubernetes: null } },
        () => true,
      ),
      facts: new FactGatherer({
        plans: new RunPlans(stores.specs, { load: () => Promise.resolve(null) }, systemClock),
        texts: { hide: (_run, _spec, inputs) => Promise.resolve(inputs) },
        sealer: new Sealer(
          { request: (_, __, question) => Promise.resolve(answer(question as never) as never) },
          { waiting: () => Promise.resolve(new Set()) },
          log,
        ),
        signs: new SignsOfLife({ lastSign: () => Promise.resolve(null) }, { verify: () => Promise.resolve([]) }),
        surroundings: () => ({
          now: systemClock.now(),
          self: { replica: asReplicaId('bench'), incarnation: 'bench', host: 'bench', lease: 1 },
          engines: ['process'],
          ranUntil: null,
          sealHoldMs: SEAL_HOLD_MS,
          priorities: {},
          alive: null,
          nonce: String((this.nonces += 1)),
        }),
      }),
      postCommit: new PostCommit({
        starter: {
          prepare: () => Promise.resolve(new Map()),
          startClaimed: (run) => {
            for (const { id } of run.live) this.start(id);
          },
          forget: (attempt) => this.begun.delete(attempt),
        },
        effects: { perform: () => undefined, cleanUp: () => undefined },
        observers: [],
        watchers: [],
        wakeSoon: (run, at) => {
          queue.wakeSoon(run, at);
        },
      }),
    });
  }

  /** The run once it is final. */
  async run(name: string, job: Partial<JobSpec>): Promise<Run> {
    await this.stores.specs.put(specOf(name, job));
    const run = runOf(name);
    await this.stores.runs.insertRuns([run]);
    const ended = new Promise<Run>((resolve) => this.ended.set(run.id, resolve));
    this.queue.wake(run.id);
    return ended;
  }

  async close(): Promise<void> {
    await this.queue.stop();
    this.starts.stop();
  }

  private counting(): DecisionStores {
    const { runs, attempts, events, indexes } = this.stores;
    const { written } = this;
    return {
      events,
      runs: { save: (next, expectedRev) => this.save(() => runs.save(next, expectedRev), next) },
      attempts: {
        recordEnd: (record) => {
          written.attempts += 1;
          return attempts.recordEnd(record);
        },
        recordLog: (...verdict) => attempts.recordLog(...verdict),
        get: (id) => attempts.get(id),
        ofIds: (ids) => attempts.ofIds(ids),
      },
      indexes: {
        add: (run, chunks) => {
          written.chunks += chunks.length;
          for (const { bytes } of chunks) written.chunkBytes += bytes.length;
          return indexes.add(run, chunks);
        },
        remove: (run, keys) => indexes.remove(run, keys),
      },
    };
  }

  private async save(save: () => Promise<boolean>, next: Run): Promise<boolean> {
    const size = calculateObjectSize(toRunDocument(next));
    const { written } = this;
    written.turns += 1;
    written.runBytes += size;
    written.largestRunBytes = Math.max(written.largestRunBytes, size);
    const isSaved = await save();
    if (isFinal(next.phase)) this.ended.get(next.id)?.(next);
    return isSaved;
  }

  private start(attempt: AttemptId): void {
    if (this.begun.has(attempt)) return;
    this.begun.add(attempt);
    const at = systemClock.now();
    const isFailed = this.fails(parseAttemptId(attempt)?.index ?? 0);
    const end: AttemptEnd = {
      result: isFailed ? 'failed' : 'succeeded',
      at,
      exitCode: isFailed ? 1 : 0,
      reason: 'Exited',
      message: '',
    };
    const observation = { type: 'ended', attempt, startedAt: at, node: 'bench', end } as const;
    this.queue.report({ type: 'observed', observation });
  }
}

export function specOf(name: string, job: Partial<JobSpec>): RunSpec {
  return {
    hash: asSpecHash(name),
    jobId: 'job',
    jobVersion: 1,
    workerId: 'worker',
    workerVersion: 1,
    engine: 'process',
    job: { tenant: 'bench', name: 'bench', worker: 'worker', retention: DEFAULT_RETENTION, ...job },
    worker: { name: 'Worker', engine: 'process', command: ['true'] },
    sealed: { secureParameters: null, httpHeaders: {} },
  };
}

/** A run that has just been admitted; `spec` names its snapshot. */
export function runOf(name: string, spec = name): Run {
  return newRun(
    {
      id: asRunId(name),
      shard: shardOf(name),
      tenant: asTenantId('bench'),
      job: asJobId('job'),
      jobName: 'bench',
      jobVersion: 1,
      worker: asWorkerId('worker'),
      engine: 'process',
      spec: asSpecHash(spec),
      trigger: 'manual',
      requestedBy: null,
      scheduledFor: null,
      startAfter: 0,
      overrides: null,
      phase: 'Pending',
      reason: 'Admitted',
      message: '',
      holds: [],
    },
    systemClock.now(),
  );
}
