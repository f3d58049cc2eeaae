/** Volcano's Job: every task with a pod of its own becomes a worker, and the job has the tasks. */
import { REFERENCE } from '#common/spec/command-line.js';
import { retentionOf } from './batch.js';
import type { Fields } from './fields.js';
import { isObject, LEFT_OUT, present, textOf, type Import, type ImportOptions } from './imported.js';
import type { KubernetesObject } from './kubernetes-object.js';
import { workerOf } from './pods.js';
import { secondsOf } from './schedules.js';

/** Its admission writes this in place of no number. */
const DEFAULT_MAX_RETRY = 3;

export function fromVolcano(
  into: Import,
  { name, id, labels, spec, source, about }: KubernetesObject,
  { tenant }: ImportOptions,
): void {
  const tasks = spec.each('tasks').map((own, at) => {
    const task = taskOf(own, at);
    const worker = into.freeId(tenant, `${id}-${task.name}`);
    into.define('Worker', { id: worker, name: `${name}: ${task.name}`, ...task.worker, tenants: [tenant] }, source);
    return { ...task, definition: present({ name: task.name, worker, ...task.fields }) };
  });
  const minimums = tasks.reduce((sum, { minimum }) => sum + minimum, 0);
  const minAvailable = spec.number('minAvailable');
  into.define(
    'Job',
    {
      id,
      tenant,
      name,
      labels,
      worker: tasks[0]?.definition['worker'],
      tasks: tasks.map(({ definition: definition }) => definition),
      // No number means all pods, or the minimums of the tasks.
      minAvailable: nonEmpty(minAvailable) ?? nonEmpty(minimums),
      minSuccess: spec.number('minSuccess'),
      // Volcano counts the first run, too.
      maxRetry: (nonEmpty(spec.number('maxRetry')) ?? DEFAULT_MAX_RETRY) - 1,
      priorityClassName: spec.text('priorityClassName'),
      ...schedulerAndQueue(spec),
      policies: policiesOf(spec),
      // The other pods continue when one has failed.
      onFailure: 'WaitForRemaining',
      restartPolicy: restartPolicyOf(spec, new Set(tasks.map(({ restartPolicy }) => restartPolicy))),
      plugins: pluginsOf(spec),
      volumes: volumesOf(spec),
      retention: retentionOf(spec),
    },
    source,
  );
  into.note(about, 'spec', `has no schedule: start the job by carillon run ${id}`);
}

/** Its admission takes no number and no name for 0 and an empty one. */
const nonEmpty = <T extends string | number>(value: T | undefined): T | undefined =>
  value === 0 || value === '' ? undefined : value;

interface Task {
  readonly name: string;
  readonly worker: Record<string, unknown>;
  readonly fields: Record<string, unknown>;
  /** How many of its pods have to succeed. */
  readonly minimum: number;
  readonly restartPolicy: string;
}

function taskOf(own: Fields, at: number): Task {
  const tell = (text: string): string => {
    for (const [whole] of text.matchAll(REFERENCE)) own.note('template', `has ${whole}, which Carillon replaces`);
    return text;
  };
  const pod = workerOf(own.below('template'), tell);
  const replicas = own.number('replicas');
  const minAvailable = own.number('minAvailable');
  const maxRetry = nonEmpty(own.number('maxRetry'));
  if (replicas === undefined) own.note('replicas', 'is missing: no pod of the task is run');
  const fields = {
    replicas: replicas ?? 0,
    minAvailable,
    maxRestarts: maxRetry,
    policies: policiesOf(own),
    dependsOn: dependsOn(own),
  };
  const name = nonEmpty(own.text('name')) ?? `default${at}`;
  own.close();
  const { worker, restartPolicy = 'Always' } = pod;
  return { name, worker, fields, minimum: minAvailable ?? replicas ?? 0, restartPolicy };
}

function schedulerAndQueue(spec: Fields): Record<string, unknown> {
  const schedulerName = spec.text('schedulerName');
  if (schedulerName === undefined)
    spec.note(
      'schedulerName',
      'is volcano there; without it here, the default scheduler of the cluster places the pods',
    );
  const queue = spec.text('queue');
  if (queue !== undefined && queue !== 'default')
    spec.note('queue', `becomes a concurrency group of the tenant: add a group "${queue}" with its size to the tenant`);
  return { schedulerName, queue };
}

/** The job has one for all its pods. */
function restartPolicyOf(spec: Fields, policies: ReadonlySet<string>): string | undefined {
  if (policies.has('Always'))
    spec.note(
      'tasks',
      'have restartPolicy: Always, which restarts containers that have succeeded; here it is OnFailure',
    );
  const restarting = ['Always', 'OnFailure'].filter((each) => policies.has(each));
  if (restarting.length === 0) return undefined;
  if (!policies.has('Never')) return 'OnFailure';
  spec.note('tasks', 'have several restartPolicies, but a job has one: it is Never here');
  return undefined;
}

const EVENTS: ReadonlySet<string> = new Set([
  '*',
  'PodFailed',
  'PodEvicted',
  'PodPending',
  'TaskFailed',
  'TaskCompleted',
  'Unknown',
]);
const ACTIONS: ReadonlySet<string> = new Set([
  'RestartPod',
  'RestartTask',
  'RestartJob',
  'AbortJob',
  'TerminateJob',
  'CompleteJob',
]);

function policiesOf(fields: Fields): object[] | undefined {
  const policies = fields.each('policies').flatMap((policy) => policyOf(policy) ?? []);
  return policies.length > 0 ? policies : undefined;
}

function policyOf(policy: Fields): object | null {
  const event = policy.text('event');
  const named = [...(event === undefined ? [] : [event]), ...policy.list('events').map(textOf)];
  const exitCode = policy.number('exitCode');
  const action = policy.text('action') ?? '';
  const timeout = policy.take('timeout');
  const timeoutSeconds = secondsOf(timeout);
  policy.close();
  if (timeout !== undefined && timeoutSeconds === undefined) policy.note('timeout', LEFT_OUT);
  const isKnown = ACTIONS.has(action) && named.every((each) => EVENTS.has(each));
  const events = isKnown ? eventsOf(named, timeoutSeconds) : [];
  if (!isKnown || events.length < Math.min(1, named.length)) {
    policy.note('action', `${action} of ${named.join(', ') || String(exitCode)} ${LEFT_OUT}`);
    return null;
  }
  if (named.includes('*')) policy.note('event', '* stands for failures only, not for TaskCompleted');
  return present({ events: events.length > 0 ? events : undefined, exitCode, action, timeoutSeconds });
}

/** A pod that waits matters only after a time, and the loss of a node is an event of its own here. */
const eventsOf = (named: readonly string[], timeoutSeconds: number | undefined): readonly string[] =>
  named.includes('*')
    ? ['*']
    : named
        .filter((each) => each !== 'PodPending' || timeoutSeconds !== undefined)
        .flatMap((each) => (each === 'PodEvicted' ? [each, 'NodeLost'] : [each]));

function dependsOn(task: Fields): object[] | undefined {
  const depends = task.below('dependsOn');
  const names = depends.list('name');
  const iteration = depends.text('iteration');
  if (iteration === 'any' && names.length > 1)
    depends.note('iteration', 'cannot be any one of several tasks: Carillon waits for all of them');
  depends.close();
  return names.length > 0 ? names.map((name) => ({ task: name })) : undefined;
}

/** The plugins that those of frameworks turn on. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  mpi: ['svc', 'ssh'],
  pytorch: ['svc'],
  ray: ['svc'],
  tensorflow: ['svc'],
};

function pluginsOf(spec: Fields): Record<string, unknown> | undefined {
  const plugins = spec.below('plugins');
  const implied = Object.keys(isObject(plugins.value) ? plugins.value : {}).flatMap((name) => IMPLIED[name] ?? []);
  const pluginNames = ['env', 'svc', 'ssh'].map((name): [string, unknown] => [
    name,
    plugins.take(name) ?? (implied.includes(name) ? [] : undefined),
  ]);
  plugins.close();
  return present(Object.fromEntries(pluginNames));
}

function volumesOf(spec: Fields): object[] | undefined {
  const volumes = spec.each('volumes').map((volume) => {
    const fields = present({
      mountPath: volume.text('mountPath'),
      claimName: volume.text('volumeClaimName'),
      claim: volume.take('volumeClaim'),
    });
    volume.close();
    return fields;
  });
  return volumes.length > 0 ? volumes : undefined;
}
