import { z } from 'zod';
import { parallelFields, runChange, type ParallelSpec, type RunChange } from './tasks.js';
import { checkParallel } from './job.js';
import { MAX_INDEXES_PER_RUN, MAX_LISTED_HOSTS } from '../domain/limits.js';
import { IndexTable } from '../run/index-table.js';
import { normaliseTasks, runRules, totalIndexes, watchedBy } from './normal-task.js';
import { pluginSettings } from './plugin-arguments.js';
import { changeProblems, mergeChanges, sizesOf, withChanges } from '../run/run-change.js';

const job = z.strictObject(parallelFields).superRefine(checkParallel);

/** Each problem as `path: message`. */
function problemsOf(body: unknown): string[] {
  const parsed = job.safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function expectRefused(body: unknown, field: string, word: RegExp): void {
  const problems = problemsOf(body);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${field.replaceAll(/[.*]/g, '\\$&')}: `));
  expect(problems[0]).toMatch(word);
}

const aClaim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const tasks = (...list: object[]): object => ({ tasks: list });
const policies = (...list: object[]): object => ({ policies: list });

describe('a job is accepted', () => {
  it.each<[string, object]>([
    ['plain', {}],
    ['with a count', { parallelism: { withCount: 3, maxActive: 2, completionStrategy: 'AnySuccessful' } }],
    [
      'Furiko 77: with a matrix whose key is called key',
      { parallelism: { withMatrix: { key: ['a', 'b'], num: ['1', '2', '3'] } } },
    ],
    ['with completions and maxActive', { completions: 5, parallelism: { maxActive: 0 } }],
    ['as a work queue', { completions: null, completionMode: 'NonIndexed', parallelism: { maxActive: 5 } }],
    ['with completions that are alike', { completions: 4, completionMode: 'NonIndexed' }],
    [
      'with a success policy',
      { completions: 4, successPolicy: { rules: [{ succeededIndexes: '0-2', succeededCount: 2 }] } },
    ],
    [
      'with tasks',
      {
        tasks: [
          { name: 'ps', replicas: 2 },
          {
            name: 'worker',
            parallelism: { withCount: 5, maxActive: 5 },
            dependsOn: [{ task: 'ps', condition: 'Ready' }],
            minAvailable: 3,
          },
          { name: 'report', dependsOn: [{ task: 'worker', condition: 'Complete' }] },
        ],
        minAvailable: 6,
        minSuccess: null,
        maxRetry: 3,
      },
    ],
    [
      'with policies',
      policies(
        { event: 'PodFailed', action: 'RestartJob', timeoutSeconds: 0 },
        { events: ['PodEvicted', 'NodeLost'], action: 'RestartPod' },
        { exitCode: 3, action: 'TerminateJob' },
      ),
    ],
    [
      'with * and exit codes',
      policies({ exitCodes: [3, 4], action: 'AbortJob' }, { event: '*', action: 'RestartJob' }),
    ],
    [
      'with volumes and plugins',
      {
        volumes: [
          { mountPath: '/data', claimName: 'shared' },
          { mountPath: '/tmp/x', claim: aClaim },
          { mountPath: '/scratch' },
        ],
        plugins: {
          env: [],
          svc: ['--publish-not-ready-addresses', '--inject-hosts-env=false'],
          ssh: ['--ssh-port=2222'],
        },
      },
    ],
    ['with the unused sources of indexes left empty', { parallelism: { withCount: 3, withKeys: [], withMatrix: {} } }],
    ['with as many indexes as a run may have', { parallelism: { withCount: MAX_INDEXES_PER_RUN } }],
    [
      'with numbers that are null',
      { completions: null, backoffLimit: null, maxFailedIndexes: null, minAvailable: null },
    ],
  ])('%s', (_case, body) => {
    expect(problemsOf(body)).toEqual([]);
  });
});

describe('a job is refused', () => {
  it.each<[string, object, string, RegExp]>([
    ['Furiko 127: a count of 0', { parallelism: { withCount: 0 } }, 'parallelism.withCount', />=1/],
    ['Furiko 127: a count below 0', { parallelism: { withCount: -1 } }, 'parallelism.withCount', />=1/],
    ['Furiko 127: an empty key', { parallelism: { withKeys: [''] } }, 'parallelism.withKeys.0', />=1/],
    [
      'Furiko 127: a matrix key with a space',
      { parallelism: { withMatrix: { 'a b': ['x'] } } },
      'parallelism.withMatrix.a b',
      /letters, digits/,
    ],
    [
      'Furiko 127: an empty matrix key',
      { parallelism: { withMatrix: { '': ['x'] } } },
      'parallelism.withMatrix.',
      /letters, digits/,
    ],
    [
      'Furiko 127: an empty matrix value',
      { parallelism: { withMatrix: { a: [''] } } },
      'parallelism.withMatrix.a.0',
      />=1/,
    ],
    ['a matrix key without values', { parallelism: { withMatrix: { a: [] } } }, 'parallelism.withMatrix.a', />=1/],
    ['a matrix without keys', { parallelism: { withMatrix: {} } }, 'parallelism', /needs withCount, withKeys/],
    ['a list without keys', { parallelism: { withKeys: [] } }, 'parallelism', /needs withCount, withKeys/],
    [
      'matrix values that are not texts',
      { parallelism: { withMatrix: { version: [1.1] } } },
      'parallelism.withMatrix.version.0',
      /expected string/,
    ],
    [
      'Furiko 127: an unknown kind of parallelism',
      { parallelism: { maxActive: 3 } },
      'parallelism',
      /needs withCount, withKeys or withMatrix/,
    ],
    ['two sources of indexes', { parallelism: { withCount: 2, withKeys: ['a'] } }, 'parallelism.withKeys', /withCount/],
    [
      'completions beside a count',
      { completions: 4, parallelism: { withCount: 2 } },
      'parallelism.withCount',
      /completions/,
    ],
    [
      'replicas beside completions',
      tasks({ name: 'a', replicas: 2, completions: 3 }),
      'tasks.0.completions',
      /replicas/,
    ],
    [
      'Furiko 1.7: keys that occur twice',
      { parallelism: { withKeys: ['a', 'b', 'a'] } },
      'parallelism.withKeys.2',
      /twice/,
    ],
    [
      'matrix values that occur twice',
      { parallelism: { withMatrix: { os: ['a', 'a'] } } },
      'parallelism.withMatrix.os.1',
      /twice/,
    ],
    [
      'matrix keys that become the same variable',
      { parallelism: { withMatrix: { 'a-b': ['x'], a_b: ['y'] } } },
      'parallelism.withMatrix.a_b',
      /TASK_INDEX_A_B/,
    ],
    [
      'too many cells of a matrix',
      { parallelism: { withMatrix: { a: many(400), b: many(400) } } },
      'parallelism.withMatrix',
      /160000 cells/,
    ],
    ['2.9: too many indexes', { completions: MAX_INDEXES_PER_RUN + 1 }, 'completions', /<=100000/],
    [
      'too many indexes in all tasks together',
      tasks({ name: 'a', completions: 60_000 }, { name: 'b', completions: 60_000 }),
      'tasks',
      /120000 indexes/,
    ],
    ['tasks and completions of the job', { completions: 3, ...tasks({ name: 'a' }) }, 'completions', /without tasks/],
    [
      'tasks and a parallelism of the job',
      { parallelism: { withCount: 3 }, ...tasks({ name: 'a' }) },
      'parallelism',
      /without tasks/,
    ],
    [
      'tasks and a success policy',
      { successPolicy: { rules: [{ succeededCount: 1 }] }, ...tasks({ name: 'a' }) },
      'successPolicy',
      /without tasks/,
    ],
    [
      'a strategy of one task',
      tasks({ name: 'a', parallelism: { withCount: 2, completionStrategy: 'AnySuccessful' } }),
      'tasks.0.parallelism.completionStrategy',
      /without tasks/,
    ],
    ['no task at all', { tasks: [] }, 'tasks', />=1/],
    ['V36: two tasks of one name', tasks({ name: 'a' }, { name: 'a' }), 'tasks.1.name', /twice/],
    ['1.12: a task name that is not a DNS label', tasks({ name: 'A_b' }), 'tasks.0.name', /lower case/],
    ['V37, different here: a task without a name', tasks({ replicas: 1 }), 'tasks.0.name', /expected string/],
    [
      'V36: more members than replicas',
      tasks({ name: 'a', replicas: 2, minAvailable: 3 }),
      'tasks.0.minAvailable',
      /the 2 indexes/,
    ],
    [
      '1.12: a minimum above all indexes',
      { ...tasks({ name: 'a', replicas: 2 }), minAvailable: 3 },
      'minAvailable',
      /the 2 indexes/,
    ],
    [
      'a minimum above the number of live indexes allowed',
      { completions: 9, parallelism: { maxActive: 2 }, minAvailable: 3 },
      'minAvailable',
      /maxActive/,
    ],
    [
      'a gang that is too large',
      tasks({ name: 'a', replicas: 2_000 }),
      'minAvailable',
      /at most 1000.*unless minAvailable/,
    ],
    ['minSuccess above all indexes', { completions: 2, minSuccess: 3 }, 'minSuccess', /the 2 indexes/],
    [
      'minSuccess if one success already ends the task',
      { parallelism: { withCount: 3, completionStrategy: 'AnySuccessful' }, minSuccess: 2 },
      'minSuccess',
      /AnySuccessful/,
    ],
    [
      '1.12: a dependency that does not exist',
      tasks({ name: 'a', dependsOn: [{ task: 'b' }] }),
      'tasks.0.dependsOn.0.task',
      /no task b/,
    ],
    ['a dependency on itself', tasks({ name: 'a', dependsOn: [{ task: 'a' }] }), 'tasks.0.dependsOn.0.task', /itself/],
    [
      'a dependency given twice',
      tasks({ name: 'a' }, { name: 'b', dependsOn: [{ task: 'a' }, { task: 'a' }] }),
      'tasks.1.dependsOn.1.task',
      /twice/,
    ],
    [
      'V36: tasks that depend on each other',
      tasks({ name: 'a', dependsOn: [{ task: 'b' }] }, { name: 'b', dependsOn: [{ task: 'a' }] }),
      'tasks.0.dependsOn',
      /a → b → a/,
    ],
    [
      'tasks that depend on each other behind a task that only waits for them',
      tasks(
        { name: 'z', dependsOn: [{ task: 'a' }] },
        { name: 'free' },
        { name: 'a', dependsOn: [{ task: 'free' }, { task: 'b' }] },
        { name: 'b', dependsOn: [{ task: 'a' }] },
      ),
      'tasks.2.dependsOn',
      /a → b → a/,
    ],
    [
      'V36: event and exit code in one policy',
      policies({ event: 'PodFailed', exitCode: 3, action: 'AbortJob' }),
      'policies.0.exitCode',
      /cannot be combined with event/,
    ],
    [
      'event and events in one policy',
      policies({ event: 'PodFailed', events: ['PodEvicted'], action: 'AbortJob' }),
      'policies.0.events',
      /cannot be combined with event/,
    ],
    ['1.12: a policy without event and exit code', policies({ action: 'AbortJob' }), 'policies.0', /needs event/],
    [
      'V36: exit code 0',
      policies({ exitCode: 0, action: 'AbortJob' }),
      'policies.0.exitCode',
      /exit code 0 is success/,
    ],
    [
      '1.12: an exit code twice',
      policies({ exitCode: 3, action: 'AbortJob' }, { exitCodes: [4, 3], action: 'RestartJob' }),
      'policies.1.exitCodes',
      /3 is handled/,
    ],
    [
      '1.12: an event twice',
      policies({ event: 'PodFailed', action: 'AbortJob' }, { events: ['PodFailed'], action: 'RestartJob' }),
      'policies.1.events',
      /PodFailed is handled/,
    ],
    [
      'V36: * with another event',
      policies({ events: ['*', 'PodFailed'], action: 'AbortJob' }),
      'policies',
      /"\*" stands for every failure/,
    ],
    [
      'V36: * with another event in another policy',
      policies({ event: '*', action: 'AbortJob' }, { event: 'PodFailed', action: 'RestartJob' }),
      'policies',
      /"\*" stands for/,
    ],
    ['1.4: an unknown event', policies({ event: 'JobUpdated', action: 'AbortJob' }), 'policies.0.event', /PodFailed/],
    [
      '1.4: an unknown action',
      policies({ event: 'PodFailed', action: 'ResumeJob' }),
      'policies.0.action',
      /RestartJob/,
    ],
    [
      '1.5: PodPending without a time',
      policies({ event: 'PodPending', action: 'AbortJob' }),
      'policies.0.timeoutSeconds',
      /PodPending/,
    ],
    [
      'RestartPod for an event without a pod',
      policies({ event: 'TaskCompleted', action: 'RestartPod' }),
      'policies.0.action',
      /single attempt/,
    ],
    [
      'policies of a task',
      tasks({ name: 'a', policies: [{ action: 'AbortJob' }] }),
      'tasks.0.policies.0',
      /needs event/,
    ],
    [
      '2.6: an empty rule',
      { completions: 2, successPolicy: { rules: [{}] } },
      'successPolicy.rules.0',
      /needs succeededIndexes/,
    ],
    [
      '2.6: a rule about indexes that do not exist',
      { completions: 3, successPolicy: { rules: [{ succeededIndexes: '1-3' }] } },
      'successPolicy.rules.0.succeededIndexes',
      /beyond the last one, 2/,
    ],
    [
      '2.6: a rule with an invalid index set',
      { completions: 3, successPolicy: { rules: [{ succeededIndexes: '1-x' }] } },
      'successPolicy.rules.0.succeededIndexes',
      /"1-x"/,
    ],
    [
      '2.6: a rule that requires more indexes than its set has',
      { completions: 3, successPolicy: { rules: [{ succeededIndexes: '0,1', succeededCount: 3 }] } },
      'successPolicy.rules.0.succeededCount',
      /the 2 indexes/,
    ],
    [
      '2.6: more than 20 rules',
      { completions: 3, successPolicy: { rules: Array.from({ length: 21 }, () => ({ succeededCount: 1 })) } },
      'successPolicy.rules',
      /<=20/,
    ],
    [
      '2.6: a success policy without indexes',
      { completions: 3, completionMode: 'NonIndexed', successPolicy: { rules: [{ succeededCount: 1 }] } },
      'successPolicy',
      /Indexed/,
    ],
    [
      '2.4: maxFailedIndexes without indexes',
      { completions: 3, completionMode: 'NonIndexed', maxFailedIndexes: 1 },
      'maxFailedIndexes',
      /Indexed/,
    ],
    ['neither completions nor maxActive', { completionMode: 'NonIndexed' }, 'completionMode', /maxActive/],
    [
      'keys without indexes',
      { completionMode: 'NonIndexed', completions: null, parallelism: { withKeys: ['a'], maxActive: 2 } },
      'parallelism.withKeys',
      /Indexed/,
    ],
    [
      '1.12: a mount path twice',
      { volumes: [{ mountPath: '/a' }, { mountPath: '/a' }] },
      'volumes.1.mountPath',
      /another volume/,
    ],
    ['1.12: no mount path', { volumes: [{ claimName: 'a' }] }, 'volumes.0.mountPath', /expected string/],
    ['a mount path that is not absolute', { volumes: [{ mountPath: 'a' }] }, 'volumes.0.mountPath', /absolute/],
    ['a mount path that leads elsewhere', { volumes: [{ mountPath: '/a/../etc' }] }, 'volumes.0.mountPath', /\.\./],
    [
      '1.12: claim and claimName',
      { volumes: [{ mountPath: '/a', claimName: 'x', claim: aClaim }] },
      'volumes.0.claim',
      /cannot be combined with claimName/,
    ],
    [
      '1.12: an invalid claim name',
      { volumes: [{ mountPath: '/a', claimName: 'X Y' }] },
      'volumes.0.claimName',
      /name of a Kubernetes object/,
    ],
    ['V36: an unknown plugin', { plugins: { tensorflow: [] } }, 'plugins', /tensorflow/],
    [
      '1.10: an argument that svc does not know',
      { plugins: { svc: ['--nope'] } },
      'plugins.svc.0',
      /--disable-network-policy/,
    ],
    ['1.10: an argument of env', { plugins: { env: ['--nope'] } }, 'plugins.env.0', /no arguments/],
    [
      '1.11: a claim without a size',
      { volumes: [{ mountPath: '/a', claim: { ...aClaim, resources: { requests: {} } } }] },
      'volumes.0.claim.resources.requests',
      /must contain storage/,
    ],
    [
      '1.11: a claim without access modes',
      { volumes: [{ mountPath: '/a', claim: { ...aClaim, accessModes: [] } }] },
      'volumes.0.claim.accessModes',
      />=1/,
    ],
    [
      '1.11: a field that claims do not have',
      { volumes: [{ mountPath: '/a', claim: { ...aClaim, size: 1 } }] },
      'volumes.0.claim',
      /size/,
    ],
    [
      '1.10: a volume at the path of the files of svc',
      { plugins: { svc: [] }, volumes: [{ mountPath: '/etc/volcano' }] },
      'volumes.0.mountPath',
      /plugin svc/,
    ],
    [
      '1.10: a volume at the path of the keys of ssh',
      { plugins: { ssh: ['--ssh-key-file-path=/keys'] }, volumes: [{ mountPath: '/keys' }] },
      'volumes.0.mountPath',
      /plugin ssh/,
    ],
    [
      '#5471: more hosts than can be listed',
      { completions: MAX_LISTED_HOSTS + 1, plugins: { svc: [] } },
      'plugins.svc',
      /at most 4000 .* 4001/,
    ],
    ...['/keys/../etc', '/keys/./a', '//keys', 'keys', '/', '/a b', '/a\nHost *', '/a:b'].map(
      (path): [string, ParallelSpec, string, RegExp] => [
        `1.10: the keys of ssh at ${JSON.stringify(path)}`,
        { plugins: { ssh: [`--ssh-key-file-path=${path}`] } },
        'plugins.ssh.0',
        /absolute path/,
      ],
    ),
    ['1.10: an argument twice', { plugins: { ssh: ['--ssh-port=22', '--ssh-port=23'] } }, 'plugins.ssh.1', /twice/],
    ['1.10: an invalid port', { plugins: { ssh: ['--ssh-port=0'] } }, 'plugins.ssh.0', /65535/],
    [
      '1.10, different here: a private key',
      { plugins: { ssh: ['--ssh-private-key=abc'] } },
      'plugins.ssh.0',
      /a pair of keys is created/,
    ],
    ['1.12: maxRetry below 0', { maxRetry: -1 }, 'maxRetry', />=0/],
    ['a field of another name', { minavailable: 3 }, '', /minavailable/],
  ])('%s', (_case, body, field, word) => {
    expectRefused(body, field, word);
  });
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `v${at}`);
}

describe('defaults', () => {
  const normal = (spec: ParallelSpec): ReturnType<typeof normaliseTasks> => normaliseTasks(spec);

  it('a job without further fields is one task of one index', () => {
    const plain = normal({});
    expect(plain).toMatchObject([
      {
        name: 'main',
        indexes: 1,
        isIndexed: true,
        maxActive: null,
        maxAttempts: 1,
        strategy: 'AllSuccessful',
        minAvailable: null,
        wave: 0,
      },
    ]);
    expect(runRules({}, plain)).toEqual({
      policies: [],
      successRules: [],
      minSuccess: null,
      minAvailable: null,
      backoffLimit: null,
      maxFailedIndexes: null,
      onSuccess: 'TerminateRemaining',
      onFailure: 'TerminateRemaining',
      maxRetry: 3,
      maxIndexes: MAX_INDEXES_PER_RUN,
    });
  });

  it('V37: a task list is a gang of all replicas, with three restarts', () => {
    const spec: ParallelSpec = {
      tasks: [
        { name: 'ps', replicas: 2 },
        { name: 'worker', replicas: 5, minAvailable: 3 },
      ],
    };
    const listed = normal(spec);
    expect(listed.map(({ minAvailable, maxRestarts }) => [minAvailable, maxRestarts])).toEqual([
      [2, 3],
      [3, 3],
    ]);
    expect(runRules(spec, listed)).toMatchObject({ minAvailable: 5, maxRetry: 3 });
  });

  it('a task has the attempts and the priority of the job unless it sets its own', () => {
    const spec = {
      maxAttempts: 4,
      priorityClassName: 'low',
      tasks: [{ name: 'a' }, { name: 'b', maxAttempts: 2, priorityClassName: 'high' }],
    };
    expect(normaliseTasks(spec)).toMatchObject([
      { maxAttempts: 4, priorityClassName: 'low', indexes: 1 },
      { maxAttempts: 2, priorityClassName: 'high' },
    ]);
  });

  it('K4: a work queue waits for the live attempts to end', () => {
    const spec: ParallelSpec = { completionMode: 'NonIndexed', parallelism: { maxActive: 5 } };
    expect(runRules(spec, normal(spec)).onSuccess).toBe('WaitForRemaining');
    expect(normal(spec)).toMatchObject([{ isIndexed: false, indexes: 5, maxActive: null }]);
  });

  it('a rule without indexes applies to all of them', () => {
    const spec: ParallelSpec = { completions: 3, successPolicy: { rules: [{ succeededCount: 2 }] } };
    const table = IndexTable.load({ count: 3, watch: watchedBy(runRules(spec, normal(spec))) });
    expect(table.watched).toMatchObject([{ size: 3, succeeded: 0 }]);
  });

  it('V33, V34: plugins have the defaults of Volcano', () => {
    expect(pluginSettings(undefined)).toEqual({ env: false, svc: null, ssh: null });
    expect(pluginSettings({ env: [], svc: [], ssh: [] })).toEqual({
      env: true,
      svc: { publishNotReadyAddresses: false, networkPolicy: true, injectHostsEnv: true },
      ssh: { keyFilePath: '/root/.ssh', port: 22 },
    });
    expect(
      pluginSettings({
        svc: ['--publish-not-ready-addresses', '--disable-network-policy=true', '--inject-hosts-env=false'],
        ssh: ['--ssh-key-file-path=/home/user/.ssh/', '--ssh-port=2222'],
      }),
    ).toEqual({
      env: false,
      svc: { publishNotReadyAddresses: true, networkPolicy: false, injectHostsEnv: false },
      ssh: { keyFilePath: '/home/user/.ssh', port: 2222 },
    });
  });
});

describe('changes of a live run', () => {
  const plain: ParallelSpec = { completions: 4, parallelism: { maxActive: 2 } };
  const counted: ParallelSpec = { parallelism: { withCount: 4, maxActive: 2 } };
  const listed: ParallelSpec = {
    tasks: [
      { name: 'ps', replicas: 2 },
      { name: 'worker', replicas: 4, minAvailable: 3 },
      { name: 'grid', parallelism: { withCount: 2 } },
    ],
  };
  const problems = (spec: ParallelSpec, change: unknown): string[] => {
    const of = normaliseTasks(spec);
    return changeProblems(of, runRules(spec, of), runChange.parse(change)).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
  };
  const changed = (spec: ParallelSpec, change: RunChange): ReturnType<typeof withChanges> => {
    const of = normaliseTasks(spec);
    return withChanges(of, runRules(spec, of), change);
  };

  it.each<[string, ParallelSpec, object]>([
    ['K7: more completions', plain, { completions: 9 }],
    ['K10: none', plain, { completions: 0 }],
    ['K6: pause', plain, { parallelism: { maxActive: 0 } }],
    ['no limit after a change', plain, { parallelism: { maxActive: null } }],
    [
      'V20, V21: replicas',
      listed,
      {
        tasks: [
          { name: 'worker', replicas: 9 },
          { name: 'ps', replicas: 1 },
        ],
      },
    ],
    [
      'V22: to zero',
      listed,
      {
        tasks: [
          { name: 'worker', replicas: 0 },
          { name: 'ps', replicas: 0 },
        ],
      },
    ],
    ['a count', counted, { parallelism: { withCount: 9 } }],
    ['a count and a bound', counted, { parallelism: { withCount: 2, maxActive: 1 } }],
    ['the count of a task', listed, { tasks: [{ name: 'grid', withCount: 5, maxActive: 1 }] }],
    ['completions of a task', { tasks: [{ name: 'a', completions: 3 }] }, { tasks: [{ name: 'a', completions: 0 }] }],
    ['members', listed, { minAvailable: 4, tasks: [{ name: 'worker', minAvailable: 2, maxActive: 3 }] }],
  ])('are accepted: %s', (_case, spec, change) => {
    expect(problems(spec, change)).toEqual([]);
  });

  it.each<[string, ParallelSpec, object, RegExp]>([
    [
      'completions for a job without completions',
      { parallelism: { withCount: 3 } },
      { completions: 4 },
      /^completions: /,
    ],
    ['tasks for a job without tasks', plain, { tasks: [{ name: 'main', replicas: 3 }] }, /^tasks: /],
    [
      'completions for a job with tasks',
      listed,
      { completions: 4 },
      /^completions: cannot be changed for the whole run/,
    ],
    [
      'an unknown task',
      listed,
      { tasks: [{ name: 'nobody', replicas: 1 }] },
      /^tasks.0.name: must be a task of the run, which has no task nobody/,
    ],
    [
      'a task twice',
      listed,
      {
        tasks: [
          { name: 'ps', replicas: 1 },
          { name: 'ps', replicas: 2 },
        ],
      },
      /^tasks.1.name: must not occur twice: ps does/,
    ],
    ['a count for a job without a count', plain, { parallelism: { withCount: 4 } }, /^parallelism.withCount: /],
    [
      'a count for a job with keys',
      { parallelism: { withKeys: ['a'] } },
      { parallelism: { withCount: 4 } },
      /^parallelism.withCount: can be changed only where the run has withCount/,
    ],
    ['the count of a task with replicas', listed, { tasks: [{ name: 'ps', withCount: 1 }] }, /^tasks.0.withCount: /],
    [
      'too large a count',
      { ...counted, plugins: { svc: [] } },
      { parallelism: { withCount: MAX_LISTED_HOSTS + 1 } },
      /^parallelism.withCount: .* at most 4000/,
    ],
    ['replicas of a task with a count', listed, { tasks: [{ name: 'grid', replicas: 1 }] }, /^tasks.0.replicas: /],
    ['a minimum above the number of all indexes', listed, { minAvailable: 9 }, /^minAvailable: is more than the 8/],
    [
      'a minimum above that of the tasks',
      listed,
      { tasks: [{ name: 'ps', minAvailable: 3 }] },
      /^tasks.0.minAvailable: is more than the 2/,
    ],
    [
      'too many indexes',
      listed,
      {
        tasks: [
          { name: 'ps', replicas: 60_000 },
          { name: 'worker', replicas: 60_000 },
        ],
      },
      /^tasks: .*120002/,
    ],
    [
      'more hosts than can be listed',
      { ...plain, plugins: { svc: [] } },
      { completions: MAX_LISTED_HOSTS + 1 },
      /^completions: .* at most 4000 .*svc/,
    ],
    ['too large a gang', listed, { tasks: [{ name: 'ps', replicas: 5_000 }] }, /^minAvailable: the gang would have/],
  ])('are refused: %s', (_case, spec, change, message) => {
    const found = problems(spec, change);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });

  it('1.12: are refused for any other field', () => {
    expect(runChange.safeParse({ image: 'other' }).success).toBe(false);
    expect(runChange.safeParse({ tasks: [{ name: 'ps', policies: [] }] }).success).toBe(false);
  });

  it('adjust the minimum of a gang to its tasks unless the minimum was set', () => {
    const wider = changed(listed, { tasks: [{ name: 'ps', replicas: 5 }] });
    expect(wider.rules.minAvailable).toBe(5 + 3 + 2);
    expect(totalIndexes(wider.tasks)).toBe(11);
    const fixed = changed({ ...listed, minAvailable: 4 }, { tasks: [{ name: 'ps', replicas: 5 }] });
    expect(fixed.rules.minAvailable).toBe(4);
    const narrower = changed(listed, { tasks: [{ name: 'worker', replicas: 1 }] });
    expect(narrower.tasks[1]).toMatchObject({ indexes: 1, minAvailable: 1 });
  });

  it('can set a count as they can set completions, which leaves the bound as it is', () => {
    const resized = changed(counted, { parallelism: { withCount: 7 } });
    expect(resized.tasks).toMatchObject([{ indexes: 7, maxActive: 2, source: { kind: 'withCount', count: 7 } }]);
    const bound = changed(counted, { parallelism: { maxActive: null } });
    expect(bound.tasks).toMatchObject([{ indexes: 4, maxActive: null }]);
    const merged = mergeChanges({ parallelism: { withCount: 7 } }, { parallelism: { maxActive: 0 } });
    expect(merged).toEqual({ parallelism: { withCount: 7, maxActive: 0 } });
    expect(sizesOf(merged)).toEqual({ parallelism: { withCount: 7 } });
    const gang = changed({ ...counted, minAvailable: 4 }, { parallelism: { withCount: 2 } });
    expect(gang.rules.minAvailable).toBe(2);
  });

  it('K5: give a work queue as many slots as may be live', () => {
    const spec: ParallelSpec = { completionMode: 'NonIndexed', parallelism: { maxActive: 5 } };
    expect(changed(spec, { parallelism: { maxActive: 2 } }).tasks).toMatchObject([
      { indexes: 2, source: { slots: 2 } },
    ]);
    expect(changed(spec, { parallelism: { maxActive: null } }).tasks).toMatchObject([{ indexes: 5 }]);
  });

  it('are merged, the later over the earlier', () => {
    const first: RunChange = { parallelism: { maxActive: 2 }, tasks: [{ name: 'ps', replicas: 1, maxActive: 1 }] };
    const second: RunChange = {
      minAvailable: 3,
      tasks: [
        { name: 'ps', replicas: 2 },
        { name: 'worker', replicas: 7 },
      ],
    };
    expect(mergeChanges(first, second)).toEqual({
      parallelism: { maxActive: 2 },
      minAvailable: 3,
      tasks: [
        { name: 'ps', replicas: 2, maxActive: 1 },
        { name: 'worker', replicas: 7 },
      ],
    });
  });
});
