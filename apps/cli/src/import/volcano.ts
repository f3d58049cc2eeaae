/** Volcano's Job: every task with a pod of its own becomes a worker, and the job has the tasks. */
import {
  Fields,
  idOf,
  isObject,
  present,
  textOf,
  type Import,
  type ImportOptions,
  type KubernetesObject,
} from './imported.js';
import { workerOf } from './pods.js';

export function fromVolcano(
  into: Import,
  { name, id, labels, fields, source }: KubernetesObject,
  { tenant }: ImportOptions,
): void {
  const spec = fields.below('spec');
  const about = `Job ${name}`;
  const tasks = spec.list('tasks').map((task, at) => {
    const own = new Fields(task, into, about, `spec.tasks[${at}].`);
    const taskName = own.text('name') ?? `task${at}`;
    const worker = idOf(tenant, `${name}-${taskName}`);
    const template = own.below('template');
    const pod = workerOf(template.below('spec'), template.take('metadata'));
    template.close();
    into.define('Worker', { id: worker, name: `${name}: ${taskName}`, ...pod.worker, tenants: [tenant] }, source);
    const made = present({
      name: taskName,
      worker,
      replicas: own.number('replicas') ?? 1,
      minAvailable: own.number('minAvailable'),
      maxRestarts: own.number('maxRetry'),
      policies: policiesOf(own),
      dependsOn: dependsOn(own),
    });
    own.close();
    return made;
  });
  const ttl = spec.number('ttlSecondsAfterFinished');
  const queue = spec.text('queue');
  if (queue !== undefined && queue !== 'default')
    spec.note('queue', `becomes a concurrency group of the tenant: add a group "${queue}" with its size to the tenant`);
  spec.ignore('schedulerName');
  into.define(
    'Job',
    {
      id,
      tenant,
      name,
      labels,
      worker: tasks[0]?.['worker'],
      tasks,
      minAvailable: spec.number('minAvailable'),
      minSuccess: spec.number('minSuccess'),
      maxRetry: spec.number('maxRetry'),
      priorityClassName: spec.text('priorityClassName'),
      queue,
      policies: policiesOf(spec),
      plugins: pluginsOf(spec),
      volumes: volumesOf(spec),
      retention: ttl === undefined ? undefined : { maxAgeSeconds: Math.max(60, ttl) },
    },
    source,
  );
  into.note(about, 'spec', `has no schedule: start the job by carillon run ${id}`);
  spec.close();
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
  const policies = fields.list('policies').flatMap((policy) => {
    const { event, events, exitCode, action, timeout } = isObject(policy) ? policy : {};
    const named = [event, ...(Array.isArray(events) ? (events as unknown[]) : [])].filter((each) => each !== undefined);
    const isKnown = ACTIONS.has(textOf(action)) && named.every((each) => EVENTS.has(textOf(each)));
    if (!isKnown) {
      fields.note('policies', `${JSON.stringify(policy)} has no counterpart and was left out`);
      return [];
    }
    const all = named.includes('*') ? ['*'] : named;
    return [
      present({ events: all.length > 0 ? all : undefined, exitCode, action, timeoutSeconds: secondsOf(timeout) }),
    ];
  });
  return policies.length > 0 ? policies : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Go's durations: `1h30m`, `90s`. */
export function secondsOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0);
}

function dependsOn(task: Fields): object[] | undefined {
  const depends = task.below('dependsOn');
  const names = depends.list('name');
  const iteration = depends.text('iteration');
  if (iteration === 'any' && names.length > 1)
    depends.note('iteration', 'cannot be any one of several tasks: Carillon waits for all of them');
  depends.close();
  return names.length > 0 ? names.map((name) => ({ task: name })) : undefined;
}

const PLUGINS = ['env', 'svc', 'ssh'];

function pluginsOf(spec: Fields): Record<string, unknown> | undefined {
  const plugins = spec.below('plugins');
  const known = Object.fromEntries(PLUGINS.map((name) => [name, plugins.take(name)]));
  plugins.close();
  return present(known);
}

function volumesOf(spec: Fields): object[] | undefined {
  const volumes = spec.list('volumes').map((volume) => {
    const { mountPath, volumeClaimName, volumeClaim } = isObject(volume) ? volume : {};
    return present({ mountPath, claimName: volumeClaimName, claim: volumeClaim });
  });
  return volumes.length > 0 ? volumes : undefined;
}
