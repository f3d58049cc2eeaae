/** Every field of Volcano's Job (batch.volcano.sh/v1alpha1), and what an import does with it. */
import { mapped, reported, type FieldTable } from './fields.js';
import { objectFields } from './kubernetes-fields.js';
import { POD_TEMPLATE } from './pod-fields.js';

const POLICIES = mapped({
  action: mapped(),
  event: mapped(),
  events: mapped(),
  exitCode: mapped(),
  timeout: mapped(),
});

const TASK: FieldTable = {
  dependsOn: mapped({ iteration: mapped(), name: mapped() }),
  maxRetry: mapped(),
  minAvailable: mapped(),
  name: mapped(),
  partitionPolicy: reported(),
  policies: POLICIES,
  replicas: mapped(),
  template: mapped(POD_TEMPLATE),
  topologyPolicy: reported(undefined, 'none', ''),
};

const FRAMEWORK = reported('sets up a framework, which has no counterpart: only the plugins that it turns on are kept');

export const VOLCANO_JOB: FieldTable = objectFields({
  maxRetry: mapped(),
  minAvailable: mapped(),
  minSuccess: mapped(),
  networkTopology: reported(),
  plugins: mapped({
    env: mapped(),
    hcclrank: FRAMEWORK,
    mpi: FRAMEWORK,
    pytorch: FRAMEWORK,
    ray: FRAMEWORK,
    ssh: mapped(),
    svc: mapped(),
    tensorflow: FRAMEWORK,
  }),
  policies: POLICIES,
  priorityClassName: mapped(),
  queue: mapped(),
  runningEstimate: reported(),
  schedulerName: mapped(),
  tasks: mapped(TASK),
  ttlSecondsAfterFinished: mapped(),
  volumes: mapped({ mountPath: mapped(), volumeClaim: mapped(), volumeClaimName: mapped() }),
});
