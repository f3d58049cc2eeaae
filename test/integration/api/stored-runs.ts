/** Runs, attempts and log lines as the other services store them. */
import { shardOf } from '#testing/shards.js';
import {
  asJobId,
  asRunId,
  asSpecHash,
  asTenantId,
  asWorkerId,
  attemptId,
  parseAttemptId,
  type AttemptId,
} from '#common/domain/ids.js';
import { newRun } from '#common/run/new-run.js';
import { NO_PROGRESS } from '#common/run/output.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { asReplicaId } from '#common/domain/ids.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';

export const T0 = Date.parse('2026-11-21T10:00:00.000Z');

export async function storeRun(mongo: Mongo, id: string, change: Partial<Run> = {}): Promise<Run> {
  const run: Run = {
    ...newRun(
      {
        id: asRunId(id),
        shard: shardOf(id),
        tenant: change.tenant ?? asTenantId('ibm'),
        job: change.job ?? asJobId('j1'),
        jobName: 'first',
        jobVersion: 1,
        worker: asWorkerId('hook'),
        engine: 'webservice',
        spec: asSpecHash('s1'),
        trigger: change.trigger ?? 'manual',
        requestedBy: 'ada',
        scheduledFor: null,
        startAfter: T0,
        overrides: null,
        phase: 'Pending',
        reason: 'Admitted',
        message: '',
        holds: [],
      },
      change.createdAt ?? T0,
    ),
    wakeAt: null,
    ...change,
  };
  await new RunsStore(mongo).insertRuns([run]);
  return run;
}

export const firstAttempt = (run: string): AttemptId =>
  attemptId({ run: asRunId(run), generation: 0, task: 'main', index: 0, attempt: 1 });

export function liveAttempt(id: AttemptId): LiveAttempt {
  const key = parseAttemptId(id)!;
  return {
    id,
    task: key.task,
    index: key.index,
    attempt: key.attempt,
    state: 'started',
    since: T0,
    claim: { replica: asReplicaId('executor-1'), incarnation: 'i', host: 'h', at: T0 },
    startedAt: T0 + 100,
    lastSeenAt: null,
    stop: null,
    end: null,
    sealBy: null,
  };
}

/** Stores lines as one chunk; `firstSeq` counts from 1. `keptBytes`: of the whole attempt until then. */
export async function storeLines(
  mongo: Mongo,
  attempt: AttemptId,
  {
    firstSeq,
    at,
    texts,
    keptBytes = 0,
  }: { firstSeq: number; at: number; texts: readonly string[]; keptBytes?: number },
): Promise<void> {
  const lines = texts.map((text, i) => ({ seq: firstSeq + i, at: at + i, stream: 'stdout' as const, text }));
  await new LogsStore(mongo).insert({
    attempt,
    run: parseAttemptId(attempt)!.run,
    tenant: asTenantId('ibm'),
    chunk: firstSeq,
    through: firstSeq,
    firstSeq,
    lastSeq: firstSeq + texts.length - 1,
    firstAt: at,
    lastAt: at + texts.length - 1,
    bytes: texts.join('').length,
    progress: { ...NO_PROGRESS, keptBytes },
    callbacks: [],
    seal: null,
    lines,
  });
}
