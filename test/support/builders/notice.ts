import { asJobId, asTenantId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import type { Notice } from '#common/run/notice.js';

/** A notice that waits for its first try. */
export function aNotice(change: Partial<Notice> = {}): Notice {
  const { id = 'run1/0/failed/w', tenant = asTenantId('ibm') } = change;
  const job = change.job ?? asJobId('j');
  return {
    id,
    job,
    tenant,
    shard: shardOf(job),
    on: 'failed',
    webhook: 'https://hooks.test/secret',
    to: 'w',
    run: null,
    body: { id, on: 'failed', at: '', tenant, job, jobName: 'j', message: '', run: null, missed: null },
    decidedAt: Date.now(),
    tries: 0,
    nextTryAt: Date.now(),
    outcome: null,
    lastError: null,
    ...change,
  };
}
