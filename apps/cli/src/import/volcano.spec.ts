import { importing, type ImportResult } from '#testing/importing.js';

const QUIET = 'securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false, enableServiceLinks: false';
const template = (policy = 'Never'): string =>
  `template: { spec: { restartPolicy: ${policy}, ${QUIET}, containers: [{ name: c, image: 'a:1' }] } }`;
const imported = (spec: string): ImportResult =>
  importing(
    `apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: { name: v }\nspec: { schedulerName: volcano, ${spec} }\n`,
  );
const notes = (spec: string): readonly string[] =>
  imported(spec).notes.filter((each) => !each.includes('has no schedule'));

test('tasks without names are default0 and default1, and left-out minimums mean all pods', () => {
  const { jobs, workers, refused } = imported(
    `tasks: [{ replicas: 1, ${template()} }, { replicas: 3, ${template()} }]`,
  );
  expect(jobs[0]).toMatchObject({
    schedulerName: 'volcano',
    minAvailable: 4,
    tasks: [
      { name: 'default0', replicas: 1, worker: 'acme-v-default0' },
      { name: 'default1', replicas: 3, worker: 'acme-v-default1' },
    ],
  });
  expect(workers.map(({ id }) => id)).toEqual(['acme-v-default0', 'acme-v-default1']);
  expect([...refused, ...notes(`tasks: [{ replicas: 1, ${template()} }]`)]).toEqual([]);
});

test('left-out minimums of the job are the sum of those of its tasks', () => {
  const tasks = `tasks: [{ replicas: 3, minAvailable: 1, ${template()} }, { replicas: 2, ${template()} }]`;
  expect(imported(tasks).jobs[0]).toMatchObject({ minAvailable: 3 });
  expect(imported(`minAvailable: 0, ${tasks}`).jobs[0]).toMatchObject({ minAvailable: 3 });
  expect(imported(`minAvailable: 2, ${tasks}`).jobs[0]).toMatchObject({ minAvailable: 2 });
});

test('maxRetry counts the first run there, and is 3 by default', () => {
  const tasks = `tasks: [{ replicas: 1, ${template()} }]`;
  expect(imported(tasks).jobs[0]).toMatchObject({ maxRetry: 2 });
  expect(imported(`maxRetry: 1, ${tasks}`).jobs[0]).toMatchObject({ maxRetry: 0 });
});

test('the other pods continue when one has failed', () => {
  expect(imported(`tasks: [{ replicas: 2, ${template()} }]`).jobs[0]).toMatchObject({ onFailure: 'WaitForRemaining' });
});

test('tasks whose names are cut to one id have workers of their own', () => {
  const long = 'n'.repeat(60);
  const names = ['a', 'b'].map((end) => `{ name: ${long}-${end}, replicas: 1, ${template()} }`).join(', ');
  expect(new Set(imported(`tasks: [${names}]`).workers.map(({ id }) => id)).size).toBe(2);
});

test.each([
  [`tasks: [{ ${template()} }]`, 'spec.tasks[0].replicas is missing: no pod of the task is run'],
  [`tasks: [{ replicas: 1, ${template('Always')} }]`, 'spec.tasks have restartPolicy: Always'],
  [`tasks: [{ replicas: 1, ${template()} }, { replicas: 1, ${template('OnFailure')} }]`, 'several restartPolicies'],
  [`plugins: { pytorch: [] }, tasks: [{ replicas: 1, ${template()} }]`, 'spec.plugins.pytorch sets up a framework'],
  [`queue: gold, tasks: [{ replicas: 1, ${template()} }]`, 'add a group "gold" with its size'],
  [
    `networkTopology: { mode: hard }, tasks: [{ replicas: 1, ${template()} }]`,
    'spec.networkTopology has no counterpart',
  ],
  [
    `tasks: [{ replicas: 1, topologyPolicy: restricted, ${template()} }]`,
    'spec.tasks[0].topologyPolicy has no counterpart',
  ],
  [
    `policies: [{ event: JobUpdated, action: RestartJob }], tasks: [{ replicas: 1, ${template()} }]`,
    'spec.policies[0].action RestartJob of JobUpdated has no counterpart',
  ],
  [
    `policies: [{ event: PodPending, action: RestartPod }], tasks: [{ replicas: 1, ${template()} }]`,
    'spec.policies[0].action RestartPod of PodPending has no counterpart',
  ],
  [
    `policies: [{ event: PodFailed, action: RestartJob, timeout: soon }], tasks: [{ replicas: 1, ${template()} }]`,
    'spec.policies[0].timeout has no counterpart',
  ],
  [
    `policies: [{ event: '*', action: AbortJob }], tasks: [{ replicas: 1, ${template()} }]`,
    '* stands for failures only',
  ],
  [`minAvailabel: 1, tasks: [{ replicas: 1, ${template()} }]`, 'spec.minAvailabel is not a field of this format'],
])('%s is reported', (spec, expected) => {
  expect(notes(spec)).toEqual([expect.stringContaining(expected)]);
});

test('all pods that restart their containers make a job that does', () => {
  expect(imported(`tasks: [{ replicas: 1, ${template('OnFailure')} }]`).jobs[0]).toMatchObject({
    restartPolicy: 'OnFailure',
  });
});

test('the loss of a node is the eviction of its pods', () => {
  const policies = 'policies: [{ events: [PodEvicted, PodFailed], action: RestartJob, timeout: 1m30s }]';
  expect(imported(`${policies}, tasks: [{ replicas: 1, ${template()} }]`).jobs[0]).toMatchObject({
    policies: [{ events: ['PodEvicted', 'NodeLost', 'PodFailed'], action: 'RestartJob', timeoutSeconds: 90 }],
  });
});

test('the plugin of a framework turns on those that it needs', () => {
  const plugins = (text: string): unknown =>
    imported(`plugins: { ${text} }, tasks: [{ replicas: 1, ${template()} }]`).jobs[0]?.['plugins'];
  expect(plugins('mpi: [], ssh: ["--port=2222"]')).toEqual({ svc: [], ssh: ['--port=2222'] });
  expect(plugins('pytorch: []')).toEqual({ svc: [] });
  expect(plugins('env: []')).toEqual({ env: [] });
});
