/** A run and its snapshot in the database, for tests that only need an owner of its attempts. */
import { shardOf } from '#testing/shards.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { Engine } from '#common/spec/worker.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { newRun } from '#common/run/new-run.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';

const KEY = Buffer.alloc(32, 7);
/** The SECRET_KEYS of services that decrypt these secrets. */
export const TEST_SECRET_KEYS = `test:${KEY.toString('base64')}`;
export const testSecretBox = new SecretBox([{ id: 'test', key: KEY }]);

export async function recordRun(
  mongo: Mongo,
  id: string,
  options: {
    readonly job?: string;
    readonly engine?: Engine;
    readonly secureParameters?: JsonValue;
    readonly createdAt?: number;
  } = {},
): Promise<void> {
  const { job = 'job', engine = 'process', secureParameters = null, createdAt = 1_000 } = options;
  const spec = asSpecHash(`spec-${id}`);
  await new SpecsStore(mongo).put({
    hash: spec,
    jobId: job,
    jobVersion: 1,
    workerId: 'worker',
    workerVersion: 1,
    engine,
    job: { tenant: 'ibm', name: 'A job', worker: 'worker' },
    worker: { name: 'A worker', engine, command: ['true'] },
    sealed: {
      secureParameters: secureParameters === null ? null : testSecretBox.seal(JSON.stringify(secureParameters)),
      httpHeaders: {},
    },
  });
  const run = newRun(
    {
      id: asRunId(id),
      shard: shardOf(id),
      tenant: asTenantId('ibm'),
      job: asJobId(job),
      jobName: 'A job',
      jobVersion: 1,
      worker: asWorkerId('worker'),
      engine,
      spec,
      trigger: 'manual',
      requestedBy: 'anna',
      scheduledFor: null,
      startAfter: 0,
      overrides: null,
      phase: 'Pending',
      reason: 'Admitted',
      message: '',
      holds: [],
    },
    createdAt,
  );
  await new RunsStore(mongo).insertRuns([run]);
}
