/** Every field of Furiko's JobConfig (execution.furiko.io/v1alpha1), and what an import does with it. */
import { ignored, mapped, reported, type FieldTable } from './fields.js';
import { objectFields } from './kubernetes-fields.js';
import { POD_TEMPLATE, TEMPLATE_METADATA } from './pod-fields.js';

const OPTION: FieldTable = {
  bool: mapped({ default: mapped(), falseVal: mapped(), format: mapped(), trueVal: mapped() }),
  date: mapped({ format: mapped() }),
  label: mapped(),
  multi: mapped({ allowCustom: mapped(), default: mapped(), delimiter: mapped(), values: mapped() }),
  name: mapped(),
  required: mapped(),
  select: mapped({ allowCustom: mapped(), default: mapped(), values: mapped() }),
  string: mapped({ default: mapped(), trimSpaces: mapped() }),
  type: mapped(),
};

const JOB_TEMPLATE: FieldTable = {
  forbidTaskForceDeletion: reported('has no counterpart: a pod that does not end is deleted by force', false),
  maxAttempts: mapped(),
  parallelism: mapped(),
  retryDelaySeconds: mapped(),
  taskPendingTimeoutSeconds: mapped(),
  taskTemplate: mapped({ pod: mapped(POD_TEMPLATE) }),
};

export const JOB_CONFIG: FieldTable = objectFields({
  concurrency: mapped({ maxConcurrency: mapped(), policy: mapped() }),
  option: mapped({ options: mapped(OPTION) }),
  schedule: mapped({
    constraints: mapped({ notAfter: mapped(), notBefore: mapped() }),
    cron: mapped({ expression: mapped(), expressions: mapped(), timezone: mapped() }),
    disabled: mapped(),
    // When the schedule was edited last.
    lastUpdated: ignored,
  }),
  template: mapped({ metadata: mapped(TEMPLATE_METADATA), spec: mapped(JOB_TEMPLATE) }),
});
