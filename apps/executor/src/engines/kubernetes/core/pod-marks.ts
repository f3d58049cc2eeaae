/**
 * The marks of a pod (labels, annotations, finalizer) by which it is found and kept until its result is recorded. People and
 * programs may remove them; missing ones are restored.
 */
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import {
  attemptLabels,
  labelValue,
  MANAGER,
  POD_ANNOTATIONS,
  POD_LABELS,
  RESULT_FINALIZER,
  shardLabel,
} from '#common/run/pod-contract.js';
import type { ObservedPod } from './observed-pod.js';

type Texts = Readonly<Record<string, string | undefined>>;

export interface PodMarks {
  readonly labels: Texts;
  readonly annotations: Texts;
}

/** Metadata to be merged into the pod's own. */
export interface LostMarks {
  readonly labels?: Texts;
  readonly annotations?: Texts;
  readonly finalizers?: readonly string[];
}

const OWN_LABELS = new Set<string>(Object.values(POD_LABELS));

/** The marks of an attempt's pod: those of its first observation, and those that follow from its identity. */
export function marksOf(pod: ObservedPod, attempt: AttemptId, instance: string): PodMarks {
  const { labels, annotations } = pod.metadata;
  const secret = annotations[POD_ANNOTATIONS.secret];
  return {
    labels: {
      ...Object.fromEntries(Object.entries(labels).filter(([name]) => OWN_LABELS.has(name))),
      ...placeLabels(pod),
      ...identityLabels(attempt, instance),
    },
    annotations: {
      [POD_ANNOTATIONS.attempt]: attempt,
      ...(secret !== undefined && { [POD_ANNOTATIONS.secret]: secret }),
    },
  };
}

/** The labels by which the engine finds it. */
function identityLabels(attempt: AttemptId, instance: string): Texts {
  const key = parseAttemptId(attempt);
  const place = key && { ...attemptLabels(instance, key), [POD_LABELS.shard]: shardLabel(key.run) };
  return { [POD_LABELS.managedBy]: MANAGER, ...place };
}

/** The labels by which people, network policies and headless services select it. */
function placeLabels({ metadata: { annotations }, spec }: ObservedPod): Texts {
  const tenant = annotations[POD_ANNOTATIONS.tenant];
  const job = annotations[POD_ANNOTATIONS.job];
  const index = annotations[POD_ANNOTATIONS.completionIndex];
  return {
    ...(tenant !== undefined && { [POD_LABELS.tenant]: labelValue(tenant) }),
    ...(job !== undefined && { [POD_LABELS.job]: labelValue(job) }),
    ...(index !== undefined && { [POD_LABELS.completionIndex]: index }),
    ...(spec.subdomain !== '' && { [POD_LABELS.subdomain]: spec.subdomain }),
  };
}

/** The marks that are missing or changed; null if none are, and for a released pod. */
export function lostMarks({ metadata }: ObservedPod, marks: PodMarks): LostMarks | null {
  if (metadata.labels[POD_LABELS.released] !== undefined) return null;
  const labels = differing(marks.labels, metadata.labels);
  const annotations = differing(marks.annotations, metadata.annotations);
  // A pod that is being deleted accepts no finalizer any more.
  const isUnheld = metadata.deletionTimestamp === null && !metadata.finalizers.includes(RESULT_FINALIZER);
  if (!labels && !annotations && !isUnheld) return null;
  return {
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(isUnheld && { finalizers: [RESULT_FINALIZER] }),
  };
}

function differing(wanted: Texts, present: Texts): Texts | null {
  const missing = Object.entries(wanted).filter(([name, value]) => present[name] !== value);
  return missing.length === 0 ? null : Object.fromEntries(missing);
}
