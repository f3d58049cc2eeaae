/** Error groups as the executor stores them. */
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { coarsestShardOf } from '#common/domain/shards.js';
import { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import { withFailures } from '#common/watch/error-group.js';
import type { Failure } from '#common/watch/failure.js';
import type { ApiUnderTest } from './api-under-test.js';

/** A group of failures of a job, an hour apart from now back; gives its id. */
export async function storeErrorGroup(
  { mongo }: Pick<ApiUnderTest, 'mongo'>,
  id: string,
  {
    tenant = 'ibm',
    job = 'j1',
    count = 1,
    line = 'boom',
    lastAt = Date.now() - 1_000,
    reason = 'ExitCode',
  }: { tenant?: string; job?: string; count?: number; line?: string; lastAt?: number; reason?: string } = {},
): Promise<string> {
  const failures = Array.from({ length: count }, (_, i): Failure => ({
    run: asRunId(`${id}-run-${i}`),
    job: asJobId(job),
    jobName: job,
    jobVersion: 1,
    at: lastAt - i * 3_600_000,
  }));
  const kind = { tenant: asTenantId(tenant), reason, exitCode: reason === 'ExitCode' ? 1 : null, lines: [line] };
  const group = withFailures(null, { id, shard: coarsestShardOf(id), since: lastAt, kind }, failures);
  await new ErrorGroupsStore(mongo).save(group);
  return id;
}
