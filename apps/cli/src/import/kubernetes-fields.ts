/** Every field of CronJob and Job of Kubernetes (batch/v1), and what an import does with it. */
import { ignored, mapped, reported, type FieldTable } from './fields.js';
import { OBJECT_METADATA, POD_TEMPLATE, TEMPLATE_METADATA } from './pod-fields.js';

/** What every object has. */
export const objectFields = (spec: FieldTable): FieldTable => ({
  apiVersion: ignored,
  kind: ignored,
  metadata: mapped(OBJECT_METADATA),
  spec: mapped(spec),
  status: ignored,
});

const JOB_SPEC: FieldTable = {
  activeDeadlineSeconds: mapped(),
  backoffLimit: mapped(),
  backoffLimitPerIndex: mapped(),
  completionMode: mapped(),
  completions: mapped(),
  managedBy: reported('names another controller, which does not run jobs of Carillon', 'kubernetes.io/job-controller'),
  manualSelector: reported('has no counterpart: pods belong to the run that has made them', false),
  maxFailedIndexes: mapped(),
  parallelism: mapped(),
  podFailurePolicy: mapped({
    rules: mapped({
      action: mapped(),
      onExitCodes: mapped({ containerName: mapped(), operator: mapped(), values: mapped() }),
      onPodConditions: mapped({ status: mapped(), type: mapped() }),
    }),
  }),
  // `Failed` is what Carillon does; the other is the default of the API server.
  podReplacementPolicy: reported(undefined, 'Failed', 'TerminatingOrFailed'),
  // The API server makes it; one of the user's own is reported by `manualSelector`.
  selector: ignored,
  successPolicy: mapped(),
  suspend: mapped(),
  template: mapped(POD_TEMPLATE),
  ttlSecondsAfterFinished: mapped(),
};

export const JOB: FieldTable = objectFields(JOB_SPEC);

export const CRON_JOB: FieldTable = objectFields({
  concurrencyPolicy: mapped(),
  failedJobsHistoryLimit: mapped(),
  jobTemplate: mapped({ metadata: mapped(TEMPLATE_METADATA), spec: mapped(JOB_SPEC) }),
  schedule: mapped(),
  startingDeadlineSeconds: mapped(),
  successfulJobsHistoryLimit: mapped(),
  suspend: mapped(),
  timeZone: mapped(),
});
