import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { attemptLabels, POD_ANNOTATIONS, POD_LABELS } from '#common/run/pod-contract.js';

/** The labels by which a collector knows the run of a pod. One pod a run: its name contains no more than that. */
export function podMetadataOf(attempt: AttemptId): {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
} {
  const key = parseAttemptId(attempt);
  if (key === null) throw new Error(`${attempt} is not the id of an attempt`);
  const labels = { ...attemptLabels('carillon', key), [POD_LABELS.shard]: String(shardOf(key.run)) };
  return { name: `pod-${key.run}`, labels, annotations: { [POD_ANNOTATIONS.attempt]: attempt } };
}
